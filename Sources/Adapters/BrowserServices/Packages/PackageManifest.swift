import SonicProtocol

/// What a package is: which addresses it stands for and which files it holds (docs/reference/connections.md#packages).
public struct PackageManifest: Sendable, Equatable {
    /// A file of a package.
    public struct File: Sendable, Hashable {
        /// SHA-256 of its bytes as 64 lower-case hexadecimal digits.
        public var sha256: String
        /// Its length in bytes.
        public var size: Int
        /// Its Content-Type; nil to tell it by the name's ending.
        var type: String?
    }

    /// Addresses that a folder of the package answers.
    public struct Prefix: Sendable, Hashable {
        /// What the addresses begin with: http or https, ending with a slash, without query.
        public var url: WebURL
        /// The folder's path with a slash at its end; empty for the whole package.
        var folder: String
    }

    /// The name in `package://NAME/`: letters `a`–`z`, digits and hyphens, at most 63.
    public var name: String
    /// Counts up from 1.
    public var version: Int
    /// The addresses it stands for.
    public var prefixes: [Prefix]
    /// Where the manifest of its newest version is, with the files beside it; nil for none.
    public var update: WebURL?
    /// The files by their paths within the package.
    public var files: [String: File]

    /// The name of a manifest's file.
    public static let fileName = "manifest.json"
    /// The longest manifest in bytes.
    static let mostBytes = 4 << 20
    /// The most files.
    static let mostFiles = 10_000
    /// The longest package in bytes, all files together.
    static let mostSize = 256 << 20

    /// The path of the file that answers an address of these bytes behind a prefix or `package://NAME/`: a folder
    /// stands for its `index.html`. nil for what can be no path.
    static func path(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.isEmpty || text.hasSuffix("/") ? text + "index.html" : text
    }

    /// Where a file is on the network: behind the longest folder among the prefixes that holds it, of equal ones the
    /// first.
    func onlineAddress(ofPath path: String, query: String?) -> WebURL? {
        var best: Prefix?
        for prefix in prefixes where path.hasPrefix(prefix.folder) {
            if prefix.folder.utf8.count > best?.folder.utf8.count ?? -1 { best = prefix }
        }
        return best.flatMap { best in
            best.url.appending(path: path.dropFirst(best.folder.count), query: query)
        }
    }
}

extension WebURL {
    /// The address of a path below this one, each of its segments encoded; nil when that is none below it.
    func appending(path: some StringProtocol, query: String? = nil) -> WebURL? {
        let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        var text = ""
        for byte in path.utf8 {
            text +=
                plain.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Bytes.hexadecimal([byte]).uppercased()
        }
        // The dot keeps a path that begins with a slash, or looks like a scheme, below this address.
        guard let url = resolve("./" + text + (query.map { "?" + $0 } ?? "")),
            url.path.hasPrefix(withoutLastSegment)
        else { return nil }
        return url
    }

    private var withoutLastSegment: String {
        String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
    }
}
