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
