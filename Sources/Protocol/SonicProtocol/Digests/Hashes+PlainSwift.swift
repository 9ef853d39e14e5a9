extension Hashes {
    /// The digests in plain Swift: for programs that bring no library for them.
    ///
    /// They name pages and find out whether bytes are those that were stored, as the protocol wants it; neither
    /// digest keeps anything secret. Some 4 ms a megabyte where the compiler optimizes.
    public static let plainSwift = Hashes(
        sha1: { Bytes.hexadecimal(SHA1.digest(of: $0)) }, md5: { Bytes.hexadecimal(MD5.digest(of: $0)) })
}
