import SonicProtocol
import Testing

@testable import Recording

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
    func `what opens doors is masked and its name stays`(name: String, value: String, masked: String) {
        #expect(Secrets.masked.value(of: HeaderField(name, value)) == masked)
        #expect(Secrets.kept.value(of: HeaderField(name, value)) == value)
    }
}
