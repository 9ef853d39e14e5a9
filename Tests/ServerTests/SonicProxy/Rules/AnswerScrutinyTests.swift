import SonicProxy
import Testing

@Suite struct AnswerScrutinyTests {
    private static func objection(_ text: String) -> String? {
        AnswerScrutiny.objection(to: Array(text.utf8))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.0 200\r\n\r\n", "HTTP/1.1 200 \r\n\r\n",
        "HTTP/1.1 999 \u{E9}\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 3\n\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n", "HTTP/1.1 200 OK\r\nX:\r\nY: \u{E9}\t\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
    func `valid heads are accepted`(_ head: String) {
        #expect(Self.objection(head) == nil)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 9\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2,\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 02\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2a\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n", "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n",
        "HTTP/1.1 200 O\u{1}\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: a\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX : a\r\n\r\n",
        "HTTP/1.1 200 OK\r\n X: a\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n",
        "\r\n", "",
    ])
    func `an ambiguous head is rejected`(_ head: String) {
        #expect(Self.objection(head) != nil)
    }
}
