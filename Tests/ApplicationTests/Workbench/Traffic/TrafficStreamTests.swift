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
                case .replaced(let row, let content): log.set(content, of: row)
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
                case .replaced: words.append("replaced")
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

    /// A stream whose clock is a second further with each hello, and the rows that it has reported.
    private struct Scene {
        var stream = TrafficStreamTests.stream()
        var log = TrafficLog()
        var dropped = 0

        static let entry =
            #""request":{"method":"GET","url":"http://a.example/"},"response":{"status":0,"headers":[]}"#

        mutating func note(_ news: [TrafficNews]) {
            for news in news {
                switch news {
                case .added(let contents): for content in contents { log.append(content) }
                case .replaced(let row, let content): log.set(content, of: row)
                case .read(let row, let reading): log.set(reading, of: row)
                case .dropped(let count): dropped += count
                case .interception: break
                }
            }
        }

        mutating func hello(_ run: String) async { await note(#"{"hello":{"controller":1\#(run)}}"#) }
        mutating func runs(_ id: Int, _ wait: String = "upstream") async {
            await note(#"{"running":{"id":\#(id),"waitsFor":"\#(wait)","entry":{\#(Self.entry)}}}"#)
        }
        mutating func ends(_ id: Int, event: Int) async {
            await note(#"{\#(Self.entry),"_sonic":{"id":\#(id)},"event":\#(event)}"#)
        }
        mutating func note(_ line: String) async { note(await stream.handle(Array(line.utf8))) }

        /// What the rows are, in their order.
        var rows: [String] {
            log.rows.map { row in
                switch row.content {
                case .gap(let start, let end): return "gap \(start.milliseconds)-\(end.milliseconds)"
                case .unreadable: return "unreadable"
                case .exchange(_, .running(let progress)): return "\(progress.wait)"
                case .exchange(_, .unfinished(let why)): return why
                case .exchange: return "ended"
                }
            }
        }
    }

    @Test func `a running exchange is one row until its end`() async {
        var scene = Scene()
        await scene.hello(#","run":5"#)
        await scene.runs(1)
        await scene.runs(2)
        await scene.runs(1, "client")
        #expect(scene.rows == ["client", "upstream"])
        await scene.ends(3, event: 0)
        await scene.ends(1, event: 1)
        #expect(scene.rows == ["ended", "upstream", "ended"])
        // Words of a newer server, or nonsense.
        await scene.runs(4, "tea")
        await scene.note(#"{"running":{"id":5,"waitsFor":"client","entry":{}}}"#)
        await scene.note(#"{"running":[]}"#)
        #expect(scene.rows.count == 3)
        #expect(scene.stream.target == "/__sonic/traffic?run=5&after=1")
    }

    @Test func `after a lost connection to the same run nothing is missing, and what runs goes on`() async {
        var scene = Scene()
        #expect(scene.stream.target == "/__sonic/traffic")
        await scene.hello(#","run":5"#)
        await scene.runs(1)
        await scene.runs(2)
        scene.note(scene.stream.disconnect())
        #expect(scene.rows == Array(repeating: "the connection was lost", count: 2))
        await scene.hello(#","run":5"#)
        await scene.ends(2, event: 7)
        await scene.runs(1)
        #expect(scene.rows == ["upstream", "ended"] && scene.dropped == 0)
    }

    @Test(arguments: [(#","run":900"#, "gap 0-0"), ("", "gap 0-0")])
    func `another run of the server ends what ran, and begins behind a gap`(run: String, gap: String) async {
        var scene = Scene()
        await scene.hello(#","run":5"#)
        await scene.runs(1)
        await scene.ends(2, event: 40)
        scene.note(scene.stream.disconnect())
        await scene.hello(run)
        await scene.runs(1)
        await scene.ends(2, event: 0)
        #expect(scene.rows == ["the server stopped", "ended", gap, "upstream", "ended"])
        #expect(scene.stream.target == "/__sonic/traffic" + (run.isEmpty ? "" : "?run=900&after=0"))
    }

    @Test func `after dropped lines what ran is unfinished until it is reported again`() async {
        var scene = Scene()
        await scene.hello(#","run":5"#)
        await scene.runs(1)
        await scene.runs(2)
        await scene.note(#"{"dropped":3}"#)
        #expect(scene.rows == Array(repeating: "its end was missed", count: 2))
        await scene.runs(2)
        #expect(scene.rows == ["its end was missed", "upstream"] && scene.dropped == 3)
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
