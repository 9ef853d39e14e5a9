/// What is known of the encoding before the bytes are.
public enum EncodingEvidence: Hashable, Sendable {
    /// A page, which may name its encoding, and the value of Content-Type, nil for none.
    case page(contentType: String?)
    /// Text that is no HTML and cannot name its encoding.
    case text(contentType: String?)
    /// All: the bytes are another version of ones whose encoding was decided.
    case known(EncodingChoice)
}

/// Finds the encoding of a page from its first bytes, as they arrive: byte order mark, Content-Type, meta element,
/// then a guess (Encoding Standard §6.1, HTML Standard §13.2.3).
///
/// The answer is the same however the bytes are cut. It waits for as few of them as possible: three for a mark,
/// up to 1,024 for a meta element. Meanwhile ASCII is let through, which is the same in each encoding that a page
/// can name. Where nothing names one, the first other byte begins a window of 4 KB that is guessed by.
struct EncodingDecider: Sendable {
    /// How far the decision is.
    enum Verdict: Equatable, Sendable {
        /// More bytes are needed; so many from the start mean the same in each encoding that is possible.
        case open(plain: Int)
        /// The encoding, and how many bytes a mark takes at the start.
        case decided(EncodingChoice, mark: Int)
    }

    private enum Phase: Sendable {
        case mark
        case meta
        /// Nothing but ASCII up to this offset.
        case plain(Int)
        /// The guess waits for the bytes from this offset on.
        case window(Int)
    }

    /// How many bytes may be ASCII before the rest is believed to be UTF-8.
    static let plainLimit = 65_536
    /// How many bytes a guess is made by, from the first that is not ASCII.
    static let windowLength = 4096

    private let evidence: EncodingEvidence
    private var phase = Phase.mark

    init(_ evidence: EncodingEvidence) { self.evidence = evidence }

    /// Looks at all bytes that have arrived so far, from the very first.
    /// - Parameters:
    ///   - bytes: Those of the call before and the new ones.
    ///   - isWhole: Whether no others follow.
    mutating func consider(_ bytes: [UInt8], isWhole: Bool) -> Verdict {
        while true {
            switch phase {
            case .mark:
                let mark = ByteOrderMark(bytes[...])
                if mark == nil, !isWhole, ByteOrderMark.couldBegin(bytes[...]) { return .open(plain: 0) }
                if let verdict = begin(mark) { return verdict }
            case .meta:
                let start = bytes.prefix(MetaPrescan.length)
                if let choice = Self.declared(
                    in: start, isWhole: isWhole || start.count == MetaPrescan.length)
                {
                    return .decided(choice, mark: 0)
                }
                if start.count < MetaPrescan.length, !isWhole {
                    return .open(plain: Self.firstEvidence(start) ?? start.count)
                }
                phase = .plain(0)
            case .plain(let offset):
                let end = min(bytes.count, Self.plainLimit)
                if let telling = Self.firstEvidence(bytes[offset..<end]) {
                    phase = .window(telling)
                } else if end == Self.plainLimit || isWhole {
                    return .decided(late(bytes[..<end]) ?? EncodingChoice(.utf8, .guess(.onlyASCII)), mark: 0)
                } else {
                    phase = .plain(end)
                    return .open(plain: end)
                }
            case .window(let start):
                let end = min(bytes.count, start + Self.windowLength)
                guard isWhole || end == start + Self.windowLength else { return .open(plain: start) }
                if let choice = late(bytes[..<end]) { return .decided(choice, mark: 0) }
                let guess = EncodingGuess(
                    bytes[start..<end], isCut: end == start + Self.windowLength, language: language(bytes))
                return .decided(guess.choice, mark: 0)
            }
        }
    }

    /// Takes in the mark, or that there is none; nil where that decides nothing.
    private mutating func begin(_ mark: ByteOrderMark?) -> Verdict? {
        if case .known(let choice) = evidence {
            return .decided(choice, mark: mark?.encoding == choice.encoding ? mark?.length ?? 0 : 0)
        }
        if let mark { return .decided(EncodingChoice(mark.encoding, .byteOrderMark), mark: mark.length) }
        switch evidence {
        case .known: return nil
        case .page(let type), .text(let type):
            if let named = type.flatMap({ ContentTypeCharset.encoding(in: $0.utf8) }) {
                return .decided(EncodingChoice(named, .contentType), mark: 0)
            }
        }
        phase = isPage ? .meta : .plain(0)
        return nil
    }

    private var isPage: Bool {
        switch evidence {
        case .page: true
        case .text, .known: false
        }
    }

    private func language(_ bytes: [UInt8]) -> String? {
        isPage ? MetaPrescan.language(in: bytes.prefix(MetaPrescan.length)) : nil
    }

    /// Where the first byte stands that is not the same character in each encoding that a page can name.
    private static func firstEvidence(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.firstIndex { $0 >= 0x80 || $0 == 0x1B }
    }

    private static func declared(in start: ArraySlice<UInt8>, isWhole: Bool) -> EncodingChoice? {
        if let encoding = MetaPrescan.meta(in: start) { return EncodingChoice(encoding, .meta) }
        guard isWhole, let encoding = XMLDeclaration.encoding(in: start) else { return nil }
        return EncodingChoice(encoding, .xmlDeclaration)
    }

    /// A meta element behind the bytes that the standard looks at first, but before the guess: a browser that finds
    /// one begins the page anew (§13.2.3.5).
    private func late(_ bytes: ArraySlice<UInt8>) -> EncodingChoice? {
        guard isPage, bytes.count > MetaPrescan.length else { return nil }
        return MetaPrescan.meta(in: bytes).map { EncodingChoice($0, .meta) }
    }
}
