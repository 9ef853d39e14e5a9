import SonicProtocol
import Testing

@Suite struct JSONValueTests {
    private let session: JSONValue = [
        "url": "http://127.0.0.1:8420/", "code": 200, "ms": 1.5, "offline": false, "why": nil,
        "changedBlocks": ["headlines", "weather"], "timings": [:], "problems": [],
    ]

    @Test func `an object keeps the order of its members`() {
        #expect(
            session.text()
                == #"{"url":"http://127.0.0.1:8420/","code":200,"ms":1.5,"offline":false,"why":null,"#
                + #""changedBlocks":["headlines","weather"],"timings":{},"problems":[]}"#)
    }

    @Test func `the indented layout has one item per line`() {
        #expect(
            session.text(.indented) == """
                {
                  "url": "http://127.0.0.1:8420/",
                  "code": 200,
                  "ms": 1.5,
                  "offline": false,
                  "why": null,
                  "changedBlocks": [
                    "headlines",
                    "weather"
                  ],
                  "timings": {},
                  "problems": []
                }
                """)
    }

    @Test(arguments: [
        ("a\"b\\c/d", #""a\"b\\c/d""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1B}[2J", #""\u0000\u001b[2J""#),
        ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
        ("a\u{202E}b\u{2066}c\u{200F}", #""a\u202eb\u2066c\u200f""#), ("\u{FEFF}", #""\ufeff""#),
        ("\u{FFF9}\u{E0041}\u{1FFFE}", #""\ufff9\udb40\udc41\ud83f\udffe""#),
        // U+FDCF, U+FDD0, U+FDEF and U+FDF0; Swift allows U+FDD0 and U+FDEF in no literal.
        (
            String(
                decoding: [0xEF, 0xB7, 0x8F, 0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0xAF, 0xEF, 0xB7, 0xB0],
                as: UTF8.self),
            "\"\u{FDCF}\\ufdd0\\ufdef\u{FDF0}\""
        ),
        ("北京 é 👩‍👩‍👧", "\"北京 é 👩‍👩‍👧\""),
        ("北\"京\"é\n👩\u{202E}", "\"北\\\"京\\\"é\\n👩\\u202e\""), ("\\é", "\"\\\\é\""), ("", "\"\""),
    ]) func `characters that could control a terminal are escaped`(_ text: String, _ json: String) {
        #expect(JSONValue.string(text).text() == json)
    }

    @Test(
        arguments: [
            (.number(.infinity), "null"), (.number(.nan), "null"), (.number(0.1), "0.1"),
            (.number(-0.0), "-0.0"),
            (.number(1e300), "1e+300"), (.integer(Int64.min), "-9223372036854775808"),
            (.string(orNull: nil), "null"),
        ] as [(JSONValue, String)]) func `a number is written in a form that JSON allows`(
            _ value: JSONValue, _ json: String
        )
    {
        #expect(value.text() == json)
    }

    @Test func `written JSON is parsed back to the same value`() throws {
        let (node, problems) = JSONNode.read(Array(session.text(.indented).utf8))
        #expect(problems.isEmpty)
        #expect(node?["url"]?.string == "http://127.0.0.1:8420/")
        #expect(node?["changedBlocks"]?.elements?.compactMap(\.string) == ["headlines", "weather"])
        #expect(node?["why"]?.value == .null)
    }
}
