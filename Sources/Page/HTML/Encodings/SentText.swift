/// A page's bytes as sent, with the mapping between their offsets and those of the text in UTF-8.
///
/// Bytes are appended as they are received, and their text is returned but not stored: the layout stores it.
/// For a UTF-8 page only the bytes are stored, and the offsets are the same. Otherwise a position is stored
/// every 8 KB, from which an offset is found by decoding the bytes between.
public struct SentText: Sendable {
    /// The bytes as sent.
    public private(set) var bytes: [UInt8] = []
    private var decoder: PageDecoder
    private var places: [PageDecoder.Place] = []

    /// Creates an empty page.
    public init(_ evidence: EncodingEvidence, _ conversion: CharacterConversion) {
        decoder = PageDecoder(evidence, conversion)
    }

    /// The current encoding; nil while it is undecided.
    public var choice: EncodingChoice? { decoder.choice }

    /// The number of bytes of text returned.
    public var decodedCount: Int { decoder.decodedCount }

    /// Appends the next bytes and returns the text that is certain so far, in UTF-8. Linear; for a UTF-8 page,
    /// the same bytes are returned.
    /// - Parameter isLast: Whether no others follow. A page received in one piece is not copied.
    public mutating func append(_ piece: [UInt8], isLast: Bool = false) -> [UInt8] {
        // Appending nothing would still copy a shared array.
        if bytes.isEmpty { bytes = piece } else if !piece.isEmpty { bytes += piece }
        return decoder.append(piece, isLast: isLast) { places.append($0) }
    }

    /// Whether the text is the same as the bytes: UTF-8 without a byte order mark.
    public var isOwnText: Bool { decoder.passesThrough }

    /// Replaces the beginning, which is all that was appended so far, by the whole page, and returns the rest
    /// of the text. If the text is the same as the bytes, nothing is copied or read.
    /// - Parameter whole: Begins with `bytes`.
    public mutating func complete(with whole: [UInt8]) -> ArraySlice<UInt8> {
        let rest = whole[min(bytes.count, whole.count)...]
        bytes = whole
        guard !isOwnText else {
            decoder.pass(rest.count)
            return rest
        }
        return decoder.append(Array(rest), isLast: true) { places.append($0) }[...]
    }

    /// Replaces the bytes by an equal array, so that they are in memory once.
    /// - Parameter same: Equals `bytes`.
    public mutating func share(_ same: [UInt8]) { bytes = same }

    /// Ends the page and returns the rest of the text.
    public mutating func finish() -> [UInt8] { append([], isLast: true) }

    /// Returns the offsets in the text for offsets in the bytes as sent: the number of bytes of text that are
    /// certain once those before the offset are decoded. An offset within a character is mapped to its
    /// beginning, one beyond the end to the end.
    ///
    /// In ascending order, no byte is decoded twice; otherwise up to 8 KB for each offset.
    public func decodedOffsets(of offsets: [Int]) -> [Int] {
        var last: PageDecoder.Place?
        return offsets.map { offset in
            guard offset < bytes.count else { return decodedCount }
            guard var place = place(before: offset) else {
                return min(max(0, offset - decoder.mark), decodedCount)
            }
            if let last, last.sent > place.sent, last.sent <= offset { place = last }
            var text: [UInt8] = []
            place.decoder.decode(bytes[place.sent..<offset], to: &text)
            place.sent = offset
            place.decoded += text.count
            last = place
            return place.decoded
        }
    }

    /// Returns the last offset in the bytes as sent whose text begins at or before an offset of the text: the
    /// inverse of `decodedOffsets`. Decodes up to 8 KB for each step of a binary search.
    public func sentOffset(ofDecoded offset: Int) -> Int {
        guard !isOwnText else { return min(offset, bytes.count) }
        return max(0, bytes.indices.partitionPoint(while: { decodedOffsets(of: [$0])[0] <= offset }) - 1)
    }

    /// Returns the last position at or before an offset; nil if there is none. Logarithmic.
    private func place(before offset: Int) -> PageDecoder.Place? {
        let count = places.partitionPoint(while: { $0.sent <= offset })
        return count == 0 ? nil : places[count - 1]
    }
}
