import Chance
import Testing

@testable import PageLayout

/// Text that is laid out many characters at a time.
@Suite struct RunTests {
    private static let signs: [Character] = [
        "日", "本", "語", "か", "な", "カ", "ナ", "ー", "ッ", "ゃ", "가", "나", "、", "。", "「", "」", "『", "』", "【",
        "】", "（", "）", "《", "》", "；", "〜", "〔", "〕", "〒", "，", "．", "！", "？", "：", "・", "々", "〜", "a", "7",
        "3", ")", "(", "-", "/", ",", "é",
        " ",
        " ", "\u{3000}", "か\u{3099}", "\u{200B}", "“", "”", "％", "￥",
    ]

    /// Characters that each differ in style from the one before, and so are laid out one by one.
    @Test(arguments: 0..<60)
    func `text laid out in runs has the same lines as character by character`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let inTable = seed % 3 == 2
        var (plain, apart) = ("", "")
        for _ in 0..<(inTable ? 3 : 1) {
            let opening = inTable ? "<table><tr><td>a<td>" : "<p>"
            plain += opening
            apart += opening
            for number in 0..<120 {
                // Mostly text that is laid out in runs.
                let isCommon = Int.random(in: 0..<4, using: &dice) != 0
                let sign = (isCommon ? Self.signs[..<30] : Self.signs[...]).randomElement(using: &dice)!
                plain.append(sign)
                apart += number.isMultiple(of: 2) ? "<b>\(sign)</b>" : String(sign)
            }
            if inTable { plain += "</table>" }
            if inTable { apart += "</table>" }
        }
        let width = Int.random(in: 4...50, using: &dice)
        let (lines, same) = (outline(plain, width), outline(apart, width))
        #expect(lines == same, "seed \(seed), width \(width)")
    }

    @Test(arguments: 0..<60)
    func `words with quotation marks break as when laid out character by character`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let signs: [Character] = [
            "a", "b", "é", "я", " ", " ", "“", "”", "‘", "’", "’", "x", "7", "ب", "ت", "א", "日", "(", ")",
            ".", ",",
            "?", "-", "/", "—", "…", "“", "”", "\u{A0}", "e\u{301}", "«", "»",
        ]
        var (plain, apart) = ("<p>", "<p>")
        for number in 0..<160 {
            let isCommon = Int.random(in: 0..<4, using: &dice) != 0
            let sign = (isCommon ? signs[..<12] : signs[...]).randomElement(using: &dice)!
            plain.append(sign)
            apart += number.isMultiple(of: 2) ? "<b>\(sign)</b>" : String(sign)
        }
        let width = Int.random(in: 4...50, using: &dice)
        let (lines, same) = (outline(plain, width), outline(apart, width))
        #expect(lines == same, "seed \(seed), width \(width)")
    }

    @Test(arguments: 0..<60)
    func `words with punctuation break as when laid out character by character`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let signs: [Character] = (UInt8(0x21)...0x7E).map { Character(Unicode.Scalar($0)) }
            .filter { $0 != "<" && $0 != "&" }
        var (plain, apart) = ("<p>", "<p>")
        for number in 0..<160 {
            let isBlank = Int.random(in: 0..<3, using: &dice) == 0
            let sign = isBlank ? " " : signs.randomElement(using: &dice)!
            plain.append(sign)
            apart += number.isMultiple(of: 2) ? "<b>\(sign)</b>" : String(sign)
        }
        let width = Int.random(in: 4...50, using: &dice)
        let (lines, same) = (outline(plain, width), outline(apart, width))
        #expect(lines == same, "seed \(seed), width \(width)")
    }

    /// The shortcut gives the same result as the rules and leaves the same state.
    @Test func `lines break at every space that is reported as a certain break`() {
        let signs = Array(0x21...0x7E) as [UInt8]
        var sure = 0
        for last in signs {
            for first in signs where Flow.breaksSurely(behind: [last].span, 1, before: [first].span) {
                sure += 1
                var asked = LineBreaker()
                _ = asked.advance(LineBreakKind(in: [last].span, at: 0))
                _ = asked.advance(LineBreakKind(.space))
                #expect(asked.advance(LineBreakKind(in: [first].span, at: 0)) == .allowed)
                var unasked = LineBreaker.afterWord
                _ = unasked.advance(LineBreakKind(in: [first].span, at: 0))
                #expect(asked == unasked)
            }
        }
        #expect(sure == 91 * 85)
    }

    private func outline(_ html: String, _ width: Int) -> [String] {
        let page = laidOut(Array(html.utf8), width: width, piecesOf: 1 << 20)
        return zip(page.text(of: 0..<page.lineCount), lines(page)).map { text, line in
            text + " | " + (line.runs.last.map { "\($0.columns.upperBound)" } ?? "")
        }
    }
}
