/// The digests that the protocol uses, as values, so that this target links no C library: nettle provides them here,
/// CryptoKit elsewhere.
public struct Hashes: Sendable {
    /// SHA-1 of the bytes as 40 lower-case hexadecimal digits. Linear.
    public let sha1: @Sendable ([UInt8]) -> String
    /// MD5 of the bytes as 32 lower-case hexadecimal digits. Linear.
    public let md5: @Sendable ([UInt8]) -> String
    /// SHA-256 of the bytes as 64 lower-case hexadecimal digits, used only in explanations; nil if there is no
    /// implementation. Linear.
    public let sha256: (@Sendable ([UInt8]) -> String)?

    /// Creates digests from functions.
    public init(
        sha1: @escaping @Sendable ([UInt8]) -> String, md5: @escaping @Sendable ([UInt8]) -> String,
        sha256: (@Sendable ([UInt8]) -> String)? = nil
    ) {
        self.sha1 = sha1
        self.md5 = md5
        self.sha256 = sha256
    }

    /// Whether a text has the form of a SHA-1: 40 hexadecimal digits in either case.
    package static func isSHA1(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains(Bytes.lowered($0))
            }
    }

    /// The digests in plain Swift, for programs that link no library for them.
    ///
    /// The protocol uses them to name pages and to detect changed bytes; neither is used for security. They take about
    /// 4 ms per megabyte in optimized builds.
    public static let plainSwift = Hashes(
        sha1: { Bytes.hexadecimal(SHA1.digest(of: $0)) }, md5: { Bytes.hexadecimal(MD5.digest(of: $0)) })
}
