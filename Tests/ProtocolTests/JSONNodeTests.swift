import Chance
import SonicProtocol
import Testing

@Suite struct JSONNodeTests {
    private func read(_ text: String) -> (node: JSONNode?, problems: [String]) {
        let (node, problems) = JSONNode.read(Array(text.utf8))
        return (node, problems.map(\.description))
    }

    @Test(arguments: [
        ("0", 0), ("1795338611510", 1_795_338_611_510), ("-9007199254740993", -9_007_199_254_740_992),
        ("\(Int64.max)", Int64.max), ("\(Int64.min)", Int64.min), ("1e30", Int64.max),
        ("1.5", nil), ("NaN", nil), ("-Infinity", nil), ("'1'", nil),
    ])
    func `whole numbers fit into 64 bits`(text: String, number: Int64?) {
        #expect(read(text).node?.wholeNumber == number)
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

    @Test(arguments: [
        (#"'it\'s'"#, "it's"), (#""it's""#, "it's"), (#""\u0041\x42\n\t\v\0""#, "AB\n\t\u{B}\0"),
        (#""\ud83d\ude00""#, "😀"), ("'a\\\nb\\\r\nc'", "abc"), (#""\q""#, "q"), (#""北""#, "北"), ("''", ""),
    ]) func `escapes in a string are decoded`(_ json: String, _ text: String) {
        let (node, problems) = read(json)
        #expect(node?.string == text)
        #expect(problems == [])
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("12", 12), ("1.5", 1.5), ("5.", 5), (".5", 0.5), ("1e3", 1000),
            ("1E-2", 0.01),
            ("0xFF", 255), ("-0x10", -16), ("+7", 7), ("Infinity", .infinity), ("-Infinity", -.infinity),
            ("1e999", .infinity),
        ] as [(String, Double)]) func `a number is parsed in every form of JSON5`(
            _ json: String, _ number: Double
        )
    {
        let (node, problems) = read(json)
        #expect(node?.number == number)
        #expect(problems == [])
    }

    @Test(arguments: [
        ("", ["1:1: Expected a value, found the end."]),
        ("// nothing", ["1:11: Expected a value, found the end."]),
        ("{a: 1", ["1:1: This bracket is not closed."]),
        ("[1, [2", ["1:5: This bracket is not closed."]),
        ("{a 1}", ["1:4: Expected “:” between name and value."]),
        ("{a: }", ["1:5: Expected a value."]),
        ("{a: 1 b: 2}", ["1:7: Expected “,” or “}”."]),
        ("[1 2]", ["1:4: Expected “,” or “]”."]),
        ("[,]", ["1:2: Expected a value."]),
        ("{a: 1}}", ["1:7: Unexpected text after the value."]),
        ("{a: 1, 'a': 2}", ["1:8: Duplicate name “a”."]),
        ("{\n  colour: red,\n  b: 1\n}", ["2:11: “red” is not a value; write strings in quotes."]),
        ("{\n  é: 'x\n}", ["2:6: This string is not closed."]),
        ("{a-b: 1}", ["1:3: Expected “:” between name and value."]),
        ("{1: 1}", ["1:2: Expected a name."]),
        ("/* a", ["1:1: This comment is not closed."]),
        ("010", ["1:1: “010” is not a number."]),
        ("1.2.3", ["1:1: “1.2.3” is not a number."]),
        ("0x", ["1:1: “0x” is not a number."]),
        ("-", ["1:1: “-” is not a number."]),
        ("+nan", ["1:1: “+nan” is not a number."]),
        (".", ["1:1: “.” is not a number."]),
        (#""\u12g4""#, ["1:6: Expected a hexadecimal digit."]),
        (#""\ud800x""#, ["1:3: This escape is half of a surrogate pair."]),
        (#""\1""#, ["1:3: A digit is not allowed after a backslash."]),
    ]) func `an error is reported with its line and column`(_ json: String, _ expected: [String]) {
        #expect(read(json).problems == expected)
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

    @Test(arguments: [
        ("3", 3), ("-3.0", -3), ("1e3", 1000), ("1.5", nil), ("1e300", nil), ("NaN", nil), ("'3'", nil),
    ])
    func `an integer is a number without a fraction`(_ json: String, _ integer: Int?) {
        #expect(read(json).node?.integer == integer)
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
