import CellGrid
import Testing

@Suite struct LetterCaseTests {
    private func applied(_ letters: LetterCase, _ text: String, isInWord: Bool = false) -> String {
        String(decoding: letters.applied(to: Array(text.utf8)[...], isInWord: isInWord), as: UTF8.self)
    }

    @Test(arguments: [
        ("abc Ä 1", "ABC Ä 1", "abc ä 1", "Abc Ä 1"),
        ("ÉCOLE éclair", "ÉCOLE ÉCLAIR", "école éclair", "ÉCOLE Éclair"),
        ("ß ı ſ", "ß ı ſ", "ß ı ſ", "ß ı ſ"), ("мир ΣΑΣ", "МИР ΣΑΣ", "мир σασ", "Мир ΣΑΣ"),
        ("don't it’s x2y", "DON'T IT’S X2Y", "don't it’s x2y", "Don't It’s X2y"),
        ("ǆ 漢字a", "Ǆ 漢字A", "ǆ 漢字a", "ǅ 漢字a"),
    ])
    func `letters change and keep their length`(text: String, upper: String, lower: String, words: String) {
        #expect(applied(.upper, text) == upper)
        #expect(applied(.lower, text) == lower)
        #expect(applied(.capitalized, text) == words)
    }

    @Test func `a word that began before goes on`() {
        #expect(applied(.capitalized, "ab cd", isInWord: true) == "ab Cd")
    }

    @Test func `bytes that are no text stay`() {
        let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0xE2, 0x82]
        #expect(LetterCase.upper.applied(to: bytes[...]) == [0xFF, 0x41, 0xC3, 0xE2, 0x82])
    }
}
