import Testing

@testable import CellGrid

/// Passages searched for with their context.
@Suite struct SoughtPassageTests {
    /// Finds a passage in separate lines.
    static func found(_ terms: (String, String, String, String), in parts: [String] = parts) -> String? {
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

    static let parts = ["The harbour is calm.", "In the Harbour", "lies a ship; harbours are many."]

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
