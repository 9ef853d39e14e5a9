import SonicProtocol

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
