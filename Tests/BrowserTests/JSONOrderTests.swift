import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// JSON with its members in another order.
@Suite struct JSONOrderTests {
    private func order(_ old: String, _ new: String) -> JSONOrder? {
        JSONOrder(old: Array(old.utf8), new: Array(new.utf8))
    }

    @Test(arguments: [
        (#"{"a":1,"b":[{"c":2,"d":3}]}"#, #"{ "b" : [ {"d":3, "c":2} ],  "a":1 }"#),
        ("[]", " [ ]"), ("{}", "{ }"), (#""x""#, #" "x" "#), (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
    ])
    func `other member order and whitespace are no difference`(old: String, new: String) {
        #expect(order(old, new)?.isSame == true)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"a":1,"b":2}"#), ("[1,2]", "[2,1]"),
        (#"{"a":1}"#, #"{"a":1.0}"#), (#"{"n":9007199254740993}"#, #"{"n":9007199254740992}"#),
        (#"{"a":"1"}"#, #"{"a":1}"#), (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"["a b"]"#, #"["ab"]"#),
    ])
    func `everything else is a change`(old: String, new: String) {
        #expect(order(old, new)?.isSame == false)
    }

    @Test(arguments: ["", "{", "[1", #"{"a"}"#, #"{"a":}"#, "[1,]", "1 2", #""x"#, #"{a:1}"#])
    func `invalid JSON is not parsed`(text: String) {
        #expect(order(text, "{}") == nil && order("{}", text) == nil)
    }

    @Test func `JSON nested too deeply is not parsed`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(order(nested(200), nested(200))?.isSame == true)
        #expect(order(nested(100_000), nested(100_000)) == nil)
    }

    @Test func `the old text is shown in the order of the new one`() throws {
        let order = try #require(self.order(#"{"a":1,"x":0,"b":2}"#, #"{"b":3,"a":1}"#))
        #expect(String(decoding: order.old, as: UTF8.self) == #"{"b":2,"a":1,"x":0}"#)
    }

    private func page(_ text: String, _ type: String) throws -> ShownPage {
        let bytes = Array(text.utf8)
        return ShownPage(
            url: try WebURL.parse("http://a.example/", domainToASCII: nil), html: bytes,
            split: PageSplit(html: bytes), headers: Headers([HeaderField("Content-Type", type)]))
    }

    @Test func `equivalent JSON pages have no difference`() throws {
        let (old, new) = (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#)
        func extent(_ type: String) throws -> ChangeText.Extent {
            ChangeText(from: try page(old, type), to: try page(new, type), charsets: .asciiOnly).extent
        }
        #expect(try extent("application/json") == .nothing)
        #expect(try extent("application/ld+json") == .nothing)
        #expect(try extent("text/plain") == .text)
        let changed = ChangeText(
            from: try page(old, "application/json"), to: try page(#"{"a":2,"b":9}"#, "application/json"),
            charsets: .asciiOnly)
        #expect(changed.extent == .text)
        #expect(changed.lines.filter { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }.count == 2)
    }

    @Test func `a token in the source is a source-only change`() throws {
        func extent(_ old: String, _ new: String) throws -> ChangeText.Extent {
            ChangeText(from: try page(old, "text/html"), to: try page(new, "text/html"), charsets: .asciiOnly)
                .extent
        }
        let form = { (token: String) in
            "<form><input type=hidden name=t value=\(token)><p>the same text</form>"
        }
        #expect(try extent(form("1"), form("2")) == .source)
        #expect(try extent("<p class=a>x<!-- 1 -->", "<p class=b>x<!-- 2 -->") == .source)
        #expect(try extent("<p>a b", "<p>a  b") == .source)
        #expect(try extent("<p>a", "<p>b") == .text)
        #expect(try extent("<title>a</title><p>x", "<title>b</title><p>x") == .text)
    }
}
