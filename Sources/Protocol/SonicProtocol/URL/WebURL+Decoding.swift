extension WebURL {
    /// The bytes of a part of a URL, each `%XX` replaced by the byte it names. Linear.
    public static func percentDecoded(_ part: some StringProtocol) -> [UInt8] { percentDecoded(part.utf8) }

    /// The same for a part that is bytes, as it came over the wire.
    public static func percentDecoded(_ part: some Sequence<UInt8>) -> [UInt8] {
        PercentEncodeSet.decoded(Array(part)[...])
    }

    /// The same where every `%` is to begin such a name; nil where one does not. Linear.
    static func strictlyPercentDecoded(_ part: some Sequence<UInt8>) -> [UInt8]? {
        PercentEncodeSet.decodedStrictly(Array(part)[...])
    }
}
