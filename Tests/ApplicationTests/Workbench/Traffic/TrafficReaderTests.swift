import SonicProtocol
import SonicSession
import Testing

@testable import Exchanges
@testable import Workbench

/// The rows of a HAR file, and the outcome of each.
@Suite struct TrafficReaderTests {
    /// The kind of a row, in a word.
    private static func word(_ row: TrafficRow) -> String {
        switch row.content {
        case .unreadable: "unreadable"
        case .exchange(_, .waiting): "waiting"
        case .exchange(_, .session(let trace, _)): trace.result?.outcome.name ?? "no end"
        case .exchange(_, .furtherRequest(let row)): "further request of \(row)"
        case .exchange(_, .part(let row)): row.map { "part of \($0)" } ?? "part"
        }
    }

    @Test func `each page's row has its session's outcome, and its subresources belong to it`() async throws {
        typealias Scene = TrafficScene
        var style = Scene.Entry(at: 10, url: "http://quay.example/tides.css", type: "stylesheet")
        style.asked = [("Referer", "http://quay.example/tides")]
        style.headers = [("Content-Type", "text/css"), ("Cache-Control", "max-age=3600")]
        var picture = Scene.Entry(at: 20, url: "http://elsewhere.example/map.png")
        picture.headers = [("Content-Type", "image/png")]
        var moved = Scene.Entry(at: 30, url: "http://quay.example/old", status: 302)
        moved.headers = [("Location", "http://quay.example/plain")]
        let plain = Scene.Entry(at: 40, url: "http://quay.example/plain", body: "<p>Plain")
        var lost = Scene.Entry(at: 60, url: "http://quay.example/gone", status: 500, body: "<p>Broken")
        lost.headers = [("Content-Type", "text/html")]
        let rows = try await Scene.rows(
            Scene.har(
                [
                    Scene.whole("low"), style, picture, moved, plain,
                    Scene.update(from: "low", to: "high", at: 50), lost,
                ], more: [["request": ["method": "GET"], "response": ["status": 200]]]))
        #expect(
            rows.map(Self.word) == [
                "firstLoad", "part of 1", "part", "part", "plain", "dataUpdate", "failed", "unreadable",
            ])
        #expect(rows.map(\.hasError) == [false, false, false, false, false, false, true, true])
        #expect(rows[5].savedPercent == nil, "the update is longer than the page, so nothing was saved")
        #expect(rows[0].exchange?.took == .microseconds(12_500))
        #expect(rows[0].session?.turns.last?.report?.timings[.receiving] == .milliseconds(2))
    }

    @Test func `clients with known addresses have their own stored pages`() async throws {
        typealias Scene = TrafficScene
        let rows = try await Scene.rows(
            Scene.har([
                Scene.whole("low", at: 0, client: "192.0.2.1"),
                Scene.whole("high", at: 10, client: "192.0.2.2"),
                Scene.update(from: "low", to: "mid", at: 20, client: "192.0.2.1"),
                Scene.update(from: "high", to: "mid", at: 30, client: "192.0.2.2"),
            ]))
        #expect(rows.map(Self.word) == ["firstLoad", "firstLoad", "dataUpdate", "dataUpdate"])
        #expect(
            rows.map { $0.exchange?.client?.address } == ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2"])
    }

    @Test func `reading stops when the consumer stops`() async throws {
        let reader = try TrafficScene.reader(
            TrafficScene.har((0..<5).map { TrafficScene.whole("low", at: $0 * 10) }))
        var told = 0
        await reader.read { _ in
            told += 1
            return told < 2
        }
        #expect(told == 2)
    }

    @Test(
        arguments: [
            ("curl/8.5.0", nil, "curl 8.5.0"),
            ("curl/8.5.0", "127.0.0.1", "curl 8.5.0"),
            ("curl/8.5.0", "192.0.2.7", "curl 8.5.0 192.0.2.7"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Sonic/2.0.0",
                nil,
                "VasSonic, iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Version/4.0 Chrome/120.0.1 Mobile Safari/537.36 Sonic/2.0.0",
                nil, "VasSonic, Android"
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36", nil,
                "Chrome 131"
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                nil,
                "Edge 131"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", nil, "Firefox 133"),
            ("Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/17.2 Safari/605.1.15", nil, "Safari 17"),
            ("Mozilla/4.0 (compatible)", nil, "a browser"), ("", nil, "no User-Agent"),
        ] as [(String, String?, String)])
    func `a client gets a short name from its User-Agent`(agent: String, address: String?, name: String) {
        #expect(Exchange.Client(address: address, userAgent: agent).name == name)
    }
}
