import SonicProtocol
import SonicSession
import Synchronization
import Testing

/// How an exchange built on another one continues.
@Suite struct ResponseRelayTests {
    private static func piece(_ number: UInt8) -> ResponseEvent { .bodyReceived([number]) }

    /// Reads a relay over batches of pieces to its end.
    /// - Returns: The events; and the numbers of the pieces that count as read and no longer block a transfer.
    private static func read(
        _ bursts: [[UInt8]], _ events: [ResponseEvent] = [], _ rule: ResponseRelay.Rule?
    ) async -> (events: [ResponseEvent], read: [UInt8]) {
        let told = Events()
        let (stream, continuation) = AsyncStream<[ResponseEvent]>.makeStream()
        for burst in bursts { continuation.yield(burst.map(piece)) }
        continuation.finish()
        let source = ResponseEvents(batches: {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next(isolation: #isolation).map { .init($0, read: { told.append($0) }) }
        })
        var seen: [ResponseEvent] = []
        for await event in ResponseRelay.stream({ ResponseRelay(events, then: source, rule: rule) }) {
            seen.append(event)
        }
        let read = told.all.flatMap { event -> [UInt8] in
            if case .bodyReceived(let bytes) = event { bytes } else { [] }
        }
        return (seen, read.sorted())
    }

    @Test func `events before an exchange are reported first`() async {
        let found = await Self.read([[1, 2], [3]], [Self.piece(0)], nil)
        #expect(found.events == (0...3).map(Self.piece))
        #expect(found.read == [1, 2, 3])
    }

    @Test func `an event can be forwarded in another form`() async {
        let found = await Self.read([[1, 2], [3]]) { event in
            if case .bodyReceived(let bytes) = event {
                .forward(.bodyReceived(bytes + bytes))
            } else {
                .forward(event)
            }
        }
        #expect(found.events == (1...3).map { .bodyReceived([$0, $0]) })
    }

    /// The piece at which the exchange is replaced, whether the first one's rest follows, and the result.
    @Test(arguments: [
        (UInt8(1), true, [9, 2, 3, 4, 5]), (2, true, [1, 9, 3, 4, 5]), (3, true, [1, 2, 9, 4, 5]),
        (5, true, [1, 2, 3, 4, 9]), (1, false, [9]), (4, false, [1, 2, 3, 9]), (7, false, [1, 2, 3, 4, 5]),
    ])
    func `an exchange can be replaced at any event of a batch, and earlier events are reported first`(
        place: UInt8, goesOn: Bool, expected: [UInt8]
    ) async {
        let found = await Self.read([[1, 2, 3], [4, 5]]) { event in
            guard event == Self.piece(place) else { return .forward(event) }
            return .replace { rest in ResponseRelay([Self.piece(9)], then: goesOn ? rest : nil) }
        }
        #expect(found.events == expected.map(Self.piece))
        // A replaced event counts as read, too: nothing else will read it.
        #expect(found.read == (1...5).filter { goesOn || $0 <= place })
    }

    @Test func `an exchange can be replaced repeatedly`() async {
        @Sendable func rule(_ event: ResponseEvent) -> ResponseRelay.Decision {
            guard case .bodyReceived(let bytes) = event, bytes[0] % 2 == 1 else { return .forward(event) }
            return .replace { ResponseRelay([Self.piece(bytes[0] + 100)], then: $0, rule: rule) }
        }
        let found = await Self.read([[1, 2, 3], [4, 5]], [], rule)
        #expect(found.events == [101, 2, 103, 4, 105].map(Self.piece))
        #expect(found.read == [1, 2, 3, 4, 5])
    }

    private final class Events: Sendable {
        private let list = Mutex<[ResponseEvent]>([])

        var all: [ResponseEvent] { list.withLock { $0 } }

        func append(_ event: ResponseEvent) { list.withLock { $0.append(event) } }
    }
}
