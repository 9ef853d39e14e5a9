import Exchanges
import SonicProtocol
import Testing

@Suite struct HeadMaskTests {
    @Test func `secrets in headers are masked, and everything else stays byte for byte`() {
        let head =
            "HTTP/1.1 200 OK: x\r\nSet-Cookie: a=1; Path=/\r\nETag:\t\"b\" \r\n"
            + "set-cookie :c=\r\n 2\r\n\t3\r\nX: y\r\n z\r\n\r\n"
        let masked =
            "HTTP/1.1 200 OK: x\r\nSet-Cookie: a=***; Path=/\r\nETag:\t\"b\" \r\n"
            + "set-cookie: c=***\r\n ***\r\n\t***\r\nX: y\r\n z\r\n\r\n"
        #expect(HeadMask.head(Array(head.utf8), .masked) == Array(masked.utf8))
        #expect(HeadMask.head(Array(head.utf8), .kept) == Array(head.utf8))
    }

    @Test(arguments: [[0xFF, 0x3A, 0x20, 0xFE, 0x0A], [0x0A], [], [0x3A], [0x0D, 0x0D, 0x0A, 0x41]])
    func `text that is not a header is unchanged`(_ bytes: [UInt8]) {
        #expect(HeadMask.head(bytes, .masked) == bytes)
    }

    @Test func `the request line to a proxy shows no password`() {
        var mask = HeadMask(.masked)
        #expect(mask.line("GET http://a:b@c.example/ HTTP/1.1") == "GET http://c.example/ HTTP/1.1")
        #expect(mask.line("Authorization: Basic abc") == "Authorization: Basic ***")
        #expect(mask.line("Accept: */*") == "Accept: */*")
    }
}
