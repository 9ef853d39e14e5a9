import SonicProtocol
import Testing

@testable import Exchanges
@testable import Workbench

@Suite struct SecretsTests {
    @Test(arguments: [
        ("Cookie", "sid=one; theme=dark", "sid=***; theme=***"),
        ("cookie", "lonely", "***"),
        ("Set-Cookie", "sid=one; Path=/; HttpOnly", "sid=***; Path=/; HttpOnly"),
        ("SET-COOKIE", "one; Path=/a=b", "***; Path=/a=b"),
        ("Authorization", "Basic Z3Vlc3Q6Z3Vlc3Q=", "Basic ***"),
        ("Authorization", "token", "***"),
        ("Proxy-Authorization", "Digest username=\"a\"", "Digest ***"),
        ("Location", "https://a:b@news.example/x?y=c@d", "https://news.example/x?y=c@d"),
        ("Location", "https://a@b@news.example", "https://news.example"),
        (
            "Link", "<http://u:p@a.example/>, <http://v@b.example/>",
            "<http://a.example/>, <http://b.example/>"
        ),
        ("From", "someone@news.example", "someone@news.example"),
        ("ETag", "0a1b", "0a1b"),
    ])
    func `credentials are masked and their names stay`(name: String, value: String, masked: String) {
        #expect(Secrets.masked.value(of: HeaderField(name, value)) == masked)
        #expect(Secrets.kept.value(of: HeaderField(name, value)) == value)
    }

    private static let reader = Secrets(.masked, in: SecretHeaders(["X-Api-Key"]))

    @Test(arguments: [
        ("X-Api-Key", "one two", "***"), ("x-api-KEY", "one", "***"), ("X-Api-Keys", "one", "one"),
        ("Cookie", "sid=one", "sid=***"),
    ])
    func `a header named by the user is masked completely`(name: String, value: String, masked: String) {
        let field = HeaderField(name, value)
        #expect(Self.reader.value(of: field) == masked)
        #expect(Secrets(.kept, in: SecretHeaders(["X-Api-Key"])).value(of: field) == value)
        let head = HeadMask.head(
            Array("GET / HTTP/1.1\r\n\(name): \(value)\r\n more\r\n\r\n".utf8), Self.reader)
        #expect(String(decoding: head, as: UTF8.self).contains("\(name): \(masked)\r\n"))
    }

    @Test func `a copied curl command does not contain its value`() throws {
        let url = try WebURL.parse("http://a.example/")
        let request = Request(url: url, headers: Headers([HeaderField("X-Api-Key", "one")]))
        #expect(RequestCode.curl.text(request, secrets: Self.reader).contains("-H 'X-Api-Key: ***'"))
    }
}
