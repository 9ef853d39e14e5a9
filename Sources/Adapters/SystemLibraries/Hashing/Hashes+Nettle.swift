import CNettle
import SonicProtocol

extension Hashes {
    /// The digests computed by nettle (docs/decisions: MD5 and SHA-1).
    public static let nettle = Hashes(
        sha1: { bytes in
            var context = sha1_ctx()
            nettle_sha1_init(&context)
            nettle_sha1_update(&context, bytes.count, bytes)
            var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
            nettle_sha1_digest(&context, digest.count, &digest)
            return Bytes.hexadecimal(digest)
        },
        md5: { bytes in
            var context = md5_ctx()
            nettle_md5_init(&context)
            nettle_md5_update(&context, bytes.count, bytes)
            var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
            nettle_md5_digest(&context, digest.count, &digest)
            return Bytes.hexadecimal(digest)
        },
        sha256: { sha256(of: $0) })

    /// Returns the SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits, for data from the network that is to be
    /// stored.
    /// - Complexity: Linear in the number of bytes.
    public static func sha256(of bytes: [UInt8]) -> String {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        return Bytes.hexadecimal(digest)
    }

    /// The name and version of the library, such as `nettle 3.8`.
    public static var libraryVersion: String { "nettle \(nettle_version_major()).\(nettle_version_minor())" }
}
