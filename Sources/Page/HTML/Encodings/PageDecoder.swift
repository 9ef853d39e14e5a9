/// A page's bytes as UTF-8, while they arrive: finds the encoding, then decodes.
///
/// A page that is UTF-8 passes through as it is, not copied, but for a byte order mark, which is no part of the
/// text. What cannot be decoded yet is held back; the text does not depend on how the bytes are cut.
public struct PageDecoder: Sendable {
    /// A place in a page from which decoding can be taken up again.
    struct Place: Sendable {
        /// The bytes before it, as sent.
        var sent: Int
        /// The bytes before it, decoded.
        var decoded: Int
        /// The decoder as it was there.
        var decoder: TextDecoder
    }

    private enum State: Sendable {
        /// All bytes so far, and how many of them were let through.
        case undecided(EncodingDecider, held: [UInt8], passed: Int)
        case utf8
        case decoding(TextDecoder)
    }

    /// How many bytes are decoded between two places.
    static let distance = 8192

    private var state: State
    private let conversion: CharacterConversion
    /// The encoding in force; nil as long as it is open.
    public private(set) var choice: EncodingChoice?
    /// How many bytes the byte order mark takes.
    private(set) var mark = 0
    /// How many bytes have arrived.
    private(set) var sentCount = 0
    /// How many bytes of text have been given out.
    private(set) var decodedCount = 0

    /// A decoder at the start of a page.
    public init(_ evidence: EncodingEvidence, _ conversion: CharacterConversion) {
        state = .undecided(EncodingDecider(evidence), held: [], passed: 0)
        self.conversion = conversion
    }

    /// Takes the next bytes and returns the text that is certain by now.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        append(bytes, isLast: false) { _ in }
    }

    /// Says that all bytes have arrived, and returns the rest of the text.
    public mutating func finish() -> [UInt8] {
        append([], isLast: true) { _ in }
    }

    /// Takes the next bytes, or the last, and tells places on the way, in ascending order.
    mutating func append(_ bytes: [UInt8], isLast: Bool, noting note: (Place) -> Void) -> [UInt8] {
        var text: [UInt8]
        switch state {
        case .undecided(var decider, var held, let passed):
            // Gives up the second reference, so that the bytes held are added to in place.
            state = .utf8
            if held.isEmpty { held = bytes } else { held += bytes }
            sentCount = held.count
            switch decider.consider(held, isWhole: isLast) {
            case .open(let plain):
                text = Array(held[passed..<plain])
                decodedCount += text.count
                state = .undecided(decider, held: held, passed: plain)
            case .decided(let choice, let mark):
                text = begin(choice, mark: mark, held, passed: passed, note)
            }
        case .utf8:
            sentCount += bytes.count
            decodedCount += bytes.count
            text = bytes
        case .decoding:
            text = decode(bytes[...], note)
        }
        guard isLast, case .decoding(var decoder) = state else { return text }
        let count = text.count
        decoder.finish(to: &text)
        decodedCount += text.count - count
        state = .decoding(decoder)
        return text
    }

    /// Whether bytes pass through from the very first.
    var passesThrough: Bool {
        switch state {
        case .utf8: mark == 0
        case .undecided, .decoding: false
        }
    }

    /// Lets bytes pass through that the caller has. Only where `passesThrough`.
    mutating func pass(_ count: Int) {
        sentCount += count
        decodedCount += count
    }

    /// The encoding is known: takes up the bytes that were held.
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
            // Places stand at the same bytes however the page was cut.
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
