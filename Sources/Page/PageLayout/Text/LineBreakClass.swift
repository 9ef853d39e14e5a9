/// The line breaking class of a character (UAX #14 §5.1), after rule LB1. The comments give the names used there.
///
/// The order is that of the table: classes before `mandatory` also exist in a wide form.
enum LineBreakClass: UInt8, Sendable {
    /// AL, including symbols, unknown characters, and letters of scripts without spaces.
    case alphabetic
    /// BA: dashes, and blanks other than the space.
    case breakAfter
    /// CL
    case closing
    /// CM: marks, controls.
    case mark
    /// EB
    case emoji
    /// EX
    case exclamation
    /// GL: a blank or mark that prevents breaks on both sides.
    case glue
    /// ID
    case ideograph
    /// IN: leaders.
    case inseparable
    /// IS: comma, colon, full stop.
    case infix
    /// NS: may not begin a line.
    case nonstarter
    /// OP
    case opening
    /// PO: percent, degrees.
    case postfix
    /// PR: currency.
    case prefix
    /// BK
    case mandatory
    /// CR
    case carriageReturn
    /// LF
    case lineFeed
    /// NL
    case nextLine
    /// SP
    case space
    /// ZW: an invisible place to break.
    case zeroSpace
    /// WJ
    case wordJoiner
    /// ZWJ
    case joiner
    /// HL
    case hebrew
    /// NU
    case digit
    /// CJ: small kana and the prolongation mark.
    case smallKana
    /// CP
    case parenthesis
    /// QU that neither opens nor closes.
    case quote
    /// QU that is initial punctuation.
    case openingQuote
    /// QU that is final punctuation.
    case closingQuote
    /// SY: the slash.
    case slash
    /// HY
    case hyphen
    /// BB
    case breakBefore
    /// B2: the em dash.
    case breakBoth
    /// CB
    case contingent
    /// H2
    case syllable
    /// H3
    case closedSyllable
    /// JL
    case leadingJamo
    /// JV
    case vowelJamo
    /// JT
    case trailingJamo
    /// RI
    case flagHalf
    /// EM
    case emojiModifier
    /// Pictographs to be assigned (LB30b).
    case futureEmoji

    /// Whether it is a line end or a blank, so that no mark combines with it (LB9).
    var takesNoMark: Bool {
        switch self {
        case .mandatory, .carriageReturn, .lineFeed, .nextLine, .space, .zeroSpace: true
        default: false
        }
    }
}

/// The class of a character and whether it is East Asian: wide, fullwidth or halfwidth (UAX #11).
struct LineBreakKind: Equatable, Sendable {
    var breaks: LineBreakClass
    var isEastAsian = false

    /// The number of classes: codes from here on are the wide forms of the first ones.
    private static let classCount = LineBreakClass.futureEmoji.rawValue + 1

    init(_ breaks: LineBreakClass, isEastAsian: Bool = false) {
        self.breaks = breaks
        self.isEastAsian = isEastAsian
    }

    /// The kind of a scalar value. Constant time.
    @inline(__always)
    init(_ value: UInt32) {
        switch value {
        // Most of Chinese and Japanese, without a table lookup.
        case 0x4E00...0x9FFF: self.init(.ideograph, isEastAsian: true)
        default: self.init(code: Self.code(value))
        }
    }

    /// The kind of the scalar that begins at an offset of UTF-8.
    init(in text: Span<UInt8>, at offset: Int) { self.init(UTF8Text.scalar(in: text, at: offset)) }

    private init(code: UInt8) {
        if code >= Self.classCount {
            self.init(LineBreakClass(rawValue: code - Self.classCount) ?? .alphabetic, isEastAsian: true)
            return
        }
        self.init(LineBreakClass(rawValue: code) ?? .alphabetic)
        switch breaks {
        case .smallKana, .emojiModifier, .syllable, .closedSyllable, .leadingJamo: isEastAsian = true
        default: break
        }
    }

    private static func code(_ value: UInt32) -> UInt8 {
        guard value < 0x20000 else {
            if value < 0x40000, value & 0xFFFF < 0xFFFE {
                return classCount + LineBreakClass.ideograph.rawValue
            }
            switch value {
            case 0xE0001, 0xE0020...0xE007F, 0xE0100...0xE01EF: return LineBreakClass.mark.rawValue
            default: return LineBreakClass.alphabetic.rawValue
            }
        }
        let value = Int(value)
        let list = number(LineBreakTable.blocks, value >> 9)
        let leaf = number(LineBreakTable.lists, list << 5 | value >> 4 & 31)
        return LineBreakTable.leaves.utf8Start[leaf << 4 | value & 15] &- 0x30
    }

    private static func number(_ text: StaticString, _ index: Int) -> Int {
        let start = text.utf8Start + 2 * index
        return Int(start[0] &- 0x30) << 6 | Int(start[1] &- 0x30)
    }
}
