extension WebURL {
    /// The bytes of a part of a URL, each `%XX` replaced by the byte it names. Linear.
    public static func percentDecoded(_ part: some StringProtocol) -> [UInt8] {
        PercentEncodeSet.decoded(Array(part.utf8)[...])
    }
}
