import SonicProtocol
import SonicSession
import Testing

@testable import SessionReports

/// An edited request is reported field by field.
@Suite struct EditedFieldsTests {
    private static func turn(sent: String, decided: [HeaderField]) throws -> SessionTrace.Turn {
        let url = try #require(WebURL("http://quay.example/tides?now"))
        let request = Request(url: url, headers: Headers(decided))
        var turn = SessionTrace.Turn()
        turn.request = request
        turn.fields = decided.map { ChosenField($0, why: "always sent") }
        turn.sentHead = Array((sent.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n").utf8)
        turn.edits = [.request(original: request)]
        return turn
    }

    private func lines(of turn: SessionTrace.Turn) -> [String] {
        let facts = SessionReport.requested(turn)
        return SessionReport.Section(topic: .requested, request: nil, facts: facts).lines(.masked).map(\.text)
    }

    @Test func `changed, added and removed headers are reported each, without secrets`() throws {
        let decided = [
            HeaderField("accept-diff", "true"), HeaderField("Accept", "text/html"),
            HeaderField("Cookie", "id=secret"),
            HeaderField("User-Agent", "sonic/0"),
        ]
        let turn = try Self.turn(
            sent:
                "GET /tides?now HTTP/1.1\nHost: quay.example\naccept-diff: false\nAccept: text/html\nX-New: 1\nCookie: id=other",
            decided: decided)
        #expect(
            lines(of: turn) == [
                "GET /tides?now HTTP/1.1", "Host: quay.example", "    ^ the connection's own",
                "accept-diff: false", "    ^ edited by hand; originally accept-diff: true",
                "Accept: text/html", "    ^ always sent", "X-New: 1", "    ^ added by hand",
                "Cookie: id=***", "    ^ edited by hand; originally Cookie: id=***",
                "removed by hand User-Agent: sonic/0",
            ])
    }

    @Test func `an edited method and target are reported`() throws {
        let turn = try Self.turn(sent: "POST /other HTTP/1.1\nHost: quay.example", decided: [])
        #expect(
            lines(of: turn).prefix(2) == [
                "POST /other HTTP/1.1", "    ^ edited by hand; originally GET /tides?now",
            ])
    }

    @Test func `an unedited request is reported as before`() throws {
        var turn = try Self.turn(
            sent: "GET /tides?now HTTP/1.1\nHost: quay.example\nX-Own: 1",
            decided: [HeaderField("X-Own", "1")])
        turn.edits = []
        #expect(
            lines(of: turn) == [
                "GET /tides?now HTTP/1.1", "Host: quay.example", "    ^ the connection's own", "X-Own: 1",
                "    ^ always sent",
            ])
    }
}
