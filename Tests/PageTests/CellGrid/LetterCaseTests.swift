import CellGrid
import Testing

@Suite struct LetterCaseTests {
    private func applied(_ letters: LetterCase, _ text: String, isInWord: Bool = false) -> String {
        String(decoding: letters.applied(to: Array(text.utf8)[...], isInWord: isInWord), as: UTF8.self)
    }

    @Test(arguments: [
        ("abc Ä 1", "ABC Ä 1", "abc ä 1", "Abc Ä 1"),
        ("ÉCOLE éclair", "ÉCOLE ÉCLAIR", "école éclair", "ÉCOLE Éclair"),
        ("ß ı ſ", "SS I S", "ß ı ſ", "Ss I S"), ("мир ΣΑΣ", "МИР ΣΑΣ", "мир σας", "Мир ΣΑΣ"),
        ("weiß ﬁx ŉ ﬃ", "WEISS FIX ʼN FFI", "weiß ﬁx ŉ ﬃ", "Weiß Fix ʼN Ffi"),
        ("ΟΔΟΣ, Σ ΣΑ\u{AD}Σ", "ΟΔΟΣ, Σ ΣΑ\u{AD}Σ", "οδος, σ σα\u{AD}ς", "ΟΔΟΣ, Σ ΣΑ\u{AD}Σ"),
        ("ΑΣΒ Σ’Α", "ΑΣΒ Σ’Α", "ασβ σ’α", "ΑΣΒ Σ’Α"), ("İ ẞ", "İ ẞ", "i̇ ß", "İ ẞ"),
        ("don't it’s x2y", "DON'T IT’S X2Y", "don't it’s x2y", "Don't It’s X2y"),
        ("ǆ 漢字a", "Ǆ 漢字A", "ǆ 漢字a", "ǅ 漢字a"),
        // A soft hyphen is within a word, U+200B between two words.
        ("in\u{AD}com", "IN\u{AD}COM", "in\u{AD}com", "In\u{AD}com"),
        ("in\u{200B}com", "IN\u{200B}COM", "in\u{200B}com", "In\u{200B}Com"),
    ])
    func `letters change by Unicode's full case mappings`(
        text: String, upper: String, lower: String, words: String
    ) {
        #expect(applied(.upper, text) == upper)
        #expect(applied(.lower, text) == lower)
        #expect(applied(.capitalized, text) == words)
    }

    @Test func `a word may continue from earlier text`() {
        #expect(applied(.capitalized, "ab cd", isInWord: true) == "ab Cd")
    }

    @Test(arguments: [
        ("", false), ("a", true), ("a ", false), ("7", true), ("don'", true), ("é", true), ("e\u{301}", true),
        ("it’", true), ("«", false), ("(", false), ("漢", true), ("—", false),
    ])
    func `a word continues after letters, numbers, marks and apostrophes`(text: String, isInWord: Bool) {
        let bytes = Array(text.utf8)
        let found = LetterCase.isInWord(behind: bytes.span, bytes.count)
        #expect(found == isInWord)
    }

    @Test func `a mapping of another length is a part of its own`() {
        var parts: [String] = []
        LetterCase.upper.visit(Array("aßﬁb ŉ".utf8)[...]) { part, start in
            parts.append("\(start) " + String(decoding: part, as: UTF8.self))
        }
        #expect(parts == ["0 ASS", "3 FI", "6 B ", "8 ʼN"])
    }

    @Test func `invalid UTF-8 is unchanged`() {
        let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0xE2, 0x82]
        #expect(LetterCase.upper.applied(to: bytes[...]) == [0xFF, 0x41, 0xC3, 0xE2, 0x82])
    }
}
