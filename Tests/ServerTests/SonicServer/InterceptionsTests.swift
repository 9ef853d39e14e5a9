import Exchanges
import SonicProtocol
import Testing

@testable import SonicServer

/// Decisions on intercepted exchanges.
@Suite struct InterceptionsTests {
    private final class World {
        let traffic = TrafficBroadcast(version: "1")
        var woken = 0
        var interceptions: Interceptions { traffic.interceptions }

        func rule(_ filters: String = "", _ stage: String = "request", controller: Int = 0) throws
            -> InterceptRule
        {
            let text = "controller=\(controller)&stage=\(stage)&\(filters)"
            return try interceptions.add(ControlFields(Array(text.utf8), knowing: InterceptRule.names))
        }

        func hold(_ target: String = "/a") -> InterceptedTransfer? {
            let message = InterceptedTransfer.Message.request(
                ServerRequest(target: target, headers: Headers([HeaderField("Host", "a")])))
            return interceptions.intercept(
                message, room: 0, from: Instant(milliseconds: 0), at: Instant(milliseconds: 0)
            ) { self.woken += 1 }
        }

        /// The events of the traffic stream, each by its first member.
        var told: [String] {
            (traffic.first..<traffic.next).compactMap { number in
                traffic.event(number).map { String(traffic.value($0).text().prefix(10)) }
            }
        }
    }

    private static func isUnchanged(_ held: InterceptedTransfer?) -> Bool {
        if case .unchanged = held?.resolution { true } else { false }
    }

    @Test func `only the first decision counts, and a later one is told which`() throws {
        let world = World()
        world.traffic.streams.insert(0)
        _ = try world.rule("path=/a")
        #expect(world.hold("/b") == nil)
        let held = try #require(world.hold())
        #expect(held.resolution == nil && world.interceptions.pending.map(\.id) == [held.id])
        let decided = InterceptDecision(
            id: held.id, stage: .request, verdict: .drop, author: .controller)
        #expect(world.interceptions.decide(held.id, .drop, by: .controller) == .decided(decided))
        #expect(world.woken == 1 && world.interceptions.pending.isEmpty)
        #expect(world.interceptions.decide(held.id, .forward, by: .controller) == .tooLate(decided))
        #expect(world.interceptions.decide(99, .forward, by: .controller) == .unknown)
        #expect(world.told == [#"{"rule":{""#, #"{"held":{""#, #"{"decided""#])
        #expect(held.note == "request intercepted as 1: drop (controller)")
    }

