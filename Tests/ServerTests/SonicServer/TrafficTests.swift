import CurlSockets
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// The contents of traffic streams.
@Suite struct TrafficTests {
    private static func exchange(_ number: Int, body: Int = 0, target: String = "/a")
        -> TrafficBroadcast.Event
    {
        var exchange = RecordedExchange(
            ServerRequest(
                target: target, headers: Headers([HeaderField("Host", "a")]), client: "192.0.2.7"),
            version: "HTTP/1.1")
        exchange.answer(status: 200, Headers(), after: .milliseconds(1))
        exchange.responseBody.add([UInt8](repeating: 0x61, count: body))
        return .exchange(ServedExchange(id: number, record: RecordTests.record, exchange: exchange))
    }

    /// The lines available to a reader now, each by its first member.
    private static func lines(
        _ lines: inout TrafficLines, _ traffic: TrafficBroadcast, at now: ContinuousClock.Instant,
        room: Int = 1000
    ) throws -> [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: room)
        while true {
            let count = buffer.withUnsafeMutableBytes { lines.read(into: $0, from: traffic, at: now) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        #expect(bytes.isEmpty || bytes.last == 0x0A)
        return try bytes.split(separator: 0x0A).map { line in
            let node = try #require(JSONNode.record(Array(line)))
            if let number = node["_sonic"]?["id"]?.integer { return "\(number)" }
            let member = try #require(node.members?.first)
            return member.name + (member.node.integer.map { " \($0)" } ?? "")
        }
    }

    @Test(arguments: [1, 7, 1000, 100_000])
    func `a reader receives stored events, then new ones`(_ room: Int) throws {
        let traffic = TrafficBroadcast(version: "1")
        traffic.add(Self.exchange(1, body: 300))
        let start = ContinuousClock.now
        var reader = TrafficLines(number: 1, of: traffic, from: 0, at: start)
        #expect(try Self.lines(&reader, traffic, at: start, room: room) == ["hello", "1"])
        #expect(try Self.lines(&reader, traffic, at: start, room: room) == [])
        traffic.add(Self.exchange(2))
        traffic.add(Self.exchange(3))
        #expect(try Self.lines(&reader, traffic, at: start, room: room) == ["2", "3"])
    }

    @Test func `a slow reader receives the number of dropped lines`() throws {
        let traffic = TrafficBroadcast(version: "1")
        let start = ContinuousClock.now
        var reader = TrafficLines(number: 1, of: traffic, from: 0, at: start)
        for number in 1...TrafficBroadcast.capacity + 5 { traffic.add(Self.exchange(number)) }
        let lines = try Self.lines(&reader, traffic, at: start, room: 1 << 20)
        #expect(
            lines.prefix(3) == ["hello", "dropped 5", "6"] && lines.count == TrafficBroadcast.capacity + 2)
    }

    @Test func `stored events are limited in bytes, and a single longer one is still kept`() {
        let traffic = TrafficBroadcast(version: "1")
        for number in 1...40 { traffic.add(Self.exchange(number, body: 1 << 20)) }
        #expect(traffic.next == 40 && traffic.first >= 24)
        let kept = (traffic.first..<traffic.next).compactMap { traffic.event($0)?.size }.reduce(0, +)
        #expect(kept <= TrafficBroadcast.byteCapacity)
        #expect(traffic.event(traffic.first - 1) == nil && traffic.event(traffic.next) == nil)
    }

    @Test func `a keep-alive line is sent after a time without events`() throws {
        let traffic = TrafficBroadcast(version: "1")
        var now = ContinuousClock.now
        var reader = TrafficLines(number: 1, of: traffic, from: 0, at: now)
        #expect(try Self.lines(&reader, traffic, at: now) == ["hello"])
        #expect(reader.nextAlive == now + TrafficListener.silence)
        now += TrafficListener.silence - .milliseconds(1)
        #expect(try Self.lines(&reader, traffic, at: now) == [])
        now += .milliseconds(1)
        #expect(try Self.lines(&reader, traffic, at: now) == ["alive"])
        traffic.add(Self.exchange(1))
        now += TrafficListener.silence
        #expect(try Self.lines(&reader, traffic, at: now) == ["1"])
    }

