import CellGrid
import Testing

@Suite struct SoughtTextTests {
    /// The match of a search text in another text, as written there.
    private func found(_ sought: String, in text: String) -> [String] {
        guard let sought = SoughtText(sought) else { return [] }
        let bytes = Array(text.utf8)
        var folded = FoldedText(sought.letters)
        folded.append(bytes.span, bytes.indices)
        return sought.places(in: folded).map {
            String(
                decoding: bytes[folded.original(of: $0.lowerBound)..<folded.original(of: $0.upperBound)],
                as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("tide", "Tide, TIDE and tide", ["Tide", "TIDE", "tide"]), ("Tide", "Tide, TIDE and tide", ["Tide"]),
        ("straße", "Die STRASSE, die Straße", ["STRASSE", "Straße"]),
        ("strasse", "die Straße, STRAẞE", ["Straße", "STRAẞE"]), ("όσος", "ΌΣΟΣ Όσοσ", ["ΌΣΟΣ", "Όσοσ"]),
        ("kırık", "kirik KIRIK kırık", ["kırık"]), ("kirik", "kırık KIRIK", ["KIRIK"]),
        ("fin", "ﬁn FIN", ["ﬁn", "FIN"]), ("ʼn", "ŉ ʼN", ["ŉ", "ʼN"]),
        ("über", "Über ÜBER über", ["Über", "ÜBER", "über"]),
        ("мир", "Мир и МИР", ["Мир", "МИР"]), ("Мир", "Мир и МИР", ["Мир"]),
    ])
    func `the search is smart-case`(
        sought: String, text: String, expected: [String]
    ) {
        #expect(found(sought, in: text) == expected)
    }

    @Test(arguments: [
        ("e\u{301}cole", "une école", ["école"]), ("école", "une e\u{301}cole.", ["e\u{301}cole"]),
        ("e", "é e\u{301} e", ["e"]), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}!", ["한글"]),
        ("がく", "か\u{3099}く", ["か\u{3099}く"]), ("中文", "学中文吗", ["中文"]), ("fi", "eﬁn", ["ﬁ"]),
        ("abc", "ＡＢＣ", ["ＡＢＣ"]), ("2", "x² 2", ["2"]),
    ])
    func `canonically equivalent texts match, and the match is reported as written`(
        sought: String, text: String, expected: [String]
    ) {
        let given = found(sought, in: text).map { Array($0.utf8) }
        #expect(given.count == expected.count)
        for (one, other) in zip(given, expected) {
            #expect(String(decoding: one, as: UTF8.self) == other)
        }
    }

    @Test(arguments: [
        ("a b", "a  b a\u{A0}b a   b ab", ["a  b", "a\u{A0}b", "a   b"]), ("a   b", "a b", ["a b"]),
        (" the", "other the end", [" the"]), ("a.c", "abc a.c", ["a.c"]), ("aa", "aaaa", ["aa", "aa"]),
        ("hyphen", "hy\u{AD}phen", ["hy\u{AD}phen"]),
    ])
    func `runs of white space match each other, and no character is special`(
        sought: String, text: String, expected: [String]
    ) {
        #expect(found(sought, in: text) == expected)
    }

    @Test(arguments: ["", "  ", "\u{AD}"])
    func `an empty text is not a search`(text: String) { #expect(SoughtText(text) == nil) }

    @Test func `a search in hostile text is linear`() throws {
        let text = String(repeating: "a", count: 300_000)
        let sought = String(repeating: "a", count: 5000) + "b"
        let start = ContinuousClock.now
        #expect(found(sought, in: text) == [])
        // A quadratic search takes minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `right-to-left text is found in visual order`() {
        #expect(found("שלום", in: "םולש") == ["םולש"])
    }
}
