import Chance
import SessionWords
import SonicProtocol
import Testing

@testable import SonicLint

struct ResponseLintTests {
    /// A correct response.
    static let good = """
        HTTP/1.1 200 OK
        Content-Type: text/html; charset=utf-8
        Cache-Control: private, no-cache
        Content-Encoding: gzip
        Etag: 5a982080aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        template-tag: 70420908bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        template-change: true
        cache-offline: true
        """

    static func told(
        _ head: String, body: Int = 9000, stored: Int? = 9000, asking: String = "true"
    ) -> [String] {
        let raw = Array((head.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n").utf8)
        guard let head = ResponseHead(raw: raw) else { return ["no head"] }
        let request = Headers([HeaderField("Accept-Encoding", "gzip"), HeaderField("accept-diff", asking)])
        return ResponseLint.findings(in: head, to: request, bodyBytes: body, storedBytes: stored)
            .map { "\($0.rule.rawValue): \($0.message)" }
    }

    static func without(_ name: String) -> String {
        good.split(separator: "\n").filter { !$0.hasPrefix(name) }.joined(separator: "\n")
    }

    @Test func `a correct response has no findings, and neither has one without Sonic`() {
        #expect(Self.told(Self.good) == [])
        #expect(
            Self.told(
                "HTTP/1.1 200 OK\nContent-Type: text/html\nETag: W/\"a\"\nContent-Length: 3\nCache-Control: max-age=9"
            ) == [])
        #expect(Self.told("HTTP/1.1 304 Not Modified\nCache-Offline: store", body: 0) == [])
    }

    @Test func `values that clients interpret differently are reported`() {
        #expect(
            Self.told(Self.good.replacing("Etag: ", with: "Etag: W/")).map { $0.prefix(9) } == ["etag-weak"])
        #expect(
            Self.told(Self.good.replacing("change: true", with: "change: maybe")).map { $0.prefix(19) } == [
                "template-change-odd"
            ])
        #expect(
            Self.told(Self.good.replacing("offline: true", with: "offline: yes")).map { $0.prefix(21) } == [
                "cache-offline-unknown"
            ])
    }

    @Test func `a 304 with a body is reported, and so is a page in another charset`() {
        #expect(
            Self.told("HTTP/1.1 304 Not Modified", body: 12)
                == ["not-modified-with-body: status 304 with a body of 12 bytes"])
        // RFC 9112, section 6.1, allows it.
        #expect(Self.told("HTTP/1.1 304 Not Modified\nTransfer-Encoding: chunked", body: 0) == [])
        let latin = Self.good.replacing("charset=utf-8", with: "charset=\"ISO-8859-1\"")
        #expect(Self.told(latin) == ["charset-not-utf8: Content-Type: text/html; charset=\"ISO-8859-1\""])
        #expect(Self.told(Self.good.replacing("; charset=utf-8", with: "")) == [])
    }

    @Test func `a 304 with other tags than the request is reported`() {
        func told(_ lines: String) -> [String] {
            let raw = Array("HTTP/1.1 304 Not Modified\r\n\(lines)\r\n\r\n".utf8)
            guard let head = ResponseHead(raw: raw) else { return ["no head"] }
            let request = Headers([HeaderField("If-None-Match", "aa"), HeaderField("template-tag", "bb")])
            return ResponseLint.findings(in: head, to: request, bodyBytes: 0, storedBytes: 9)
                .map { "\($0.rule.rawValue): \($0.message)" }
        }
        #expect(
            told("ETag: W/\"aa\"\r\ntemplate-tag: bb") == [
                "etag-weak: ETag: W/\"aa\" is weak"
            ])
        #expect(
            told("ETag: ff\r\ntemplate-tag: ee") == [
                "not-modified-other-tags: status 304 received with ETag ff to If-None-Match: aa, "
                    + "template-tag ee to template-tag: bb"
            ])
        #expect(
            told("ETag: ff") == [
                "not-modified-other-tags: status 304 received with ETag ff to If-None-Match: aa"
            ]
        )
    }

    @Test func `wrong lengths are reported`() {
        let plain = Self.without("Content-Encoding")
        #expect(
            Self.told(plain) == [
                "compression-missing: 9000 bytes received uncompressed, and the request allowed gzip"
            ])
        #expect(Self.told(plain, body: 900) == [])
        #expect(
            Self.told(plain + "\nContent-Length: 286", body: 900)
                == ["content-length-wrong: Content-Length is 286, and 900 bytes were received"])
        #expect(Self.told(plain + "\nContent-Length: 900", body: 900) == [])
        for lengths in ["nine", "900\nContent-Length: 901"] {
            #expect(
                Self.told(Self.good + "\nContent-Length: \(lengths)").map { $0.prefix(20) } == [
                    "content-length-wrong"
                ])
        }
        let update = Self.good.replacing("change: true", with: "change: false")
        #expect(
            Self.told(update, body: 9001) == [
                "update-larger-than-page: the update has 9001 bytes, the page 9000"
            ])
        #expect(Self.told(update, body: 9000) == [])
        #expect(
            Self.told("HTTP/1.1 304 Not Modified\nContent-Encoding: gzip", body: 0)
                == ["not-modified-with-coding: status 304 with Content-Encoding: gzip"])
    }

    @Test func `any headers are judged by rules of the table`() {
        var random = SeededGenerator(seed: 8)
        let lines =
            Self.good.split(separator: "\n").dropFirst() + [
                "Etag: W/\"a\"", "template-change: 7", "cache-offline: http",
                "Cache-Control: max-age=9, no-store", "Vary: x",
                "Content-Length: 1", "Set-Cookie: a", "X:1", "Expires: never",
            ]
        for _ in 0..<3000 {
            let some = lines.filter { _ in Bool.random(using: &random) }
            let head = (["HTTP/1.1 \(Bool.random(using: &random) ? 200 : 304) X"] + some).joined(
                separator: "\n")
            let raw = Array((head.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n").utf8)
            guard let read = ResponseHead(raw: raw) else { continue }
            for finding in ResponseLint.findings(in: read, to: Headers(), bodyBytes: 10, storedBytes: 5) {
                #expect(finding.rule.advice != nil, "\(finding.rule)")
            }
        }
    }
}
