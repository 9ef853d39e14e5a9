import Testing

@testable import SonicProtocol

@Suite struct TextDifferenceTests {
    private static let tag = "3fde187696a2f9653cb298e66d1e4385e626c2a9"

    @Test(
        arguments: [
            (tag, tag, nil), ("a", "b", nil), (tag, "4" + tag.dropFirst(), nil), ("", "x", nil),
            (tag, tag.uppercased(), "they differ in upper and lower case only"),
            (
                tag, tag + " ; v=1",
                "they differ from character 41 on: the end (40 characters) and U+0020"
            ),
            (
                tag, String(tag.dropLast()),
                "they differ from character 40 on: “9” and the end (39 characters)"
            ),
            (
                tag, tag + "\u{200B}",
                "they differ from character 41 on: the end (40 characters) and U+200B; the visible characters are the same"
            ),
            (
                "a\u{A0}b", "a b",
                "they differ from character 2 on: U+00A0 and U+0020; the visible characters are the same"
            ),
            ("e\u{301}tag-of-a-page", "étag-of-a-page", nil),
        ] as [(String, String, String?)])
    func `the difference of texts that look alike is described`(
        _ first: String, _ second: String, _ expected: String?
    ) {
        #expect(TextDifference.words(first, second) == expected)
    }

    @Test func `invisible characters are shown by their code points`() {
        #expect(TextDifference.shown("a b\u{A0}c\u{200B}\u{7F}") == "a b<U+00A0>c<U+200B><U+007F>")
        #expect(TextDifference.shown(Self.tag) == Self.tag)
    }
}
