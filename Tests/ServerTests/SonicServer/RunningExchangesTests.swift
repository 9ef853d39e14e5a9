import Exchanges
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// What readers of the traffic are told about exchanges that have not ended.
@Suite struct RunningExchangesTests {
    /// A server's exchanges, and one reader of them.
    private struct Scene {
        let traffic = TrafficBroadcast(version: "1")
        lazy var journal = Journal(traffic: traffic)
        lazy var lines = TrafficLines(number: 1, of: traffic, from: 0, at: start)
        let start = ContinuousClock.now
        var exchanges: [ServerExchange] = []

        /// Begins a request whose body has not been received.
        mutating func begin(_ target: String) {
            let exchange = ServerExchange(target: Array(target.utf8))
            let head = ServerRequest(
                method: "POST", target: target, headers: Headers([HeaderField("Host", "a")]),
                client: "192.0.2.7")
            exchange.head = head
            exchange.record = SonicServer.record(of: head)
            exchange.stage = .reading(body: [])
            journal.begin(exchange, head)
            exchanges.append(exchange)
        }

        /// Ends the exchange with this number.
        mutating func end(_ number: Int) {
            let exchange = exchanges[number - 1]
            if let record = exchange.record { journal.note(record, exchange.recorded, exchange.number) }
        }

        /// The lines available this long after the latest begin: of running exchanges number and wait, of others the number
        /// or the first member.
        mutating func told(after time: Duration) -> [String] {
            let now = (exchanges.last?.begun ?? start) + time
            var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1000))
            while true {
                let count = buffer.withUnsafeMutableBytes { lines.read(into: $0, from: traffic, at: now) }
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return bytes.split(separator: 0x0A).map { line in
                guard let node = JSONNode.record(Array(line)) else { return "no object" }
                if let running = node["running"].flatMap(RunningExchange.init) {
                    return "\(running.id) waits for \(running.wait)"
                }
                return node["_sonic"]?["id"]?.integer.map { "\($0)" } ?? node.members?.first?.name ?? ""
            }
        }
    }

    @Test func `an exchange is reported after a moment, after a second, and when its progress has changed`() {
        var scene = Scene()
        #expect(scene.told(after: .zero) == ["hello"])
        #expect(scene.lines.nextDue == scene.lines.nextAlive, "nothing is due while nothing runs")
        scene.begin("/a")
        #expect(scene.told(after: .zero) == [])
        #expect(scene.told(after: .milliseconds(49)) == [])
        #expect(scene.told(after: .milliseconds(50)) == ["1 waits for request"])
        #expect(scene.told(after: .milliseconds(600)) == [])
        scene.exchanges[0].stage = .waiting(ServerResponse(status: 200, body: .bytes([])))
        #expect(scene.told(after: .milliseconds(900)) == ["1 waits for delay"])
        #expect(scene.told(after: .milliseconds(1001)) == [], "too soon after the last report")
        #expect(scene.told(after: .milliseconds(1301)) == ["1 waits for delay"])
        #expect(scene.told(after: .seconds(9)) == [])
        scene.end(1)
        #expect(scene.told(after: .seconds(10)) == ["1"])
        #expect(scene.lines.nextDue == scene.lines.nextAlive)
    }

    @Test func `an exchange that ends within a moment is not reported before`() {
        var scene = Scene()
        scene.begin("/a")
        #expect(scene.told(after: .milliseconds(20)) == ["hello"])
        scene.end(1)
        #expect(scene.told(after: .milliseconds(200)) == ["1"])
    }

    @Test func `a late reader receives those that have ended, then those that have not`() {
        var scene = Scene()
        for target in ["/a", "/b", "/c"] { scene.begin(target) }
        scene.end(3)
        scene.end(1)
        #expect(scene.told(after: .milliseconds(10)) == ["hello", "3", "1"])
        #expect(scene.told(after: .milliseconds(60)) == ["2 waits for request"])
    }

    @Test func `after lines were dropped, what runs is reported again`() {
        var scene = Scene()
        scene.begin("/a")
        #expect(scene.told(after: .zero) == ["hello"])
        #expect(scene.told(after: .milliseconds(60)) == ["1 waits for request"])
        for _ in 0...TrafficBroadcast.capacity {
            scene.begin("/b")
            scene.end(scene.exchanges.count)
        }
        let told = scene.told(after: .milliseconds(500))
        #expect(told.first == "dropped" && told.last == "1 waits for request")
    }

    @Test func `a line has the request with masked secrets, and no bodies`() throws {
        var scene = Scene()
        scene.begin("/a?name=secret")
        let exchange = scene.exchanges[0]
        exchange.recorded?.requestBody.add(Array("typed".utf8))
        let progress = try #require(exchange.progress)
        #expect(progress == RunningExchange(id: 1, wait: .request, received: 5, sent: 0))
        _ = scene.told(after: .zero)
        let told = scene.lines.running.next(of: scene.traffic, at: exchange.begun + .milliseconds(150))
        let line = try #require(told).text()
        #expect(line.hasPrefix(#"{"running":{"id":1,"waitsFor":"request","bytesReceived":5,"bytesSent":0,"#))
        #expect(!line.contains("typed"))
    }

    @Test func `a reader that returns continues after what it has read of this run`() {
        var scene = Scene()
        for _ in 0..<5 { scene.begin("/a") }
        for number in 1...5 { scene.end(number) }
        let traffic = scene.traffic
        let run = "run=\(traffic.started.milliseconds)"
        for (query, first) in [
            ("\(run)&after=2", 3), ("after=4&\(run)", 5), ("\(run)&after=-1", 0), (nil, 0), ("after=2", 0),
            (run, 0),
            ("\(run)1&after=2", 0), ("\(run)&after=x", 0), ("\(run)&after=\(Int.max)", 5),
            ("\(run)&after=\(Int.min)", 0),
        ] {
            #expect(traffic.firstEvent(for: query) == first, "\(query ?? "none")")
        }
    }
}
