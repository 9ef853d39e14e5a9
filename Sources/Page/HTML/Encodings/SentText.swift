/// A page as its bytes were sent, with the way from their offsets to those of its text in UTF-8.
///
/// Bytes go in as they arrive and their text comes out, which is not kept: what lays it out does. For a page that
/// is UTF-8 it holds the bytes alone and offsets are the same. Else it holds a place every 8 KB, from which an
/// offset is found by decoding the bytes between.
public struct SentText: Sendable {
    /// The bytes as sent.
    public private(set) var bytes: [UInt8] = []
    private var decoder: PageDecoder
    private var places: [PageDecoder.Place] = []

    /// A page of which nothing has arrived.
    public init(_ evidence: EncodingEvidence, _ conversion: CharacterConversion) {
        decoder = PageDecoder(evidence, conversion)
    }

    /// The encoding in force; nil as long as it is open.
    public var choice: EncodingChoice? { decoder.choice }

    /// The number of bytes of text given out.
    public var decodedCount: Int { decoder.decodedCount }

    /// Takes the next bytes and returns the text that is certain by now, in UTF-8. Linear; for a page that is UTF-8
    /// the very bytes come back.
    /// - Parameter isLast: Whether no others follow. A page that comes whole is not copied.
    public mutating func append(_ piece: [UInt8], isLast: Bool = false) -> [UInt8] {
        // Adding nothing would still copy an array that somebody shares.
        if bytes.isEmpty { bytes = piece } else if !piece.isEmpty { bytes += piece }
        return decoder.append(piece, isLast: isLast) { places.append($0) }
    }

    /// Whether the text is the page's own bytes, as that of a page in UTF-8 without a mark is.
    public var isOwnText: Bool { decoder.passesThrough }

    /// Takes the whole page in place of its beginning, which is all that was given, and returns the rest of the
    /// text. Where the text is the page's own bytes nothing is copied or passed over.
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

    /// Takes an array with the very same bytes in place of its own, so that they are in memory once.
    /// - Parameter same: Equals `bytes`.
    public mutating func share(_ same: [UInt8]) { bytes = same }

    /// Says that all bytes have arrived, and returns the rest of the text.
    public mutating func finish() -> [UInt8] { append([], isLast: true) }

    /// Where text begins that stands at these offsets of the bytes as sent: the number of bytes of text that are
    /// certain when those before the offset have been read. An offset within a character is its beginning,
    /// one beyond the end is the end.
    ///
    /// Cheapest in ascending order: then it decodes no byte twice, else up to 8 KB an offset.
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

    /// The last offset of the bytes as sent at which text begins that stands at or before an offset of the text: the way
    /// back from `decodedOffsets`. Decodes up to 8 KB for each halving of the bytes.
    public func sentOffset(ofDecoded offset: Int) -> Int {
        guard !isOwnText else { return min(offset, bytes.count) }
        var (low, high) = (0, bytes.count)
        while low < high {
            let middle = (low + high) / 2
            if decodedOffsets(of: [middle])[0] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The last place at or before an offset; nil where the bytes are their own text. Logarithmic.
    private func place(before offset: Int) -> PageDecoder.Place? {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].sent <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : places[low - 1]
    }
}
