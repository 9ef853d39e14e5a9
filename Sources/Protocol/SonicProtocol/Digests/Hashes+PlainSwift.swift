extension Hashes {
    /// The digests in plain Swift, for programs that link no library for them.
    ///
    /// The protocol uses them to name pages and to detect changed bytes; neither is used for security. They take about
    /// 4 ms per megabyte in optimized builds.
    public static let plainSwift = Hashes(
        sha1: { Bytes.hexadecimal(SHA1.digest(of: $0)) }, md5: { Bytes.hexadecimal(MD5.digest(of: $0)) })
}
