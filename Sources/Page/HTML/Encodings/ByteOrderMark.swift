/// A byte order mark at the start of a page (Encoding Standard §6.1, “BOM sniff”).
struct ByteOrderMark: Equatable, Sendable {
    /// The encoding that the mark identifies.
    let encoding: CharacterEncoding
    /// The number of bytes of the mark.
    let length: Int

    private static let marks: [(bytes: [UInt8], encoding: CharacterEncoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
    ]

    /// Creates the mark that the bytes begin with; nil if there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let mark = Self.marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
        encoding = mark.encoding
        length = mark.bytes.count
    }

    /// Whether these first bytes, which are not a complete mark, may be the beginning of one.
    static func couldBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
        marks.contains { $0.bytes.starts(with: bytes) }
    }
}
