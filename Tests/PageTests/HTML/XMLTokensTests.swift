import Testing

@testable import HTML

/// The tokens of XML documents.
@Suite struct XMLTokensTests {
    private static func parts(_ text: String) -> [String] {
        var tokens = XMLTokens(Array(text.utf8))
        var parts: [String] = []
        while let part = tokens.next() {
            switch part {
            case .start(let name, let isEmpty):
                let value = tokens.attribute("a:b").map { "=" + String(decoding: $0, as: UTF8.self) } ?? ""
                parts.append("<" + String(decoding: name, as: UTF8.self) + value + (isEmpty ? "/" : ""))
            case .end(let name): parts.append("/" + String(decoding: name, as: UTF8.self))
            case .text(let text): parts.append(String(decoding: text, as: UTF8.self))
            }
        }
        return parts
    }

    @Test(
        arguments: [
            ("<?xml version='1.0'?><!-- c --><a><b/>x</a>", ["<a", "<b/", "x", "/a"]),
            // HTML's elements have no special meaning.
            (
                "<link>u</link><title><i></title><script><b/></script>",
                [
                    "<link", "u", "/link", "<title", "<i", "/title", "<script", "<b/", "/script",
                ]
            ),
            ("<x a:b='1 &amp; 2' c='3'>&lt;&#65;</x>", ["<x=1 & 2", "<", "A", "/x"]),
            ("<![CDATA[<b> & ]]>", ["<b> & "]),
            (
                "<!DOCTYPE r [<!ENTITY e '<b>'><!ENTITY f SYSTEM 'f'>]><r>&e;&f;&g;",
                ["<r", "<b>", "&", "f;", "&", "g;"]
            ),
            ("<a", []), ("", []), ("</a>", ["/a"]), ("<![CDATA[x", ["x"]),
        ] as [(String, [String])])
    func `a document is split into tokens`(text: String, expected: [String]) {
        #expect(Self.parts(text) == expected)
    }
}
