import Testing

@testable import CellGrid

/// Passages searched for with their context.
@Suite struct SoughtPassageTests {
    /// Finds a passage in separate lines.
    private static func found(_ terms: (String, String, String, String), in parts: [String]) -> String? {
        var folded = FoldedText(.ignored)
        for part in parts {
            let bytes = Array(part.utf8)
            folded.append(bytes.span, 0..<bytes.count)
            folded.appendBreak()
        }
        let passage = SoughtPassage(prefix: terms.0, start: terms.1, end: terms.2, suffix: terms.3)
        return passage?.place(in: folded).map {
            String(decoding: folded.bytes[$0].map { $0 == 0 ? UInt8(ascii: "|") : $0 }, as: UTF8.self)
        }
    }

    private static let parts = ["The harbour is calm.", "In the Harbour", "lies a ship; harbours are many."]

    @Test(
        arguments: [
            (("", "harbour", "", ""), "harbour"), (("in the", "HARBOUR", "", ""), "harbour"),
            (("", "harbour", "", "lies"), "harbour"),
            (("", "harbour", "ship", ""), "harbour is calm.|in the harbour|lies a ship"),
            (("in the", "harbour", "ship", "; harbours"), "harbour|lies a ship"),
            (("", "the harbour", "", ""), "the harbour"),
            (("", "harb", "", ""), nil), (("", "arbour", "", ""), nil), (("a", "harbour", "", ""), nil),
            (("", "harbour", "", "ship"), nil), (("", "ship", "harbour", ""), nil),
            (("", "ship", "many", "."), "ship; harbours are many"),
            (("", "", "", ""), nil), (("", "calm", "ship", "none"), nil),
            (("", "harbours", "", ""), "harbours"),
        ] as [((String, String, String, String), String?)])
    func `whole words match, and the context counts`(
        terms: (String, String, String, String), expected: String?
    ) {
        #expect(Self.found(terms, in: Self.parts) == expected)
    }

    @Test func `scripts without spaces match anywhere`() {
        #expect(Self.found(("", "東京", "", ""), in: ["私は東京に住む"]) == "東京")
    }

    @Test func `several passages are found in order`() throws {
        let passages = ["calm", "ship"].compactMap {
            SoughtPassage(prefix: "", start: $0, end: "", suffix: "")
        }
        let sought = try #require(SoughtText(passages: passages.reversed()))
        var folded = FoldedText(sought.letters)
        let bytes = Array("A calm sea, a calm ship.".utf8)
        folded.append(bytes.span, 0..<bytes.count)
        #expect(sought.places(in: folded) == [2..<6, 19..<23])
        #expect(SoughtText(passages: []) == nil)
    }
}
