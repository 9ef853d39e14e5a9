import Chance
import SonicProtocol
import Synchronization
import Testing

@testable import SonicSession

@Suite struct SessionOutputTests {
    /// A reader, and what it has to get with its next batch.
    private struct Member {
        let reader: ChannelReader<SessionEvent>
        var expected: [String]
        /// How often it was woken, and how often it should have been.
        let woken = Counter()
        var wakings = 0
        var isAsleep = false
    }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    /// The session, and a simple model of it: what each reader and the pool should get.
    private struct World {
        let pool = Channel<SessionResult>()
        var output: SessionOutput
        var members: [Member] = []
        var kept: [String] = []
        /// The body that is arriving, and the place of its pieces among what is kept.
        var body: [UInt8] = []
        var place = 0
        var count = 0

        init() { output = SessionOutput(to: [], pool: pool) }

        mutating func report(_ events: [SessionEvent], isLast: Bool = false) {
            output.append(events, isLast: isLast)
            let names = events.map(SessionOutputTests.name)
            for (event, name) in zip(events, names) {
                if case .pieceReceived(let bytes) = event {
                    if body.isEmpty { place = kept.count }
                    body += bytes
                    continue
                }
                if name == "request" { body = [] }
                kept.append(name)
            }
            for index in members.indices {
                members[index].expected += names
                if members[index].isAsleep { members[index].wakings += 1 }
                members[index].isAsleep = false
            }
        }

        mutating func join() {
            let channel = Channel<SessionEvent>()
            output.join(channel, [.joined(.load, after: .zero)] + output.known(arrived: body))
            var expected = kept
            if !body.isEmpty { expected.insert("piece \(body)", at: place) }
            members.append(Member(reader: ChannelReader(channel) {}, expected: ["joined"] + expected))
        }

        /// Has a reader take what there is.
        mutating func take(_ index: Int, isOver: Bool = false) {
            let counter = members[index].woken
            let taken = members[index].reader.dequeueAll { counter.value.add(1, ordering: .relaxed) }
            let expected = members[index].expected
            #expect(taken?.map(SessionOutputTests.name) == (isOver && expected.isEmpty ? nil : expected))
            members[index].isAsleep = expected.isEmpty && !isOver
            members[index].expected = []
        }

        func check() {
            #expect(output.events.map(SessionOutputTests.name) == kept)
            for member in members {
                #expect(member.woken.value.load(ordering: .relaxed) == member.wakings)
            }
        }
    }

    private static func name(_ event: SessionEvent) -> String {
        switch event {
        case .joined: "joined"
        case .pieceReceived(let bytes): "piece \(bytes)"
        case .pageReplaced(let page): "page \(page.html[0])"
        case .bodySent(let count, _): "sent \(count)"
        case .requestDecided: "request"
        case .ended: "ended"
        default: "another"
        }
    }

    /// An event that is told from others by a number.
    private static func event(_ number: Int, _ chance: inout SeededGenerator) -> SessionEvent {
        let bytes = [UInt8(truncatingIfNeeded: number)]
        let page = ShownPage(url: Play.url, html: bytes, split: PageSplit(html: bytes), headers: Headers())
        switch Int.random(in: 0..<20, using: &chance) {
        case 0: return .pageReplaced(page)
        case 1: return .requestDecided(Request(method: "GET", url: Play.url), notes: [])
        case 2..<6: return .bodySent(number, of: number)
        default: return .pieceReceived(bytes)
        }
    }

    private static func result() throws -> SessionResult {
        var play = Play([Sample.full(v1)])
        _ = play.run(.open)
        return try #require(play.result)
    }

    @Test(arguments: 0..<100)
    func `readers that come and go get every event once and in order, also of a body`(
        seed: UInt64
    ) async throws {
        var chance = SeededGenerator(seed: seed)
        var world = World()
        for _ in 0..<Int.random(in: 0...80, using: &chance) {
            let some = world.members.indices.randomElement(using: &chance)
            switch Int.random(in: 0..<8, using: &chance) {
            case 0: world.join()
            case 1: if let some { world.members.remove(at: some) }
            case 2..<5: if let some { world.take(some) }
            default:
                let numbers = world.count..<world.count + Int.random(in: 1...4, using: &chance)
                world.count = numbers.upperBound
                world.report(numbers.map { Self.event($0, &chance) })
            }
            world.check()
        }
        world.report([.ended(try Self.result())], isLast: Bool.random(using: &chance))
        world.join()
        world.report([], isLast: true)
        world.join()
        for index in world.members.indices {
            world.take(index, isOver: true)
            world.take(index, isOver: true)
        }
        world.check()
        let results = ChannelReader(world.pool) { Issue.record("the pool's channel did not end") }
        #expect(await results.next()?.map(\.outcome) == [.firstLoad])
        #expect(await results.next() == nil)
    }

    @Test func `a session that nobody can join keeps no event`() {
        let channel = Channel<SessionEvent>()
        let reader = ChannelReader(channel) {}
        var output = SessionOutput(to: [channel])
        output.append([.pieceReceived([1]), .pieceReceived([2])])
        #expect(output.events.isEmpty)
        #expect(reader.dequeueAll {}?.map(Self.name) == ["piece [1]", "piece [2]"])
    }
}
