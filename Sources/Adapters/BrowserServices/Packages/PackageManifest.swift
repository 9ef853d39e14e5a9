import SonicProtocol
import SonicSession
import SystemLibraries

/// The manifest of a package: its addresses and files (docs/reference/connections.md#packages).
public struct PackageManifest: Sendable, Equatable {
    /// A file of a package.
    public struct File: Sendable, Hashable {
        /// SHA-256 of its bytes as 64 lower-case hexadecimal digits.
        public var sha256: String
        /// Its length in bytes.
        public var size: Int
        /// The Content-Type; nil to derive it from the file name.
        var type: String?
    }

    /// An address prefix that a folder of the package serves.
    public struct Prefix: Sendable, Hashable {
        /// The prefix: http or https, ending with a slash, without query.
        public var url: WebURL
        /// The folder's path with a trailing slash; empty for the whole package.
        var folder: String
    }

    /// The name in `package://NAME/`: letters `a`–`z`, digits and hyphens, at most 63.
    public var name: String
    /// The version number, from 1.
    public var version: Int
    /// The addresses that it serves.
    public var prefixes: [Prefix]
    /// The address of the newest version's manifest, next to its files; nil for none.
    public var update: WebURL?
    /// The files by path within the package.
    public var files: [String: File]

    /// The file name of a manifest.
    public static let fileName = "manifest.json"
    /// The maximum size of a manifest in bytes.
    static let maxBytes = 4 << 20
    /// The maximum number of files.
    static let maxFiles = 10_000
    /// The maximum size of all files of a package in bytes.
    static let maxSize = 256 << 20

    /// Returns the path of the file for the bytes after a prefix or `package://NAME/`: a folder means its `index.html`.
    /// Nil if they are not a valid path.
    static func path(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.isEmpty || text.hasSuffix("/") ? text + "index.html" : text
    }

    /// Returns the online address of a file: below the prefix with the longest folder that contains it, or the first of
    /// equal ones.
    func onlineAddress(ofPath path: String, query: String?) -> WebURL? {
        var best: Prefix?
        for prefix in prefixes where path.hasPrefix(prefix.folder) {
            if prefix.folder.utf8.count > best?.folder.utf8.count ?? -1 { best = prefix }
        }
        return best.flatMap { best in
            Self.address(of: path.dropFirst(best.folder.count), below: best.url, query: query)
        }
    }

    /// Returns the address of a path below another one, with each segment percent-encoded; nil if the result is not below
    /// it.
    static func address(
        of path: some StringProtocol, below base: WebURL, query: String? = nil
    ) -> WebURL? {
        let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        var text = ""
        for byte in path.utf8 {
            text +=
                plain.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Bytes.hexadecimal([byte]).uppercased()
        }
        // The dot keeps a path that begins with a slash, or resembles a scheme, below the base.
        let folder = base.path.lastIndex(of: "/").map { base.path.prefix(through: $0) } ?? ""
        guard let url = base.resolve("./" + text + (query.map { "?" + $0 } ?? "")),
            url.path.hasPrefix(folder)
        else { return nil }
        return url
    }
}

extension PackageManifest {
    /// Parses and validates a manifest.
    public init(_ bytes: [UInt8]) throws(PackageFailure) {
        guard bytes.count <= Self.maxBytes else { throw .badManifest("it is larger than 4 MB") }
        let (node, problems) = JSONNode.read(bytes)
        if let problem = problems.first { throw .badManifest("\(problem)") }
        guard let node, node.members != nil else { throw .badManifest("it is not a JSON object") }
        if let problem = node.unknownNames(known: ["name", "version", "serves", "update", "files"]).first {
            throw .badManifest("\(problem)")
        }
        guard let name = node["name"]?.string, Self.isName(name) else {
            throw .badManifest("“name” must consist of a–z, 0–9 and hyphens, at most 63 characters")
        }
        guard let version = node["version"]?.integer, version > 0 else {
            throw .badManifest("“version” must be a whole number of at least 1")
        }
        self.name = name
        self.version = version
        prefixes = try Self.prefixes(node["serves"])
        update = try Self.update(node["update"], prefixes)
        files = try Self.files(node["files"])
    }

    /// Whether a text is a valid package name.
    static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// Returns a valid address prefix from a text: an http or https address that ends with a slash; nil for any other.
    public static func prefix(_ text: String) -> WebURL? {
        guard let url = WebURL(text), url.isHTTP, url.path.hasSuffix("/"), url.query == nil,
            url.fragment == nil, url == url.withoutCredentials
        else { return nil }
        return url
    }

    private static func prefixes(_ node: JSONNode?) throws(PackageFailure) -> [Prefix] {
        guard let node else { return [] }
        guard let members = node.members, members.count <= 100 else {
            throw .badManifest("“serves” must be an object of at most 100 addresses and folders")
        }
        var prefixes: [Prefix] = []
        for member in members {
            let folder = member.node.string.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" }
            guard let folder, folder.isEmpty || isPath(folder.dropLast()) else {
                throw .badManifest(
                    "\(member.position): the folder of “\(member.name)” is not a valid path")
            }
            guard let url = prefix(member.name) else {
                throw .badManifest(
                    "“\(member.name)” must be an http or https address that ends with a slash")
            }
            prefixes.append(Prefix(url: url, folder: folder))
        }
        return prefixes
    }

    private static func update(_ node: JSONNode?, _ prefixes: [Prefix]) throws(PackageFailure) -> WebURL? {
        guard let node else { return nil }
        guard let url = node.string.flatMap({ WebURL($0) }), url.isHTTP else {
            throw .badManifest("\(node.position): “update” must be an http or https address")
        }
        guard
            url.scheme == "https" || url.isLoopback || !prefixes.contains(where: { $0.url.scheme == "https" })
        else { throw .badManifest("a package for https addresses cannot be updated over http") }
        return url
    }

