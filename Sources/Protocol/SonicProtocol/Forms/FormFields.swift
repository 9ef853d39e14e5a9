/// The fields of an `application/x-www-form-urlencoded` text.
public struct FormFields {
    /// Names and values, decoded, in order; invalid UTF-8 becomes U+FFFD.
    public let fields: [(name: String, value: String)]

    /// Reads a text. Linear.
    public init(_ text: some Sequence<UInt8>) {
        fields = Array(text).split(separator: UInt8(ascii: "&")).map { pair in
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(halves.first ?? []), Self.decoded(halves.dropFirst().first ?? []))
        }
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: WebURL.percentDecoded(spaced), as: UTF8.self)
    }
}
