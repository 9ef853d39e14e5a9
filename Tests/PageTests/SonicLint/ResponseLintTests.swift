import Chance
import SessionWords
import SonicProtocol
import Testing

@testable import SonicLint

struct ResponseLintTests {
    /// A correct response.
    private static let good = """
        HTTP/1.1 200 OK
        Content-Type: text/html; charset=utf-8
        Cache-Control: private, no-cache
        Content-Encoding: gzip
        Etag: 5a982080aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        template-tag: 70420908bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        template-change: true
        cache-offline: true
        """

    private func told(
        _ head: String, body: Int = 9000, stored: Int? = 9000, asking: String = "true"
    ) -> [String] {
        let raw = Array((head.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n").utf8)
        guard let head = ResponseHead(raw: raw) else { return ["no head"] }
        let request = Headers([HeaderField("Accept-Encoding", "gzip"), HeaderField("accept-diff", asking)])
        return ResponseLint.findings(in: head, to: request, bodyBytes: body, storedBytes: stored)
            .map { "\($0.rule.rawValue): \($0.message)" }
    }

    private func without(_ name: String) -> String {
        Self.good.split(separator: "\n").filter { !$0.hasPrefix(name) }.joined(separator: "\n")
    }

    @Test func `a correct response has no findings, and neither has one without Sonic`() {
        #expect(told(Self.good) == [])
        #expect(
            told(
                "HTTP/1.1 200 OK\nContent-Type: text/html\nETag: W/\"a\"\nContent-Length: 3\nCache-Control: max-age=9"
            ) == [])
        #expect(told("HTTP/1.1 304 Not Modified\nCache-Offline: store", body: 0) == [])
    }

    @Test(arguments: [
        (
            "Etag",
            "etag-missing: the response has no ETag; it is compressed (gzip), and what compresses in between may drop an "
                + "ETag"
        ),
        ("template-tag", "template-tag-missing: the response has no template-tag"),
        ("template-change", "template-change-missing: the response has no template-change"),
        ("cache-offline", "cache-offline-missing: the response has no cache-offline"),
    ]) func `each missing Sonic header is reported`(_ name: String, _ finding: String) {
        #expect(told(without(name)) == [finding])
        #expect(told(without(name), asking: "false") == [], "nothing of Sonic was asked for")
    }

    @Test(arguments: [
        ("Cache-Control: private, max-age=60", "lifetime-on-sonic-page: Cache-Control: max-age=60"),
        (
            "Cache-Control: private\nExpires: Sun, 22 Nov 2026 12:00:00 GMT",
            "lifetime-on-sonic-page: Expires: Sun, 22 Nov 2026 12:00:00 GMT"
        ),
        ("Cache-Control: private\nExpires: 0", ""),
        (
            "Cache-Control: public",
            "vary-missing: the response has no Vary, and Cache-Control does not say private"
        ),
        (
            "Vary: accept-diff",
            "vary-missing: the response has Vary: accept-diff, and Cache-Control does not say private"
        ),
        ("Vary: Accept-Diff, Template-Tag", ""),
        ("Vary: *", ""),
        (
            "Cache-Control: no-store",
            "no-store-against-offline: Cache-Control: no-store beside cache-offline: true"
        ),
    ]) func `caching headers that conflict with Sonic's are reported`(_ lines: String, _ finding: String) {
        #expect(told(without("Cache-Control") + "\n" + lines).joined() == finding)
    }

    @Test(
        arguments: [
            ("Age: 120", "Age: 120: an intermediate cache responded"),
            (
                "X-Cache: HIT from edge-7\nVia: 1.1 edge-7 (squid)",
                "X-Cache: HIT from edge-7: an intermediate cache responded (Via: 1.1 edge-7 (squid))"
            ),
            ("X-Cache: MISS, HIT\nAge: 3", "Age: 3, X-Cache: MISS, HIT: an intermediate cache responded"),
            ("CF-Cache-Status: HIT", "CF-Cache-Status: HIT: an intermediate cache responded"),
            ("X-Cache-Status: UPDATING", "X-Cache-Status: UPDATING: an intermediate cache responded"),
            ("X-Cache: TCP_MEM_HIT from a", "X-Cache: TCP_MEM_HIT from a: an intermediate cache responded"),
            (
                "Cache-Status: origin; fwd=miss, edge; hit; ttl=20",
                "Cache-Status: origin; fwd=miss, edge; hit; ttl=20: an intermediate cache responded"
            ),
            ("X-Varnish: 17 4\nAge: 0", "X-Varnish: 17 4: an intermediate cache responded"),
            // Responses directly from the server, or through a proxy without a cache.
            ("X-Varnish: 17\nAge: 0", nil),
            ("Age: 0", nil), ("Age: old", nil), ("X-Cache: Miss from cloudfront", nil),
            ("X-Cache: HIT, MISS", nil),
            ("CF-Cache-Status: DYNAMIC", nil), ("Cache-Status: edge; fwd=uri-miss", nil),
            ("Via: 1.1 edge", nil),
            ("X-Cache: white", nil),
            // A cache that varies by the tags.
            ("Age: 120\nVary: accept-diff, template-tag", nil), ("Age: 120\nVary: *", nil),
        ] as [(String, String?)])
    func `a shared cache that responded is named with the evidence`(_ lines: String, _ words: String?) {
        #expect(told(Self.good + "\n" + lines) == (words.map { ["answered-by-cache: " + $0] } ?? []))
        #expect(told(Self.good + "\n" + lines, asking: "false") == [])
    }

    @Test(
        arguments: [
            (
                "sonic-etag-key: X-Tag",
                "sonic-etag-key is X-Tag, and the response has no X-Tag; its ETag is 5a982080aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, which clients then ignore"
            ),
            ("sonic-etag-key: X-Tag\nx-tag: 1", nil), ("sonic-etag-key: etag", nil),
            // An invalid header name names no header.
            ("sonic-etag-key:", nil), ("sonic-etag-key: X Tag", nil),
        ] as [(String, String?)])
    func `a missing tag header is named`(_ lines: String, _ words: String?) {
        #expect(told(Self.good + "\n" + lines) == (words.map { ["etag-key-absent: " + $0] } ?? []))
        let bare = "sonic-etag-key is X-Tag, and the response has no X-Tag"
        #expect(told(without("Etag") + "\nsonic-etag-key: X-Tag") == ["etag-key-absent: " + bare])
    }

    @Test(arguments: [
        ("Set-Cookie: sid=1; Path=/\nSet-Cookie: b=2", "cookie-on-page: Set-Cookie: sid, b"),
        (
            "html-sha1: 11112222aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "etag-unlike-html-sha1: ETag is 5a982080aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, html-sha1 is 11112222aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        ),
        ("X-Odd:1", "header-without-blank: no space after the colon of X-Odd"),
        ("X-Empty:", ""),
        (
            "template-tag: 2",
            "header-doubled: template-tag occurs 2 times (70420908bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, 2); the first counts"
        ),
    ]) func `further lines that some clients mishandle are reported`(_ lines: String, _ finding: String) {
        #expect(told(Self.good + "\n" + lines).joined() == finding)
    }

    @Test func `values that clients interpret differently are reported`() {
        #expect(told(Self.good.replacing("Etag: ", with: "Etag: W/")).map { $0.prefix(9) } == ["etag-weak"])
        #expect(
            told(Self.good.replacing("change: true", with: "change: maybe")).map { $0.prefix(19) } == [
                "template-change-odd"
            ])
        #expect(
            told(Self.good.replacing("offline: true", with: "offline: yes")).map { $0.prefix(21) } == [
                "cache-offline-unknown"
            ])
    }

    @Test func `a 304 with a body is reported, and so is a page in another charset`() {
        #expect(
            told("HTTP/1.1 304 Not Modified", body: 12)
                == ["not-modified-with-body: status 304 with a body of 12 bytes"])
        // RFC 9112, section 6.1, allows it.
        #expect(told("HTTP/1.1 304 Not Modified\nTransfer-Encoding: chunked", body: 0) == [])
        let latin = Self.good.replacing("charset=utf-8", with: "charset=\"ISO-8859-1\"")
        #expect(told(latin) == ["charset-not-utf8: Content-Type: text/html; charset=\"ISO-8859-1\""])
        #expect(told(Self.good.replacing("; charset=utf-8", with: "")) == [])
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
        let plain = without("Content-Encoding")
        #expect(
            told(plain) == [
                "compression-missing: 9000 bytes received uncompressed, and the request allowed gzip"
            ])
        #expect(told(plain, body: 900) == [])
        #expect(
            told(plain + "\nContent-Length: 286", body: 900)
                == ["content-length-wrong: Content-Length is 286, and 900 bytes were received"])
        #expect(told(plain + "\nContent-Length: 900", body: 900) == [])
        for lengths in ["nine", "900\nContent-Length: 901"] {
            #expect(
                told(Self.good + "\nContent-Length: \(lengths)").map { $0.prefix(20) } == [
                    "content-length-wrong"
                ])
        }
        let update = Self.good.replacing("change: true", with: "change: false")
        #expect(
            told(update, body: 9001) == ["update-larger-than-page: the update has 9001 bytes, the page 9000"])
        #expect(told(update, body: 9000) == [])
        #expect(
            told("HTTP/1.1 304 Not Modified\nContent-Encoding: gzip", body: 0)
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
