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

    /// Returns what the rules determine for the place before a character that is not a mark, in their order.
    func place(before next: LineBreakKind) -> Place {
        // LB2
        if gap == .start { return .held }
        if gap != .spaces {
            // LB4, LB5
            switch last.breaks {
            case .mandatory, .lineFeed, .nextLine: return .required
            case .carriageReturn: return next.breaks == .lineFeed ? .held : .required
            default: break
            }
        }
        switch next.breaks {
        // LB6, LB7
        case .mandatory, .carriageReturn, .lineFeed, .nextLine, .space, .zeroSpace: return .held
        default: break
        }
        // LB8
        if last.breaks == .zeroSpace { return .allowed }
        // LB8a, LB11
        if gap == .joiner || next.breaks == .wordJoiner { return .held }
        return gap == .spaces ? placeAfterSpaces(next) : placeBetween(next)
    }

    private func placeAfterSpaces(_ next: LineBreakKind) -> Place {
        switch (last.breaks, next.breaks) {
        // LB13, except that a break is possible before paths and names that begin with a full stop.
        case (_, .closing), (_, .parenthesis), (_, .exclamation): .held
        // LB14
        case (.opening, _): .held
        // LB15a, LB15b
        case (.openingQuote, _) where memory == .opened: .held
        case (_, .infix), (_, .closingQuote): .doubtful
        // LB16, LB17
        case (.closing, .nonstarter), (.parenthesis, .nonstarter), (.breakBoth, .breakBoth): .held
        // LB18
        default: .allowed
        }
    }

    private func placeBetween(_ next: LineBreakKind) -> Place {
        let isHeld =
            isHeldByPunctuation(next) || isHeldInNumber(next) || isHeldInWord(next) || isHeldInScript(next)
            || isHeldInOtherText(next)
        return isHeld ? .held : .allowed
    }

    /// LB11 to LB22.
    private func isHeldByPunctuation(_ next: LineBreakKind) -> Bool {
        switch (last.breaks, next.breaks) {
        case (.wordJoiner, _), (.glue, _): return true
        case (.breakAfter, .glue), (.hyphen, .glue): return false
        case (_, .glue): return true
        case (_, .closing), (_, .parenthesis), (_, .exclamation), (_, .infix), (_, .slash): return true
        case (.opening, _): return true
        case (.openingQuote, _) where memory == .opened: return true
        case (.closing, .nonstarter), (.parenthesis, .nonstarter), (.breakBoth, .breakBoth): return true
        case (.quote, _), (_, .quote), (.openingQuote, _), (_, .closingQuote): return true
        // LB19a: next to East Asian text, quotation marks behave like brackets.
        case (_, .openingQuote): return !last.isEastAsian
        case (.closingQuote, _): return !next.isEastAsian
        case (.contingent, _), (_, .contingent): return false
        case (.hyphen, .alphabetic), (.hyphen, .hebrew):
            return memory == .firmHyphen || memory == .hebrewHyphen
        case (_, .breakAfter), (_, .hyphen), (_, .nonstarter), (.breakBefore, _), (_, .inseparable):
            return true
        case (.hyphen, _), (.breakAfter, _): return memory == .hebrewHyphen
        case (.slash, .hebrew): return true
        default: return false
        }
    }

    /// LB25 and the parts of LB23 and LB24 that concern numbers.
    private func isHeldInNumber(_ next: LineBreakKind) -> Bool {
        switch (last.breaks, next.breaks) {
        case (_, .digit) where memory == .number: true
        case (_, .postfix), (_, .prefix): memory == .number || memory == .closedNumber
        case (.prefix, .digit), (.postfix, .digit), (.hyphen, .digit), (.infix, .digit): true
        case (.prefix, .opening), (.postfix, .opening): true
        default: false
        }
    }

    /// LB23, LB24, LB28 to LB30.
    private func isHeldInWord(_ next: LineBreakKind) -> Bool {
        switch (last.breaks, next.breaks) {
        case (.alphabetic, .digit), (.hebrew, .digit), (.digit, .alphabetic), (.digit, .hebrew): true
        case (.prefix, .ideograph), (.prefix, .emoji), (.prefix, .emojiModifier), (.prefix, .futureEmoji):
            true
        case (.ideograph, .postfix), (.emoji, .postfix), (.emojiModifier, .postfix), (.futureEmoji, .postfix):
            true
        case (.prefix, .alphabetic), (.prefix, .hebrew), (.postfix, .alphabetic), (.postfix, .hebrew): true
        case (.alphabetic, .prefix), (.hebrew, .prefix), (.alphabetic, .postfix), (.hebrew, .postfix): true
        case (.alphabetic, .alphabetic), (.alphabetic, .hebrew), (.hebrew, .alphabetic), (.hebrew, .hebrew):
            true
        case (.infix, .alphabetic), (.infix, .hebrew): true
        case (.alphabetic, .opening), (.hebrew, .opening), (.digit, .opening): !next.isEastAsian
        case (.parenthesis, .alphabetic), (.parenthesis, .hebrew), (.parenthesis, .digit): !last.isEastAsian
        default: false
        }
    }

    /// LB26, LB27, LB30a and LB30b.
    private func isHeldInScript(_ next: LineBreakKind) -> Bool {
        switch (last.breaks, next.breaks) {
        case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo), (.leadingJamo, .syllable),
            (.leadingJamo, .closedSyllable), (.vowelJamo, .vowelJamo), (.vowelJamo, .trailingJamo),
            (.syllable, .vowelJamo), (.syllable, .trailingJamo), (.trailingJamo, .trailingJamo),
            (.closedSyllable, .trailingJamo):
            true
        case (.leadingJamo, .postfix), (.vowelJamo, .postfix), (.trailingJamo, .postfix),
            (.syllable, .postfix),
            (.closedSyllable, .postfix):
            true
        case (.prefix, .leadingJamo), (.prefix, .vowelJamo), (.prefix, .trailingJamo), (.prefix, .syllable),
            (.prefix, .closedSyllable):
            true
        case (.flagHalf, .flagHalf): memory == .flag
        case (.emoji, .emojiModifier), (.futureEmoji, .emojiModifier): true
        default: false
        }
    }

    /// A rule that is not in the standard: between punctuation, signs and words that are not East Asian, lines break
    /// only after a hyphen between words, not after a slash, a question mark or a bracket.
    private func isHeldInOtherText(_ next: LineBreakKind) -> Bool {
        guard !last.isEastAsian, !next.isEastAsian else { return false }
        switch next.breaks {
        case .alphabetic, .hebrew, .digit, .opening, .prefix, .postfix: break
        default: return false
        }
        switch last.breaks {
        case .exclamation, .slash, .closing, .parenthesis, .infix, .prefix, .postfix: return true
        case .hyphen: return next.breaks != .alphabetic && next.breaks != .hebrew
        default: return false
        }
    }
}
