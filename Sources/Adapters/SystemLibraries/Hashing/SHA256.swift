import CNettle
import SonicProtocol

/// SHA-256 (FIPS 180-4), for data from the network that is to be stored.
public enum SHA256 {
    /// Returns the digest of the bytes as 64 lower-case hexadecimal digits.
    /// - Complexity: Linear in the number of bytes.
    public static func digest(of bytes: [UInt8]) -> String {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        return Bytes.hexadecimal(digest)
    }
}
