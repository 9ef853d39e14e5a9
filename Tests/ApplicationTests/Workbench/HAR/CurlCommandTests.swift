import SonicProtocol
import TestSupport
import Testing

@testable import Workbench

@Suite struct CurlCommandTests {
    private func request(_ url: String, _ fields: [HeaderField]) throws -> Request {
        Request(url: try #require(WebURL(url)), headers: Headers(fields))
    }

    private let own = [HeaderField("User-Agent", "sonic/0"), HeaderField("Accept", "*/*")]

    @Test func `headers are written as sent, in order and case`() throws {
        let request = try request(
            "http://a.example/x?y#z", own + [HeaderField("template-tag", "0a"), HeaderField("X-None", "")])
        #expect(
            RequestCode.curl.text(request)
                == "curl 'http://a.example/x?y' -H 'User-Agent: sonic/0' -H 'Accept: */*' "
                + "-H 'template-tag: 0a' -H 'X-None;'")
    }

    @Test func `curl adds no headers of its own and decompresses the body`() throws {
        let request = try request("http://a.example/[1]", [HeaderField("Accept-Encoding", "gzip")])
        #expect(
            RequestCode.curl.text(request)
                == "curl --globoff 'http://a.example/[1]' -H 'Accept-Encoding: gzip' "
                + "-H 'User-Agent:' -H 'Accept:' --compressed")
    }

    @Test func `secrets are masked by default`() throws {
        var request = try request("http://me:word@a.example/", own + [HeaderField("Cookie", "a=b")])
        request.method = "POST"
        request.body = RequestBody(Array("@pin=1".utf8))
        #expect(
            RequestCode.curl.text(request)
                == "curl 'http://a.example/' -H 'User-Agent: sonic/0' -H 'Accept: */*' -H 'Cookie: a=***' "
                + "--data-raw '***'")
        let kept = RequestCode.curl.text(request, secrets: .kept)
        #expect(kept.contains("'http://me:word@a.example/'") && kept.contains("-H 'Cookie: a=b'"))
        #expect(kept.hasSuffix("--data-raw '@pin=1'"))
    }

    @Test(
        arguments: TableRow.rows(
            "no argument is more than", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `no argument is more than a word to the shell`(row: TableRow) {
        let (word, quoted) = (row[1], row[2])
        #expect(RequestCode.quoted(word) == quoted)
    }

    @Test func `connection options are included, quoted and masked`() throws {
        let request = Request(url: try #require(WebURL("https://quay.example/")), headers: Headers())
        let options = [
            CurlOption("--resolve", "quay.example:443:192.0.2.1"),
            CurlOption("--cacert", "/tmp/it's mine.pem"),
            CurlOption("--proxy", "http://ann:secret@proxy.example:8080"), CurlOption("--insecure"),
        ]
        let line = RequestCode.curl.text(
            request, options: options, added: [HeaderField("Authorization", "Basic YW5uOnNlY3JldA==")])
        #expect(
            line.hasPrefix(
                "curl --resolve 'quay.example:443:192.0.2.1' --cacert '/tmp/it'\\''s mine.pem' "
                    + "--proxy 'http://proxy.example:8080' --insecure 'https://quay.example/' "
                    + "-H 'Authorization: Basic ***'"))
        let kept = RequestCode.curl.text(request, options: options, secrets: .kept)
        #expect(kept.contains("--proxy 'http://ann:secret@proxy.example:8080'"))
    }
}