    private static func files(_ node: JSONNode?) throws(PackageFailure) -> [String: File] {
        guard let members = node?.members, members.count <= maxFiles else {
            throw .badManifest("“files” must be an object of at most \(maxFiles) files")
        }
        var files: [String: File] = [:]
        var rest = maxSize
        for member in members {
            guard isPath(member.name), member.name != fileName else {
                throw .badManifest("\(member.position): “\(member.name)” is not a file path of a package")
            }
            guard let sha256 = member.node["sha256"]?.string, isDigest(sha256),
                let size = member.node["size"]?.integer, size >= 0
            else { throw .badManifest("\(member.position): a file requires its sha256 and its size") }
            guard size <= rest else { throw .badManifest("its files are larger than 256 MB in total") }
            rest -= size
            let type = member.node["type"]?.string
            guard type.map({ HeaderField("Content-Type", $0).isWellFormed }) ?? true else {
                throw .badManifest(
                    "\(member.position): “type” has characters that are not allowed in headers")
            }
            files[member.name] = File(sha256: sha256, size: size, type: type)
        }
        return files
    }

    /// Whether a text is a path within a package: its segments are neither empty nor dot segments.
    static func isPath(_ text: some StringProtocol) -> Bool {
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return text.utf8.count <= 1024
            && segments.allSatisfy {
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
            }
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The manifest as JSON, files sorted by path, with a line feed at the end.
    public var bytes: [UInt8] {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("version", .integer(version)),
            .init(
                "serves",
                .object(
                    prefixes.sorted { $0.url.href < $1.url.href }.map {
                        .init($0.url.href, .string($0.folder))
                    })
            ),
        ]
        if let update { members.append(.init("update", .string(update.href))) }
        let entries = files.sorted { $0.key < $1.key }.map { path, file in
            let type = file.type.map { [JSONValue.Member("type", .string($0))] } ?? []
            return JSONValue.Member(
                path,
                .object(
                    [.init("sha256", .string(file.sha256)), .init("size", .integer(file.size))] + type))
        }
        members.append(.init("files", .object(entries)))
        return Array(JSONValue.object(members).text(.indented).utf8) + [0x0A]
    }
}

/// The reason why a package cannot be created, imported, read or updated, by its remedy.
public enum PackageFailure: Error, Equatable, Sendable {
    /// The manifest is invalid, for this reason as a clause.
    case badManifest(String)
    /// The contents do not belong to the package or do not match its manifest, for this reason as a clause.
    case refused(String)
    /// The archive or folder cannot be read, for this reason as a clause.
    case unreadable(path: String, reason: String)
    /// A new package has no name.
    case unnamed
    /// There is no package of this name.
    case unknown(String)
    /// The package has no address for updates.
    case noUpdates(String)
    /// Another program is using the package.
    case busy(String)
    /// The package's new version could not be fetched, for this reason as a clause.
    case notFetched(url: String, reason: String)
    /// `bsdtar`, which reads and writes archives, is not installed.
    case noArchiver
    /// The folder of packages cannot be written or read.
    case store(StoreFailure)
}

extension PackageFailure: CustomStringConvertible {
    /// The error and its remedy, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .badManifest(let what): "the manifest cannot be used: \(what)"
        case .refused(let what): "the package is rejected: \(what)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .unnamed: "a new package requires a name: --name NAME"
        case .unknown(let name):
            "unknown package “\(name)”; see sonic package list, or import one with sonic package import"
        case .noUpdates(let name): "the package “\(name)” has no address for updates; import its new version"
        case .busy(let name): "another program is using the package “\(name)”; try again"
        case .notFetched(let url, let reason): "\(url) could not be fetched: \(reason)"
        case .noArchiver: "archives require bsdtar; install the package libarchive-tools"
        case .store(.unusable(let path, let reason)): "the folder \(path) cannot be used (\(reason))"
        case .store(.full(let path)): "there is no space left for \(path)"
        case .store(.failed(let operation, let path, let reason)):
            "\(operation) of \(path) failed (\(reason))"
        }
    }
}

extension PackageManifest {
    /// The values given by the user; nil leaves a value unchanged.
    public typealias Values = (name: String?, base: WebURL?, update: WebURL?)

    /// Creates the manifest of a folder's current contents: version 1, or the next version if anything changed.
    /// - Throws: The reason why the folder cannot be a package.
    public init(of folder: String, _ values: Values) throws(PackageFailure) {
        let tree = try FileTree(try FileTree.entries(at: folder))
        let old = try tree.files[PackageManifest.fileName].map { (bytes) throws(PackageFailure) in
            try PackageManifest(bytes)
        }
        guard let name = values.name ?? old?.name else { throw .unnamed }
        var manifest = PackageManifest(
            name: name, version: old?.version ?? 1, prefixes: old?.prefixes ?? [],
            update: values.update ?? old?.update, files: [:])
        if let base = values.base { manifest.prefixes = [.init(url: base, folder: "")] }
        for (path, bytes) in tree.files where path != PackageManifest.fileName {
            manifest.files[path] = .init(
                sha256: Hashes.sha256(of: bytes), size: bytes.count, type: old?.files[path]?.type)
        }
        if let old, old != manifest { manifest.version += 1 }
        // Parsing it again checks the manifest as for every reader.
        try self.init(manifest.bytes)
    }

    /// Packs the folder's manifest and its files into an archive, whose format depends on its name.
    public func pack(_ folder: String, into archive: String) throws(PackageFailure) {
        try Archiver.pack([Self.fileName] + files.keys.sorted(), of: folder, into: archive)
    }
}
