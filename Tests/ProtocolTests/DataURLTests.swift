import SonicProtocol
import Testing

@Suite struct DataURLTests {
    @Test(
        arguments: [
            ("data:,Hello%2C%20World%21", "text/plain;charset=US-ASCII", "Hello, World!"),
            ("data:text/html,<h1>a</h1>#top", "text/html", "<h1>a</h1>"),
            ("DATA:Text/HTML;charset=utf-8,%C3%A9?a=b", "Text/HTML;charset=utf-8", "é?a=b"),
            ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"),
            ("data:text/plain;base64,SGVsbG8=", "text/plain", "Hello"),
            ("data:;base64,SGVs bG8", "text/plain;charset=US-ASCII", "Hello"),
            ("data:text/plain; Base64 ,SGVsbG8%3D", "text/plain", "Hello"),
            ("data:base64,SGVs", "text/plain;charset=US-ASCII", "SGVs"),
            ("data:nonsense,x", "text/plain;charset=US-ASCII", "x"),
            ("data:a/b/c,x", "text/plain;charset=US-ASCII", "x"), ("data:text/plain,", "text/plain", ""),
        ])
    func `a data URL has a media type and a body`(address: String, type: String, body: String) throws {
        let data = try #require(DataURL(try WebURL.parse(address)))
        #expect(data.contentType == type)
        #expect(String(decoding: data.body, as: UTF8.self) == body)
    }

    @Test(arguments: [
        "data:", "data:text/plain", "data:;base64,a", "data:;base64,a=b=", "data:;base64,a!bc",
        "http://a.test/,",
    ])
    func `other URLs are not data URLs`(address: String) throws {
        #expect(DataURL(try WebURL.parse(address)) == nil)
    }
}