    @Test func `hello has the controller's number, the handling of secrets, and all faults`() throws {
        let traffic = TrafficBroadcast(version: "1.2", secrets: .kept)
        let hello = traffic.hello(to: 3).text()
        let start =
            #"{"hello":{"controller":3,"program":"sonic-server","version":"1.2","run":"#
            + #"\#(traffic.started.milliseconds),"secrets":"kept","faults":["#
        #expect(hello.hasPrefix(start))
        let node = try #require(JSONNode.record(Array(hello.utf8)))
        #expect(node["hello"]?["faults"]?.elements?.compactMap(\.string) == Fault.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        ("/a?b=c", "http://a/a?b=c"), ("/a b\u{E9}", "http://a/a%20b%C3%A9"), ("*", "http://a/*"),
        ("http://b/x", "http://b/x"), ("", "http://a/"), ("/\u{1B}[2J", "http://a/%1B[2J"),
    ])
    func `an exchange has the requested URL`(_ target: String, _ address: String) {
        let head = ServerRequest(target: target, headers: Headers([HeaderField("Host", "a")]))
        #expect(ServedExchange.address(of: head) == address)
    }

    @Test(arguments: [
        ("b.example:443", "http://b.example:443/"), ("b.example:80", "http://b.example:80/"),
        ("[::1]:8443", "http://[::1]:8443/"), ("/x", "http://b.example:443/x"),
    ])
    func `a CONNECT has the address that it names`(_ target: String, _ address: String) {
        let head = ServerRequest(
            method: "CONNECT", target: target, headers: Headers([HeaderField("Host", "b.example:443")]))
        #expect(ServedExchange.address(of: head) == address)
    }

    @Test(arguments: ["gzip", "br", "deflate", "zstd", "gzip, br"])
    func `a compressed body is shown decoded, or as it is with the reason`(_ coding: String) throws {
        let page = Array(String(repeating: "<p>a</p>", count: 100).utf8)
        let packed = ContentCoding(rawValue: coding)?.encoded(page) ?? [1, 2, 3]
        var exchange = RecordedExchange(ServerRequest(target: "/"), version: "HTTP/1.1")
        exchange.answer(status: 200, Headers([HeaderField("Content-Encoding", coding)]))
        exchange.responseBody.add(packed)
        exchange.unpackedPage = page
        let served = ServedExchange(id: 1, record: RecordTests.record, exchange: exchange)
        let node = try #require(JSONNode.record(Array(served.entry.value(.masked).text().utf8)))
        let content = try #require(node["response"]?["content"])
        if coding == "gzip" || coding == "br" {
            #expect(content["text"]?.string.map { Array($0.utf8) } == page && content["comment"] == nil)
        } else {
            #expect(content["text"] == nil && content["_bytes"]?.string == "AQID")
            #expect(content["comment"]?.string != nil)
        }
    }

    @Test func `a gzip body is decoded up to a limit, whatever size it claims`() throws {
        let text = Array(String(repeating: "abc", count: 1000).utf8)
        let packed = Gzip.stored(text)
        func unpacked(
            _ body: [UInt8], _ coding: String, limit: Int = 3000
        ) throws(UnpackingFailure) -> [UInt8]? {
            let headers = Headers([HeaderField("Content-Encoding", coding)])
            return try ServedExchange.unpacked(body, headers, limit: limit)
        }
        #expect(try unpacked(packed, "gzip") == text)
        #expect(try unpacked(packed + packed + [0, 0], "GZIP", limit: 6000) == text + text)
        #expect(throws: UnpackingFailure.tooLarge) { try unpacked(packed, "x-gzip", limit: 2999) }
        let bomb = Gzip.bomb(text, unpackingTo: 1 << 26)
        #expect(throws: UnpackingFailure.tooLarge) { try unpacked(bomb, "gzip", limit: 1 << 20) }
        #expect(throws: UnpackingFailure.self) { try unpacked(Array(packed.dropLast(20)), "gzip") }
        #expect(throws: UnpackingFailure.self) { try unpacked(text, "gzip") }
        #expect(try unpacked(text, "identity") == text)
        for coding in ["br", "gzip, odd"] { #expect(try unpacked(packed, coding) == nil) }
    }

    @Test(
        arguments: TableRow.rows(
            "a token matches only itself", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `a token matches only itself, as a single Bearer credential`(row: TableRow) throws {
        let (value, isMeant) = (row[1], row[2] == "true")
        let token = try #require(ControlToken("0123456789abcdef"))
        #expect(token.isNamed(by: Headers([HeaderField("Authorization", value)])) == isMeant)
        #expect(!token.isNamed(by: Headers()))
        let field = HeaderField("Authorization", value)
        #expect(!token.isNamed(by: Headers([field, field])))
    }

    @Test func `a token that is too short or has blanks is invalid`() {
        for text in ["", "0123456789abcde", "0123456789 abcdef", "0123456789abcdef\n", "0123456789abcdé01"] {
            #expect(ControlToken(text) == nil)
        }
    }
}
