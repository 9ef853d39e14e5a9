import SonicProtocol
import Testing

@testable import SonicSession

/// Sessions that submit a form by POST.
@Suite struct PostTests {
    private static let body = PostBody(
        Array("a=1".utf8), contentType: "application/x-www-form-urlencoded", origin: "http://news.example")

    @Test func `the request carries its type and origin, and no Sonic headers`() {
        let headers = RequestHeaders(product: "sonic/0", custom: [HeaderField("X-A", "b")]).headers(
            RequestConditions(sonic: false), lastModified: nil, cookies: "a=b", reload: .none,
            method: .post(Self.body))
        #expect(
            headers.fields.map { "\($0.name): \($0.value)" } == [
                "Accept-Encoding: gzip, deflate, br, zstd",
                "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "User-Agent: sonic/0",
                "Content-Type: application/x-www-form-urlencoded", "Origin: http://news.example",
                "Cookie: a=b", "X-A: b",
            ])
    }
}