    @Test func `an invalid edit decides nothing`() throws {
        let world = World()
        world.traffic.streams.insert(0)
        _ = try world.rule()
        let held = try #require(world.hold())
        let edit = InterceptedTransfer.Decision.edit(InterceptEdit(head: [0x61]))
        #expect(
            world.interceptions.decide(held.id, edit, by: .controller)
                == .refused("The first line must be METHOD TARGET HTTP/1.1."))
        #expect(held.resolution == nil && world.woken == 0)
    }

    @Test func `the rules of a stream end with it, and those of another one stay`() throws {
        let world = World()
        world.traffic.streams.insert(1)
        world.traffic.streams.insert(2)
        let first = try world.rule("path=/a", controller: 1)
        _ = try world.rule("path=/b", controller: 2)
        let (one, two) = (world.hold("/a"), world.hold("/b"))
        world.interceptions.ended(controller: 1)
        #expect(Self.isUnchanged(one) && two?.resolution == nil)
        #expect(one?.note == "request intercepted as 1: forward (disconnect)")
        #expect(world.interceptions.rules.map(\.controller) == [2])
        #expect(!world.interceptions.remove(rule: first.id))
        world.traffic.close()
        #expect(Self.isUnchanged(two) && world.hold("/b") == nil)
    }

    @Test func `a rule requires a stream, and rules and exchanges are limited`() throws {
        let world = World()
        #expect(throws: ControlFields.Mistake.self) { try world.rule(controller: 7) }
        world.traffic.streams.insert(7)
        for _ in 0..<Interceptions.maxRules { _ = try world.rule(controller: 7) }
        #expect(throws: ControlFields.Mistake.self) { try world.rule(controller: 7) }
        for _ in 0..<Interceptions.maxIntercepted { #expect(world.hold() != nil) }
        #expect(world.hold() == nil)
        for held in world.interceptions.pending {
            _ = world.interceptions.decide(held.id, .forward, by: .controller)
        }
        #expect(world.hold() != nil)
    }

    @Test func `a rule answers with other bytes of its file, and no stream changes those of another`() throws
    {
        let world = World()
        world.traffic.streams.insert(1)
        world.traffic.streams.insert(2)
        func set(_ text: String) throws -> InterceptRule {
            try world.interceptions.add(ControlFields(Array(text.utf8), knowing: InterceptRule.names))
        }
        let rule = try set("controller=1&file=a.html&content=YQ==&filter=path:/a")
        _ = try set("controller=1&file=b.html&content=Yg==&filter=path:/*")
        let request = ServerRequest(target: "/a")
        // The latest rule that matches answers.
        #expect(world.interceptions.rule(answering: request)?.id == 2)
        #expect(world.interceptions.remove(rule: 2))
        for text in [
            "controller=2&rule=1&file=a.html&content=Yg==&filter=path:/a",
            "controller=1&rule=1&file=b.html&content=Yg==&filter=path:/a",
            "controller=1&rule=1&file=a.html&content=Yg==&filter=path:/b",
            "controller=1&rule=2&file=a.html&content=Yg==&filter=path:/a",
            "controller=1&rule=1&stage=request",
            // No site here passes requests on.
            "controller=1&address=http://a.example/",
        ] {
            #expect(throws: ControlFields.Mistake.self, "\(text)") { try set(text) }
        }
        #expect(world.interceptions.rule(answering: request) == rule)
        let changed = try set("controller=1&rule=1&file=a.html&content=Yg==&filter=path:/a")
        #expect(changed.answer == .file(name: "a.html", Array("b".utf8)))
        #expect(world.interceptions.rules == [changed])
        let large = Base64.text([UInt8](repeating: 0, count: RuleAnswer.longestFile))
        func setLarge(_ name: String) throws {
            let members: [JSONValue.Member] = [
                .init("controller", 1), .init("file", .string(name)), .init("content", .string(large)),
            ]
            _ = try world.interceptions.add(
                ControlFields(Array(JSONValue.object(members).text().utf8), knowing: InterceptRule.names))
        }
        for name in ["1", "2", "3"] { try setLarge(name) }
        #expect(throws: ControlFields.Mistake(sentence: "The files of all rules have at most 16 MiB.")) {
            try setLarge("4")
        }
        world.interceptions.ended(controller: 1)
        #expect(world.interceptions.rule(answering: request) == nil)
    }

    @Test func `a posted body is reported to programs that may decide, and to no other`() throws {
        let world = World()
        world.traffic.streams.insert(0)
        _ = try world.rule()
        let message = InterceptedTransfer.Message.request(
            ServerRequest(method: "POST", target: "/a", body: Array("word=1".utf8)))
        _ = world.interceptions.intercept(
            message, room: 0, from: Instant(milliseconds: 0), at: Instant(milliseconds: 0)
        ) {}
        let event = try #require(world.traffic.event(world.traffic.next - 1))
        #expect(world.traffic.value(event, decides: true).text().contains("\"body\":\"d29yZD0x\""))
        #expect(!world.traffic.value(event).text().contains("d29yZD0x"))
    }

    @Test func `decisions are remembered for a limited time`() throws {
        let world = World()
        world.traffic.streams.insert(0)
        _ = try world.rule()
        for _ in 0..<Interceptions.maxDecided * 2 {
            let held = try #require(world.hold())
            _ = world.interceptions.decide(held.id, .forward, by: .controller)
        }
        #expect(world.interceptions.decide(1, .drop, by: .controller) == .unknown)
        let last = Interceptions.maxDecided * 2
        guard case .tooLate = world.interceptions.decide(last, .drop, by: .controller) else {
            Issue.record("the last decision is forgotten")
            return
        }
    }

    @Test(arguments: [("User-Agent: *iPhone*", true), ("etag: a*", true), ("User-Agent: *Android*", false)])
    func `a response is intercepted by its own header or its request's`(filter: String, isHeld: Bool) throws {
        let world = World()
        world.traffic.streams.insert(0)
        let rule = try world.rule("header=\(filter)", "response")
        let request = ServerRequest(
            target: "/a",
            headers: Headers([HeaderField("Host", "a"), HeaderField("User-Agent", "an iPhone")]))
        let response = ServerResponse(headers: Headers([HeaderField("ETag", "aa")]))
        #expect(rule.fits(.response(response, body: [], to: request)) == isHeld)
    }
}
