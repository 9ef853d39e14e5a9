/// Finds line breaks by UAX #14 of Unicode 15.0: reads one character after another and returns whether a line may break
/// before it. It is small, so that it can be stored with a place to continue from there.
///
/// Numbers follow §8.2 example 7, quotation marks LB15a, LB15b and LB19a of Unicode 16. Intentional differences from
/// the standard are marked below and explained in decision 0090.
struct LineBreaker: Equatable, Sendable {
    /// Whether a line may break between two characters.
    enum Place: Sendable {
        case held, allowed, required
        /// After spaces: held if the second character is followed by a blank, the end, or a character that may not
        /// begin a line (`holdsDoubt`); otherwise allowed.
        case doubtful
    }

    /// What is between the last character that counts and the next.
    enum Gap: Sendable {
        /// No character has been read.
        case start
        case nothing, joiner, spaces
    }

    /// Additional state of the last character.
    enum Memory: Sendable {
        case plain
        /// It belongs to a number that may continue.
        case number
        /// It closes a number.
        case closedNumber
        /// It is the first half of a flag.
        case flag
        /// It is a hyphen after Hebrew (LB21a).
        case hebrewHyphen
        /// It is a hyphen that begins a word or is in an address.
        case firmHyphen
        /// It is an opening quotation mark at the start of a word (LB15a).
        case opened
    }

    private(set) var last = LineBreakKind(.alphabetic)
    private(set) var gap = Gap.start
    private(set) var memory = Memory.plain
    /// Whether a slash has been read since the last break.
    private(set) var isAddress = false

    /// The state after a space that ends a word of letters.
    static var afterWord: LineBreaker {
        var breaker = LineBreaker()
        breaker.gap = .spaces
        return breaker
    }

    /// Whether the last character is an ordinary letter, so that another one changes nothing.
    var isInWord: Bool {
        last.breaks == .alphabetic && gap == .nothing && memory == .plain && !last.isEastAsian
    }

    /// Whether the last character is a Hebrew letter, so that another one changes nothing.
    var isInHebrew: Bool { last.breaks == .hebrew && gap == .nothing && memory == .plain }

    /// Whether the last character is an ideograph, a Hangul syllable, or wide closing or sentence-ending punctuation,
    /// so that a line may break before an ideograph and before a wide opening bracket.
    var isBehindIdeograph: Bool {
        guard last.isEastAsian, gap == .nothing, memory == .plain, !isAddress else { return false }
        switch last.breaks {
        case .ideograph, .syllable, .closedSyllable, .closing, .exclamation, .nonstarter: return true
        default: return false
        }
    }

    /// Reads the next character. Returns whether a line may break before it.
    mutating func advance(_ next: LineBreakKind) -> Place {
        if last.breaks == .ideograph, next.breaks == .ideograph, gap == .nothing {
            last = next
            return .allowed
        }
        // A letter after a letter changes nothing.
        if next == last, isInWord { return .held }
        var next = next
        switch next.breaks {
        // LB1, as in `line-break: normal`: small kana may begin a line.
        case .smallKana:
            next.breaks = .ideograph
            let place = place(before: next)
            advance(next, after: place)
            return place
        case .mark, .joiner:
            // LB9 and LB10.
            if gap == .nothing || gap == .joiner, !last.breaks.takesNoMark {
                gap = next.breaks == .joiner ? .joiner : .nothing
                return .held
            }
            let isJoiner = next.breaks == .joiner
            next = LineBreakKind(.alphabetic)
            let place = place(before: next)
            advance(next, after: place)
            if isJoiner { gap = .joiner }
            return place
        case .space:
            let place = place(before: next)
            if gap == .start || place == .required { last = LineBreakKind(.space) }
            gap = .spaces
            isAddress = false
            return place
        default:
            let place = place(before: next)
            advance(next, after: place)
            return place
        }
    }

    /// Whether a character prevents a doubtful break (LB15b).
    static func holdsDoubt(_ kind: LineBreakKind) -> Bool {
        switch kind.breaks {
        case .space, .glue, .wordJoiner, .closing, .quote, .closingQuote, .parenthesis, .exclamation, .infix,
            .slash,
            .zeroSpace, .mandatory, .carriageReturn, .lineFeed, .nextLine, .mark:
            true
        default: false
        }
    }

    private mutating func advance(_ next: LineBreakKind, after place: Place) {
        if place == .allowed || place == .required { isAddress = false }
        memory = memory(of: next)
        if next.breaks == .slash { isAddress = true }
        last = next
        gap = .nothing
    }

    private func memory(of next: LineBreakKind) -> Memory {
        let follows = gap == .nothing || gap == .joiner
        switch next.breaks {
        case .digit: return .number
        case .slash, .infix: return follows && memory == .number ? .number : .plain
        case .closing, .parenthesis: return follows && memory == .number ? .closedNumber : .plain
        case .flagHalf: return follows && last.breaks == .flagHalf && memory == .flag ? .plain : .flag
        case .hyphen, .breakAfter:
            if follows, last.breaks == .hebrew { return .hebrewHyphen }
            guard next.breaks == .hyphen else { return .plain }
            if isAddress || !follows { return .firmHyphen }
            switch last.breaks {
            // LB20a, for everything that is not a word.
            case .alphabetic, .hebrew, .digit, .ideograph, .syllable, .closedSyllable, .smallKana:
                return .plain
            case .hyphen: return memory
            default: return .firmHyphen
            }
        case .openingQuote:
            guard follows else { return .opened }
            switch last.breaks {
            case .opening, .quote, .openingQuote, .closingQuote, .glue, .zeroSpace: return .opened
            default: return .plain
            }
        default: return .plain
        }
    }

    /// Reads a cluster of laid-out text. Returns whether a line may break before it. Blanks are treated as glue: those
    /// where a line may break are not part of the text between two breaks.
    mutating func advance(cluster text: Span<UInt8>, _ range: Range<Int>) -> Place {
        let isBlank = text[range.lowerBound] == 0x20
        let place = advance(isBlank ? LineBreakKind(.glue) : LineBreakKind(in: text, at: range.lowerBound))
        var index = range.lowerBound + UTF8Text.length(text[range.lowerBound])
        while index < range.upperBound {
            _ = advance(LineBreakKind(in: text, at: index))
            index += UTF8Text.length(text[index])
        }
        return place
    }
}
