extension LineBreaker {
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
