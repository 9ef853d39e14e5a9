import SonicProtocol
import Testing

@Suite struct SniffedTypeTests {
    @Test func `the number of bytes examined is limited`() {
        let blanks = [UInt8](repeating: 0x20, count: SniffedType.byteCount)
        #expect(SniffedType.mediaType(of: blanks) == "text/plain")
        #expect(SniffedType.mediaType(of: blanks.dropLast() + Array("<p>".utf8)) == "text/plain")
    }

    @Test func `a Sonic response is HTML whatever it begins with`() {
        let headers = Headers([HeaderField("template-tag", "a")])
        #expect(ResponseClassifier.isHTML(headers, Array("a text".utf8)))
    }

    @Test func `a sniffed type keeps the parameters of the Content-Type header`() {
        let headers = Headers([HeaderField("Content-Type", "*/*; charset=koi8-r")])
        #expect(
            ResponseClassifier.contentType(headers, Array("a text".utf8)) == "text/plain; charset=koi8-r")
        #expect(ResponseClassifier.contentType(headers, Array("<p>".utf8)) == "*/*; charset=koi8-r")
        #expect(ResponseClassifier.contentType(Headers(), Array("a text".utf8)) == "text/plain")
    }
}
