import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Exchanges
@testable import Workbench

/// The rows of a HAR file, and the outcome of each.
@Suite struct TrafficReaderTests {
    /// The kind of a row, in a word.
    private static func word(_ row: TrafficRow) -> String {
        switch row.content {
        case .unreadable: "unreadable"
        case .gap: "gap"
        case .exchange(_, .running): "running"
        case .exchange(_, .unfinished): "unfinished"
        case .exchange(_, .waiting): "waiting"
        case .exchange(_, .session(let trace, _)): trace.result?.outcome.name ?? "no end"
        case .exchange(_, .outline): "outline"
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

    @Test(arguments: TableRow.rows("client", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a client gets a short name from its User-Agent`(row: TableRow) {
        let (agent, address, name) = (row[1], row.optional(2), row[3])
        #expect(Exchange.Client(address: address, userAgent: agent).name == name)
    }
}
