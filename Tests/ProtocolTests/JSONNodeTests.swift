import Chance
import SonicProtocol
import Testing

@Suite struct JSONNodeTests {
    private func read(_ text: String) -> (node: JSONNode?, problems: [String]) {
        let (node, problems) = JSONNode.read(Array(text.utf8))
        return (node, problems.map(\.description))
    }

    @Test func `a theme with comments, unquoted names, single quotes and trailing commas is parsed`() throws {
        let (node, problems) = read(
            """
            // Colours of the night.
            {
              name: 'dark', /* shown in
              the menu */ "page": { text: "#ddd", bold: true, },
              levels: [1, 0x10, .5, -2.5e1, +3,],
              nothing: null,
            }
            """)
        #expect(problems == [])
        #expect(node?["name"]?.string == "dark")
        #expect(node?["page"]?["bold"]?.bool == true)
        #expect(node?["levels"]?.elements?.compactMap(\.number) == [1, 16, 0.5, -25, 3])
        #expect(node?["nothing"]?.value == .null)
        #expect(node?["page"]?.position == TextPosition(line: 4, column: 23))
        #expect(node?.members?.map(\.position.line) == [3, 4, 5, 6])
    }

    @Test func `parsing continues after an error, and all errors are reported`() {
        let (node, problems) = read(
            """
            {
              one: 1,
              two: @,
              three: [1, oops, 3],
              four 4,
              five: 5
              six: 'six
              seven: 7
            }
            """)
        #expect(
            problems == [
                "3:8: Expected a value.",
                "4:14: “oops” is not a value; write strings in quotes.",
                "5:8: Expected “:” between name and value.",
                "7:3: Expected “,” or “}”.",
                "7:8: This string is not closed.",
            ])
        #expect(node?.members?.map(\.name) == ["one", "three", "five", "seven"])
        #expect(node?["three"]?.elements?.map(\.number) == [1, 3])
    }

    @Test func `line ends are counted as editors do, and columns count characters`() throws {
        let (node, _) = read("[1,\r\n2,\r3,\n  '北京', 4]")
        let places = try #require(node?.elements).map(\.position.description)
        #expect(places == ["1:2", "2:1", "3:1", "4:3", "4:9"])
    }

    @Test func `unknown names are reported`() throws {
        let node = try #require(read("{text: 1,\n colour: 2}").node)
        #expect(
            node.unknownNames(known: ["text", "background"]).map(\.description)
                == ["2:2: Unknown name “colour”; use one of text, background."])
    }

    @Test func `bytes that are not UTF-8 are reported and replaced`() {
        let (node, problems) = JSONNode.read([0x22, 0x61, 0xFF, 0x22])
        #expect(node?.string == "a\u{FFFD}")
        #expect(problems.map(\.position) == [TextPosition(line: 1, column: 1)])
    }

    @Test func `nesting is limited`() {
        #expect(read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).problems == [])
        #expect(
            read(String(repeating: "[", count: 100_000)).problems
                == ["1:65: Values are nested more than 64 levels deep."])
    }

    @Test func `any bytes are parsed without a trap, with at most twenty errors`() {
        let alphabet = Array("{}[],:'\"\\ux0-+.eInull/*\n\r é\u{2028}\u{FEFF}@".utf8) + [0xFF, 0x80]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<5_000 {
            let bytes = (0..<Int(generator.next() % 60)).map { _ in
                alphabet[Int(generator.next() % UInt64(alphabet.count))]
            }
            let (node, problems) = JSONNode.read(bytes)
            #expect(node != nil || !problems.isEmpty)
            #expect(problems.count <= 20)
        }
        #expect(read("[" + String(repeating: "@,", count: 1000) + "]").problems.count == 20)
    }
}
