/// Converts a page's bytes to UTF-8 as they are received: finds the encoding, then decodes.
///
/// A UTF-8 page passes through without a copy, except for a byte order mark, which is not part of the text.
/// What cannot be decoded yet is buffered; the text does not depend on how the bytes are divided.
public struct PageDecoder: Sendable {
    /// A position in a page where decoding can resume.
    struct Place: Sendable {
        /// The number of bytes before it, as sent.
        var sent: Int
        /// The number of bytes before it, decoded.
        var decoded: Int
        /// The decoder at this position.
        var decoder: TextDecoder
    }

    private enum State: Sendable {
        /// All bytes so far, and the number of those passed through.
        case undecided(EncodingDecider, held: [UInt8], passed: Int)
        case utf8
        case decoding(TextDecoder)
    }

    /// The number of bytes between two positions.
    static let distance = 8192

    private var state: State
    private let conversion: CharacterConversion
    /// The current encoding; nil while it is undecided.
    public private(set) var choice: EncodingChoice?
    /// The number of bytes of the byte order mark.
    private(set) var mark = 0
    /// The number of bytes received.
    private(set) var sentCount = 0
    /// The number of bytes of text returned.
    private(set) var decodedCount = 0

    /// Creates a decoder for the start of a page.
    public init(_ evidence: EncodingEvidence, _ conversion: CharacterConversion) {
        state = .undecided(EncodingDecider(evidence), held: [], passed: 0)
        self.conversion = conversion
    }

    /// Decodes the next bytes and returns the text that is certain so far.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] { append(bytes, isLast: false) { _ in } }

    /// Ends the page and returns the rest of the text.
    public mutating func finish() -> [UInt8] { append([], isLast: true) { _ in } }

    /// Decodes the next or last bytes, and reports positions in ascending order.
    mutating func append(_ bytes: [UInt8], isLast: Bool, noting note: (Place) -> Void) -> [UInt8] {
        var text: [UInt8]
        switch state {
        case .undecided(var decider, var held, let passed):
            // Releases the second reference, so that the buffer is appended to in place.
            state = .utf8
            if held.isEmpty { held = bytes } else { held += bytes }
            sentCount = held.count
            switch decider.consider(held, isWhole: isLast) {
            case .open(let plain):
                text = Array(held[passed..<plain])
                decodedCount += text.count
                state = .undecided(decider, held: held, passed: plain)
            case .decided(let choice, let mark): text = begin(choice, mark: mark, held, passed: passed, note)
            }
        case .utf8:
            sentCount += bytes.count
            decodedCount += bytes.count
            text = bytes
        case .decoding: text = decode(bytes[...], note)
        }
        guard isLast, case .decoding(var decoder) = state else { return text }
        let count = text.count
        decoder.finish(to: &text)
        decodedCount += text.count - count
        state = .decoding(decoder)
        return text
    }

    /// Whether all bytes pass through from the first.
    var passesThrough: Bool {
        switch state {
        case .utf8: mark == 0
        case .undecided, .decoding: false
        }
    }

    /// Counts bytes that the caller already has as passed through. Only if `passesThrough`.
    mutating func pass(_ count: Int) {
        sentCount += count
        decodedCount += count
    }

    /// Decodes the buffered bytes once the encoding is known.
    private mutating func begin(
        _ choice: EncodingChoice, mark: Int, _ held: [UInt8], passed: Int, _ note: (Place) -> Void
    ) -> [UInt8] {
        self.choice = choice
        self.mark = mark
        let start = max(mark, passed)
        if case .utf8 = choice.encoding.scheme {
            state = .utf8
            decodedCount += held.count - start
            return start == 0 ? held : Array(held[start...])
        }
        let decoder = TextDecoder(choice.encoding, conversion)
        state = .decoding(decoder)
        sentCount = start
        note(Place(sent: start, decoded: decodedCount, decoder: decoder))
        return decode(held[start...], note)
    }

    private mutating func decode(_ bytes: ArraySlice<UInt8>, _ note: (Place) -> Void) -> [UInt8] {
        guard case .decoding(var decoder) = state else { return [] }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 2)
        var rest = bytes
        let before = decodedCount
        while !rest.isEmpty {
            // Positions are at the same bytes however the page was divided.
            let piece = rest.prefix(Self.distance - sentCount % Self.distance)
            decoder.decode(piece, to: &text)
            rest = rest[piece.endIndex...]
            sentCount += piece.count
            decodedCount = before + text.count
            if sentCount % Self.distance == 0 {
                note(Place(sent: sentCount, decoded: decodedCount, decoder: decoder))
            }
        }
        state = .decoding(decoder)
        return text
    }
}
