import SonicProtocol
import SonicSession
import Synchronization
import Testing

@Suite struct ResponseEventsTests {
    private static let pieces = (0..<6).map { ResponseEvent.bodyReceived([UInt8($0)]) }

    @Test func `the next reader gets the unread rest of a batch, and each event is read once`() async {
        let taken = Tally()
        let (told, continuation) = AsyncStream<[ResponseEvent]>.makeStream()
        continuation.yield(Array(Self.pieces[..<4]))
        continuation.yield(Array(Self.pieces[4...]))
        continuation.finish()
        let events = ResponseEvents(
            batches: {
                var iterator = told.makeAsyncIterator()
                return await iterator.next(isolation: #isolation).map {
                    .init($0, read: { taken.count($0) })
                }
            })

        var first = events.makeAsyncIterator()
        #expect(await first.next() == Self.pieces[0])
        #expect(await first.next() == Self.pieces[1])
        var others: [ResponseEvent] = []
        for await event in first.rest { others.append(event) }
        #expect(others == Array(Self.pieces[2...]))
        #expect(taken.events == Self.pieces)
    }

    @Test func `events produced one by one end at the first nil`() async {
        let left = Tally()
        let events = ResponseEvents(unfolding: {
            guard left.events.count < 3 else { return nil }
            let event = Self.pieces[left.events.count]
            left.count(event)
            return event
        })
        var read: [ResponseEvent] = []
        for await event in events { read.append(event) }
        #expect(read == Array(Self.pieces[..<3]))
    }

    /// The counted events, in order.
    private final class Tally: Sendable {
        private let counted = Mutex<[ResponseEvent]>([])

        var events: [ResponseEvent] { counted.withLock { $0 } }

        func count(_ event: ResponseEvent) { counted.withLock { $0.append(event) } }
    }
}
