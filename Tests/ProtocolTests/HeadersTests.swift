import SonicProtocol
import Testing

@Suite struct HeadersTests {
    @Test func `a header name is found in a raw head only as a field name`() {
        func has(_ head: String) -> Bool { Headers.has("authorization", behindFirstLineOf: Array(head.utf8)) }
        #expect(has("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Basic eDp5\r\n\r\n"))
        #expect(has("GET / HTTP/1.1\nAUTHORIZATION : x\n\n"))
        #expect(!has("GET / HTTP/1.1\r\nProxy-Authorization: x\r\nX: Authorization: y\r\n\r\n"))
        #expect(!has("Authorization: x\r\nAuthorizations: y\r\nAuthorization"))
        #expect(!has(""))
    }

    @Test func `a 304 also replaces fields whose names are not text`() {
        let odd = HeaderField(nameBytes: [0xEE], valueBytes: [0x61])
        let stored = Headers([odd, HeaderField("A", "1"), HeaderField("ETag", "x")])
        let newer = HeaderField(nameBytes: [0xEE], valueBytes: [0x62])
        let confirmation = Headers([newer, HeaderField("a", "2"), HeaderField("ETag", "y")])
        let renewed = stored.renewed(by: confirmation, received: CacheScene.start)
        #expect(renewed.fields == [HeaderField("ETag", "x"), newer, HeaderField("a", "2")])
        #expect(renewed.renewed(by: confirmation, received: CacheScene.start) == renewed)
    }

    @Test func `a 304 without Age and Date resets the age`() {
        let stored = CacheScene.headers("Date: @-3600@\nAge: 100\nETag: x")
        let renewed = stored.renewed(by: CacheScene.headers("X: 1"), received: CacheScene.start)
        #expect(renewed == CacheScene.headers("Date: @0@\nETag: x\nX: 1"))
        let told = stored.renewed(by: CacheScene.headers("Date: @-9@\nAge: 5"), received: CacheScene.start)
        #expect(told == CacheScene.headers("ETag: x\nDate: @-9@\nAge: 5"))
        let undated = CacheScene.headers("ETag: x").renewed(by: Headers(), received: CacheScene.start)
        #expect(undated == CacheScene.headers("ETag: x"))
    }
}
