import CNettle
import SonicProtocol

extension Hashes {
    /// The digests computed by nettle (docs/decisions: MD5 and SHA-1).
    public static let nettle = Hashes(
        sha1: {
            digest($0, sha1_ctx(), SHA1_DIGEST_SIZE, nettle_sha1_init, nettle_sha1_update, nettle_sha1_digest)
        },
        md5: {
            digest($0, md5_ctx(), MD5_DIGEST_SIZE, nettle_md5_init, nettle_md5_update, nettle_md5_digest)
        },
        sha256: { sha256(of: $0) })

    /// Returns the SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits, for data from the network that is to be
    /// stored.
    /// - Complexity: Linear in the number of bytes.
    public static func sha256(of bytes: [UInt8]) -> String {
        digest(
            bytes, sha256_ctx(), SHA256_DIGEST_SIZE, nettle_sha256_init, nettle_sha256_update,
            nettle_sha256_digest)
    }

    private static func digest<Context>(
        _ bytes: [UInt8], _ initial: Context, _ size: Int32,
        _ begin: (UnsafeMutablePointer<Context>?) -> Void,
        _ update: (UnsafeMutablePointer<Context>?, Int, UnsafePointer<UInt8>?) -> Void,
        _ end: (UnsafeMutablePointer<Context>?, Int, UnsafeMutablePointer<UInt8>?) -> Void
    ) -> String {
        var context = initial
        begin(&context)
        update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(size))
        end(&context, digest.count, &digest)
        return Bytes.hexadecimal(digest)
    }

    /// The name and version of the library, such as `nettle 3.8`.
    public static var libraryVersion: String { "nettle \(nettle_version_major()).\(nettle_version_minor())" }
}
