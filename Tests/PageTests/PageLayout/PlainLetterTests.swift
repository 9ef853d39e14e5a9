import CellGrid
import Chance
import Testing

@testable import PageLayout

/// Letters beyond ASCII that are laid out a word at a time, like English.
@Suite struct PlainLetterTests {
    /// All plain letters, and all other scalars up to the last of them.
    private static var letters: (plain: [Unicode.Scalar], other: [Unicode.Scalar]) {
        var (plain, other): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
        for scalar in (0x80...0x2FFF).compactMap(Unicode.Scalar.init(_:)) {
            let bytes = Array(String(scalar).utf8)
            if UTF8Text.letterLength(bytes.span, at: 0) == bytes.count {
                plain.append(scalar)
            } else {
                other.append(scalar)
            }
        }
        return (plain, other)
    }

    @Test func `plain letters are those of the listed blocks`() {
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x2BF, 0x380...0x47F, 0x531...0x556, 0x561...0x587, 0x621...0x64A, 0x671...0x6D3,
            0x10D0...0x10FA, 0x1E00...0x1EFF,
        ]
        #expect(Self.letters.plain.map(\.value) == blocks.flatMap { Array($0) })
    }

    @Test func `a plain letter breaks as ASCII letters do, takes a column, and joins no other`() {
        for letter in Self.letters.plain {
            let bytes = Array(String(letter).utf8)
            #expect(LineBreakKind(letter.value) == LineBreakKind(.alphabetic), "U+\(letter.value)")
            for neighbour in ["", "a", " ", "я", "ب", "ệ", "é", "ա", "ა"] {
                let text = bytes + Array(neighbour.utf8)
                let cluster = TextWidth.cluster(in: text.span, at: 0)
                #expect(cluster == (bytes.count, 1), "U+\(letter.value)")
                let turned = Array(neighbour.utf8) + bytes
                let first = TextWidth.cluster(in: turned.span, at: 0)
                #expect(first.length == (neighbour.isEmpty ? bytes.count : neighbour.utf8.count))
            }
            #expect(UTF8Text.visible(bytes[...]).elementsEqual(bytes))
            let isControl = BidiOrder.isControl(bytes.span, at: 0)
            #expect(!isControl)
            let isRightToLeft = BidiOrder.isRightToLeft(bytes.span, at: 0)
            let word = Flow.PlainWord(in: bytes.span, from: 0)
            #expect(word.isRightToLeft == isRightToLeft)
            #expect(word.end == bytes.count && word.columns == 1)
        }
    }

    @Test func `a combining mark after a plain letter belongs to it`() {
        for letter in ["e", "é", "я", "Ω", "ệ", "ب"] {
            for mark in ["\u{301}", "\u{483}", "\u{64B}", "\u{200D}"] {
                let bytes = Array((letter + mark).utf8)
                let length = UTF8Text.plainLength(bytes.span, at: 0)
                #expect(length == 0)
                let cluster = TextWidth.cluster(in: bytes.span, at: 0)
                #expect(cluster.length == bytes.count)
            }
        }
    }

    @Test(arguments: 0..<48)
    func `words in any script break where English ones do`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let words = [
            "a", "no", "and", "letters", "incomprehensibilities", "b2b", "x-ray", "and/or", "(so)", "“Oh”",
            "it’s",
            "e.g.", "no,", "why?", "5th", "a\u{301}b", "co\u{AD}op", "a\u{A0}b", "中文", "x\u{200B}y", "-", "—",
            "[a]",
        ]
        var marks = [
            " ", " ", " ", " ", "\n", "  ", "<b>", "</b>", "<a href=x>", "</a>", "<wbr>", "<br>", "<p>",
            "<ul><li>",
            "</ul>", "<pre>", "</pre>", "<p style='white-space:nowrap'>", "<p style='white-space:pre-line'>",
            "<table><tr><td>", "<td>", "</table>",
        ]
        // Letters with marks (decomposed Latin, Cyrillic with a stress, Devanagari, Thai), and two more scripts.
        let marked = [
            "e\u{301}o\u{308}n\u{303}", "я\u{301}о\u{301}", "क\u{93C}ख\u{93C}ह", "ก\u{E34}ท\u{E35}ม", "ကခဂ",
            "កខគ",
        ]
        // Tables treat a plain word with hyphens as one, and find the break opportunities in other words.
        let isPlain = seed.isMultiple(of: 2)
        if !isPlain { marks.removeAll { $0.contains("<td>") || $0.contains("table>") } }
        let others = (isPlain ? ["éßłğ", "яжщї", "Ωλφς", "ệạữẽ", "աբգև", "აბგჰ"] : marked).map(Array.init)
        var (english, other) = ("", "")
        for _ in 0..<300 {
            if Bool.random(using: &dice) {
                let word = words.randomElement(using: &dice)!
                let letters = others.randomElement(using: &dice)!
                english += word
                other += String(word.map { ASCII.isLetter($0) ? letters.randomElement(using: &dice)! : $0 })
            } else {
                let mark = marks.randomElement(using: &dice)!
                english += mark
                other += mark
            }
        }
        let width = Int.random(in: 8...60, using: &dice)
        let (lines, same) = (outline(english, width, inRuns: isPlain), outline(other, width, inRuns: isPlain))
        #expect(lines == same)
    }

    /// The lines of a page with an x for each letter, and the columns of their runs, or their ends: text
    /// after a word with marks may be a run of its own.
    private func outline(_ html: String, _ width: Int, inRuns: Bool) -> [String] {
        let page = laidOut(Array(html.utf8), width: width, piecesOf: 1 << 20)
        return zip(page.text(of: 0..<page.lineCount), lines(page)).map { text, line in
            let places =
                inRuns
                ? line.runs.map { "\($0.columns)" }.joined(separator: " ")
                : line.runs.last.map { "\($0.columns.upperBound)" } ?? ""
            let letters = text.map { character in
                let base = character.unicodeScalars.first!.properties
                return base.isAlphabetic && !base.isIdeographic ? "x" : String(character)
            }
            return letters.joined() + " | " + places
        }
    }
}

private enum ASCII {
    static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}
