/// The evidence for an encoding that is available before the bytes.
public enum EncodingEvidence: Hashable, Sendable {
    /// A page, which may declare its encoding, and the value of Content-Type, nil for none.
    case page(contentType: String?)
    /// Text that is not HTML and cannot declare its encoding.
    case text(contentType: String?)
    /// A known encoding: the bytes are another version of those for which it was decided.
    case known(EncodingChoice)
}

/// Finds the encoding of a page from its first bytes, as they are received: byte order mark, Content-Type, meta
/// element, then a guess (Encoding Standard §6.1, HTML Standard §13.2.3). A declared encoding of several bytes per
/// character gives way to UTF-8 if the bytes are Chinese, Japanese or Korean in UTF-8.
///
/// The result does not depend on how the bytes are divided. It needs as few of them as possible: three for a mark, up
/// to 1,024 for a meta element. Until then ASCII is passed through, which is the same in each encoding that a page can
/// declare. If no encoding is declared, the first other byte begins a window of 4 KB for a guess; if one is, the window
/// ends where the bytes are no longer UTF-8.
struct EncodingDecider: Sendable {
    /// The state of the decision.
    enum Verdict: Equatable, Sendable {
        /// More bytes are needed; the first `plain` bytes mean the same in each possible encoding.
        case open(plain: Int)
        /// The encoding, and the number of bytes of a mark at the start.
        case decided(EncodingChoice, mark: Int)
    }

    private enum Phase: Sendable {
        case mark
        case meta
        /// Only ASCII up to this offset.
        case plain(Int)
        /// The guess uses the bytes from this offset on.
        case window(Int)
    }

    /// The number of ASCII bytes after which the rest is assumed to be UTF-8.
    static let plainLimit = 65_536
    /// The number of bytes for a guess, from the first that is not ASCII.
    static let windowLength = 4096

    /// The byte order marks (Encoding Standard §6.1, “BOM sniff”).
    private static let marks: [(bytes: [UInt8], encoding: CharacterEncoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
    ]

    private let evidence: EncodingEvidence
    private var phase = Phase.mark
    /// The declared encoding, if the bytes may refute it.
    private var declared: EncodingChoice?

    init(_ evidence: EncodingEvidence) { self.evidence = evidence }

    /// Examines all bytes received so far, from the first.
    /// - Parameters:
    ///   - bytes: Those of the previous call and the new ones.
    ///   - isWhole: Whether no others follow.
    mutating func consider(_ bytes: [UInt8], isWhole: Bool) -> Verdict {
        while true {
            switch phase {
            case .mark:
                let mark = Self.marks.first { bytes.starts(with: $0.bytes) }
                if mark == nil, !isWhole, Self.marks.contains(where: { $0.bytes.starts(with: bytes) }) {
                    return .open(plain: 0)
                }
                if let verdict = begin(mark?.encoding, length: mark?.bytes.count ?? 0) { return verdict }
            case .meta:
                let start = bytes.prefix(MarkupScan.length)
                if let choice = Self.declared(
                    in: start, isWhole: isWhole || start.count == MarkupScan.length)
                {
                    if let verdict = accept(choice) { return verdict }
                    continue
                }
                if start.count < MarkupScan.length, !isWhole {
                    return .open(plain: Self.firstEvidence(start) ?? start.count)
                }
                phase = .plain(0)
            case .plain(let offset):
                let end = min(bytes.count, Self.plainLimit)
                if let telling = Self.firstEvidence(bytes[offset..<end]) {
                    phase = .window(telling)
                } else if end == Self.plainLimit || isWhole {
                    let named = declared ?? late(bytes[..<end])
                    return .decided(named ?? EncodingChoice(.utf8, .guess(.onlyASCII)), mark: 0)
                } else {
                    phase = .plain(end)
                    return .open(plain: end)
                }
            case .window(let start):
                let end = min(bytes.count, start + Self.windowLength)
                let (window, isFull) = (bytes[start..<end], end == start + Self.windowLength)
                let isUTF8 = EncodingChoice.isUTF8(window, isCut: isFull || !isWhole)
                guard isWhole || isFull || declared != nil && !isUTF8 else { return .open(plain: start) }
                // Other text hardly ever has well-formed characters of three bytes by chance.
                let isRefuted = isUTF8 && window.contains { $0 >= 0xE0 }
                if let named = declared ?? late(bytes[..<end]), !isRefuted || !Self.isRefutable(named) {
                    return .decided(named, mark: 0)
                }
                let language = isPage ? MarkupScan.language(in: bytes.prefix(MarkupScan.length)) : nil
                return .decided(EncodingChoice(guessing: window, isCut: isFull, language: language), mark: 0)
            }
        }
    }

    /// Handles the mark, or its absence; nil if that decides nothing.
    private mutating func begin(_ mark: CharacterEncoding?, length: Int) -> Verdict? {
        if case .known(let choice) = evidence {
            return .decided(choice, mark: mark == choice.encoding ? length : 0)
        }
        if let mark { return .decided(EncodingChoice(mark, .byteOrderMark), mark: length) }
        switch evidence {
        case .known: return nil
        case .page(let type), .text(let type):
            if let named = type.flatMap({ CharacterEncoding(contentType: $0.utf8) }) {
                return accept(EncodingChoice(named, .contentType))
            }
        }
        phase = isPage ? .meta : .plain(0)
        return nil
    }

    /// Decides for a declared encoding, unless the bytes may refute it.
    private mutating func accept(_ choice: EncodingChoice) -> Verdict? {
        guard Self.isRefutable(choice) else { return .decided(choice, mark: 0) }
        declared = choice
        phase = .plain(0)
        return nil
    }

    /// Whether text in an encoding is hardly ever well-formed UTF-8.
    private static func isRefutable(_ choice: EncodingChoice) -> Bool {
        if case .multiByte = choice.encoding.scheme { true } else { false }
    }

    private var isPage: Bool {
        if case .page = evidence { true } else { false }
    }

    /// Returns the index of the first byte that is not the same character in each encoding that a page can declare.
    private static func firstEvidence(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.firstIndex { $0 >= 0x80 || $0 == 0x1B }
    }

    private static func declared(in start: ArraySlice<UInt8>, isWhole: Bool) -> EncodingChoice? {
        if let meta = MarkupScan.meta(in: start) { return EncodingChoice(meta.encoding, .meta) }
        guard isWhole, let encoding = MarkupScan.xmlEncoding(in: start) else { return nil }
        return EncodingChoice(encoding, .xmlDeclaration)
    }

    /// Finds a meta element after the bytes that the standard prescans, but before the guess: a browser that
    /// finds one parses the page again (§13.2.3.5).
    private func late(_ bytes: ArraySlice<UInt8>) -> EncodingChoice? {
        guard isPage, bytes.count > MarkupScan.length else { return nil }
        return MarkupScan.meta(in: bytes).map { EncodingChoice($0.encoding, .meta) }
    }
}
