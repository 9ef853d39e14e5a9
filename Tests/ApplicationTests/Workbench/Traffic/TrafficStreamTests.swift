import Chance
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Workbench

/// A server's traffic stream, line by line.
@Suite struct TrafficStreamTests {
    private static func stream() -> TrafficStream {
        TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
    }

    private static func line(_ entry: TrafficScene.Entry) -> [UInt8] { Array(entry.json.text().utf8) }

    private static func log(of entries: [TrafficScene.Entry]) async -> TrafficLog {
        var stream = stream()
        var log = TrafficLog()
        for entry in entries {
            for news in await stream.handle(line(entry)) {
                switch news {
                case .added(let contents): for content in contents { log.append(content) }
                case .read(let row, let reading): log.set(reading, of: row)
                case .dropped, .interception: Issue.record("a server told something else")
                }
            }
        }
        return log
    }

    @Test func `a page that a session received is in memory once`() async throws {
        let log = await Self.log(of: [TrafficScene.whole("low")])
        let row = try #require(log.rows.first)
        let exchanged = try #require(row.exchange?.content.bytes)
        let received = try #require(row.session?.turns.first?.body)
        #expect(!exchanged.isEmpty)
        #expect(
            exchanged.withUnsafeBytes { exchanged in
                received.withUnsafeBytes { exchanged.baseAddress == $0.baseAddress }
            })
    }

    @Test func `each client's exchange is replayed with that client's stored page`() async throws {
        typealias Scene = TrafficScene
        let log = await Self.log(of: [
            Scene.whole("low", client: "192.0.2.1"), Scene.whole("high", client: "192.0.2.2"),
            Scene.update(from: "high", to: "mid", at: 9, client: "192.0.2.2"),
            Scene.update(from: "low", to: "mid", at: 19, client: "192.0.2.1"),
        ])
        #expect(log.rows.map(\.outcome) == [.firstLoad, .firstLoad, .dataUpdate, .dataUpdate])
        #expect(log.rows.last?.session?.page == Array(Scene.page("mid").utf8))
    }

    @Test func `lines without an exchange are skipped, and unreadable ones become rows`() async throws {
        var stream = Self.stream()
        func told(_ line: String) async -> String {
            var words: [String] = []
            for news in await stream.handle(Array(line.utf8)) {
                switch news {
                case .added(let contents):
                    for content in contents {
                        if case .unreadable = content {
                            words.append("unreadable")
                        } else {
                            words.append("row")
                        }
                    }
                case .read: words.append("read")
                case .dropped(let count): words.append("dropped \(count)")
                case .interception: words.append("interception")
                }
            }
            return words.joined(separator: " ")
        }
        #expect(await told("{\"hello\":{\"controller\":3}}") == "interception")
        #expect(await told("{\"held\":{\"id\":1}}") == "")
        #expect(await told("{\"alive\":true}") == "")
        #expect(await told("{\"dropped\":12}") == "dropped 12")
        #expect(await told("{\"dropped\":-3}") == "dropped 0")
        #expect(await told("[1,2") == "unreadable")
        #expect(await told("{\"request\":{}}") == "unreadable")
        #expect(await told(String(repeating: "[", count: 5000)) == "unreadable")
    }

    @Test func `random bytes become rows, never a crash`() async {
        var stream = Self.stream()
        var random = SeededGenerator(seed: 41)
        let whole = Self.line(TrafficScene.whole("low", client: "192.0.2.1"))
        for _ in 0..<300 {
            var line = whole
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let news = await stream.handle(Array(line.prefix(Int.random(in: 1...line.count, using: &random))))
            #expect(news.count <= 2)
        }
    }
}
