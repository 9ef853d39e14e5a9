import SonicProtocol
import Testing

@testable import SonicServer

@Suite struct RecordedExchangeTests {
    @Test func `a recording contains heads and bodies byte for byte, and the beginning of long bodies`() {
        var exchange = RecordedExchange(
            ServerRequest(
                method: "POST", target: "/a",
                headers: Headers([HeaderField("accept-DIFF", "true"), HeaderField("X", "")])),
            version: "HTTP/1.1")
        exchange.requestBody.add([0, 255])
        exchange.answer(status: 200, Headers([HeaderField("Etag", "e")]))
        exchange.responseBody.add([UInt8](repeating: 0x61, count: RecordedExchange.bodyLimit - 1))
        exchange.responseBody.add(Array("bcd".utf8))
        let text = exchange.text(title: "one")
        let start =
            "### one\n\n>>> REQUEST\nPOST /a HTTP/1.1\r\naccept-DIFF: true\r\nX: \r\n\n>>> REQUEST body "
        #expect(text.starts(with: Array("\(start)(2 bytes, 2 follow)\n".utf8) + [0, 255, 0x0A, 0x0A]))
        let rest = String(decoding: text.dropFirst(start.utf8.count + 24), as: UTF8.self)
        #expect(
            rest.hasPrefix(
                "<<< RESPONSE head\nHTTP/1.1 200\r\nEtag: e\r\n\n<<< RESPONSE body (1048578 bytes, 1048576 follow)\na"
            ))
        #expect(rest.hasSuffix("aab\n\n"))
        let silent = RecordedExchange(ServerRequest(target: "/"), version: "HTTP/1.0")
        #expect(String(decoding: silent.text(title: "t"), as: UTF8.self).hasSuffix("<<< NO RESPONSE\n\n"))
    }
}
