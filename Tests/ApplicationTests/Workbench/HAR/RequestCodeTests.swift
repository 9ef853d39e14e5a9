import Foundation
import SonicProtocol
import Testing

@testable import Exchanges
@testable import Workbench

/// Requests as commands and source code for other programs.
@Suite struct RequestCodeTests {
    private static func request() throws -> Request {
        let url = try #require(WebURL("http://quay.example:8080/tides?a='b'&c=$d"))
        var request = Request(
            url: url,
            headers: Headers([
                HeaderField("accept-diff", "true"), HeaderField("template-tag", ""),
                HeaderField("X-Word", "say \"é😀\\\""),
                HeaderField("X-Word", "twice"), HeaderField("Cookie", "id=secret"),
            ]))
        request.method = "POST"
        request.body = RequestBody(Array("tide=high&wind=\n".utf8))
        return request
    }

    @Test(arguments: RequestCode.allCases)
    func `names keep their case and order, and secrets are masked by default`(code: RequestCode)
        throws
    {
        let request = try Self.request()
        let masked = code.text(request)
        let kept = code.text(request, secrets: Secrets(.kept))
        for text in [masked, kept] {
            #expect(text.contains("accept-diff") && text.contains("twice"))
            // curl posts what it is given.
            #expect(text.contains("POST") || code == .curl)
            let first = try #require(text.firstRange(of: "accept-diff"))
            let last = try #require(text.firstRange(of: "Cookie"))
            #expect(first.lowerBound < last.lowerBound)
        }
        #expect(!masked.contains("secret") && !masked.contains("wind="))
        #expect(kept.contains("id=secret") && kept.contains("wind="))
    }

    @Test func `a command for HTTPie removes its default headers`() throws {
        let url = try #require(WebURL("http://quay.example/it's"))
        let request = Request(
            url: url, headers: Headers([HeaderField("Accept", "*/*"), HeaderField("template-tag", "")]))
        #expect(
            RequestCode.httpie.text(request)
                == "http --ignore-stdin GET 'http://quay.example/it'\\''s' 'Accept:*/*' 'template-tag;' 'User-Agent:' 'Accept-Encoding:'"
        )
    }

    @Test func `Python runs the generated code, and sends the same request`() throws {
        let text = RequestCode.python.text(try Self.request(), secrets: Secrets(.kept))
        #expect(
            text == """
                import http.client

                connection = http.client.HTTPConnection("quay.example:8080")
                connection.putrequest("POST", "/tides?a=%27b%27&c=$d", skip_accept_encoding=True)
                connection.putheader("accept-diff", "true")
                connection.putheader("template-tag", "")
                connection.putheader("X-Word", "say \\"\\u00e9\\U0001f600\\\\\\"")
                connection.putheader("X-Word", "twice")
                connection.putheader("Cookie", "id=secret")
                body = "tide=high&wind=\\u000a".encode()
                connection.putheader("Content-Length", str(len(body)))
                connection.endheaders(body)
                response = connection.getresponse()
                print(response.status, response.read())

                """)
    }

    @Test func `JavaScript has headers as pairs, so that names may repeat`() throws {
        let text = RequestCode.fetch.text(try Self.request(), secrets: Secrets(.kept))
        #expect(
            text.contains(
                "    [\"X-Word\", \"say \\\"\\u00e9\\u{0001f600}\\\\\\\"\"],\n    [\"X-Word\", \"twice\"],\n")
        )
        #expect(
            text.hasPrefix(
                "const response = await fetch(\"http://quay.example:8080/tides?a=%27b%27&c=$d\", {\n  method: \"POST\","
            ))
    }

    @Test func `Swift has quotes, line ends and invisible characters escaped`() throws {
        var request = try Self.request()
        request.body = RequestBody(Array("a=\"\u{1B}\u{A0}é\\\t\r\n".utf8))
        let text = RequestCode.swift.text(request, secrets: Secrets(.kept))
        #expect(
            text.contains(
                #"request.addValue("say \"é😀\\\"", forHTTPHeaderField: "X-Word")"# + "\n"))
        #expect(text.contains(#"request.httpBody = Data("a=\"\u{1b}\u{a0}é\\\t\r\n".utf8)"# + "\n"))
    }
}
