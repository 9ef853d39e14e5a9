import SonicProtocol

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
            best.url.appending(path: path.dropFirst(best.folder.count), query: query)
        }
    }
}

extension WebURL {
    /// Returns the address of a path below this one, with each segment percent-encoded; nil if the result is not below
    /// it.
    func appending(path: some StringProtocol, query: String? = nil) -> WebURL? {
        let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        var text = ""
        for byte in path.utf8 {
            text +=
                plain.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Bytes.hexadecimal([byte]).uppercased()
        }
        // The dot keeps a path that begins with a slash, or resembles a scheme, below this address.
        guard let url = resolve("./" + text + (query.map { "?" + $0 } ?? "")),
            url.path.hasPrefix(withoutLastSegment)
        else { return nil }
        return url
    }

    private var withoutLastSegment: String {
        String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
    }
}
