import CellGrid
import Testing

@Suite struct LetterCaseTests {
    private func applied(_ letters: LetterCase, _ text: String, isInWord: Bool = false) -> String {
        String(decoding: letters.applied(to: Array(text.utf8)[...], isInWord: isInWord), as: UTF8.self)
    }

    @Test func `a word may continue from earlier text`() {
        #expect(applied(.capitalized, "ab cd", isInWord: true) == "ab Cd")
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
