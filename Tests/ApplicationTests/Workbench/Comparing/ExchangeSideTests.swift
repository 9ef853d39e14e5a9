import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Workbench

/// The sides of a comparison, from every kind of source.
@Suite struct ExchangeSideTests {
    private static let url = WebURL("http://shop.example/cart")

    private func trace(_ events: [SessionEvent]) throws -> SessionTrace {
        var trace = SessionTrace(try #require(Self.url), mode: .open)
        for event in events { trace.handle(event, at: .zero) }
        return trace
    }

    @Test func `a session's side has both headers as sent, the body and the page`() throws {
        let url = try #require(Self.url)
        let sent = Array("GET /cart HTTP/1.1\r\nhost: shop.example\r\n\r\n".utf8)
        let raw = Array("HTTP/1.1 200 OK\r\nEtag:  a\r\n\r\n".utf8)
        let side = ExchangeSide(
            try trace([
                .requestDecided(Request(url: url), notes: []), .requestSent(sent),
                .headReceived(try #require(ResponseHead(raw: raw))),
                .learnt(.bodyReceived(Array("{}".utf8))), .learnt(.pageKnown(Array("<p>".utf8))),
            ]), title: "first")
        #expect(side.title == "first" && side.url == url)
        #expect(side.request == .bytes(sent))
        #expect(side.response == .bytes(raw))
        #expect(side.body == .bytes(Array("{}".utf8)))
        #expect(side.page == .bytes(Array("<p>".utf8)))
    }

    @Test func `headers that were not recorded are reconstructed, and marked so`() throws {
        let url = try #require(Self.url)
        let head = ResponseHead(
            version: "HTTP/2", status: 304, reason: "", headers: Headers([HeaderField("ETag", "a")]), raw: [])
        let side = ExchangeSide(
            try trace([
                .requestDecided(
                    Request(url: url, headers: Headers([HeaderField("accept-diff", "true")])), notes: []),
                .headReceived(head),
            ]), title: "")
        #expect(side.request == .text(Array("GET /cart\r\naccept-diff: true\r\n".utf8)))
        #expect(side.response == .text(Array("HTTP/2 304 \r\nETag: a\r\n".utf8)))
        #expect(side.body == .missing("A 304 has no body: it confirms the stored page."))
        #expect(side.page == .missing("The session has no page."))
    }

    @Test func `a session without a response says so`() throws {
        let side = ExchangeSide(try trace([]), title: "")
        #expect(side.request == .missing("No request was made."))
        #expect(side.response == .missing("No response was received."))
        #expect(side.body == .missing("No response was received."))
    }

    @Test func `a body that is no longer in memory is missing, with its size`() throws {
        let url = try #require(Self.url)
        let whole = try trace([
            .requestDecided(Request(url: url), notes: []),
            .headReceived(try #require(ResponseHead(raw: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)))),
            .learnt(.bodyReceived(Array("abc".utf8))), .learnt(.pageKnown(Array("abcd".utf8))),
        ])
        let side = ExchangeSide(whole.withoutPages, title: "")
        #expect(side.body == .missing("The body, 3 bytes, is no longer in memory."))
        #expect(side.page == .missing("The page, 4 bytes, is no longer in memory."))
    }

    @Test func `a stored version has its page and its headers`() throws {
        let version = PageVersion(
            url: try #require(Self.url), html: Array("<p>".utf8), sha1: "", etag: nil, templateTag: nil,
            headers: Headers([HeaderField("Etag", "a"), HeaderField("Content-Type", "text/html")]),
            stored: Instant(milliseconds: 0))
        let side = ExchangeSide(version, title: "v1")
        #expect(side.page == .bytes(Array("<p>".utf8)))
        #expect(side.response == .text(Array("Etag: a\r\nContent-Type: text/html\r\n".utf8)))
        guard case .missing = side.request, case .missing = side.body else {
            Issue.record("a version has neither request nor body")
            return
        }
    }

    @Test(
        arguments: TableRow.rows(
            "a file that begins with", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `a file that begins with a status line is a response, any other a page`(row: TableRow) throws {
        let (text, head, body) = (row[1], row.optional(2), row[3])
        let side = ExchangeSide(file: Array(text.utf8), at: try #require(Self.url), title: "f")
        #expect(side.response.bytes == head.map { Array($0.utf8) })
        #expect(side.body == .bytes(Array(body.utf8)))
        #expect(side.page == .bytes(Array(body.utf8)))
    }

    @Test func `a file with a data update has no page`() throws {
        let text = "HTTP/1.1 200 OK\r\nTemplate-Change: false\r\n\r\n{\"data\":{}}"
        let side = ExchangeSide(file: Array(text.utf8), at: try #require(Self.url), title: "f")
        #expect(side.body.bytes == Array("{\"data\":{}}".utf8))
        #expect(side.page.bytes == nil)
    }
}
