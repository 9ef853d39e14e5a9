/// A path of the file system: bytes, which need not be UTF-8.
///
/// It has an address and a text, and is created again from either, however that was passed on: as an argument, a setting
/// or a typed line.
public struct FilePath: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The scheme of the addresses of files.
    public static let scheme = "file"

    /// Creates a path of its bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates the path that a text names: an address that begins with `file:///`, otherwise the text itself.
    public init(_ text: String) {
        let count = Self.rootCount(of: text)
        self.init(count > 1 ? WebURL.percentDecoded(text.dropFirst(count - 1)) : Array(text.utf8))
    }

    /// Returns the number of characters before the first name in the text of an absolute path.
    public static func rootCount(of text: String) -> Int { text.hasPrefix("file:///") ? 8 : 1 }

    /// Creates the path of the file at an address; nil for other schemes and for other machines.
    public init?(_ url: WebURL) {
        guard url.scheme == Self.scheme, url.host.isEmpty else { return nil }
        self.init(WebURL.percentDecoded(url.path))
    }

    /// The address of an absolute path.
    public var address: String { "file://" + escaped }

    /// The path as part of an address, or as a relative one.
    public var escaped: String { PercentEncodeSet.filePath.encoded(bytes[...]) }

    /// The path as text; the address of an absolute path that is not UTF-8.
    public var text: String {
        String(validating: bytes, as: UTF8.self) ?? (bytes.first == 0x2F ? address : Bytes.text(bytes))
    }

    /// The path for system calls. With a NUL in it, it names no file, and not the one that its beginning names
    /// (CWE-158).
    public var cString: [CChar] { (bytes.contains(0) ? [] : bytes.map { CChar(bitPattern: $0) }) + [0] }
}
