extension WebURL {
    /// Returns the bytes of a part of a URL, with each `%XX` replaced by its byte. Linear.
    public static func percentDecoded(_ part: some StringProtocol) -> [UInt8] { percentDecoded(part.utf8) }

    /// Percent-decodes a part given as bytes, as received.
    public static func percentDecoded(_ part: some Sequence<UInt8>) -> [UInt8] {
        PercentEncodeSet.decoded(Array(part)[...])
    }
}
