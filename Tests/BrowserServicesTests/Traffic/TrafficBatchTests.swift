import BrowserServices
import Diagnostics
import Testing

/// Traffic that was reported and that the browser has not received yet.
@Suite struct TrafficBatchTests {
    /// Dropped exchanges, told apart by their counts.
    private static func news(_ numbers: Int...) -> [TrafficNews] { numbers.map { .dropped($0) } }

    private static func numbers(_ news: [TrafficNews]?) -> [Int]? {
        news.map { $0.map { if case .dropped(let number) = $0 { number } else { 0 } } }
    }

    @Test func `news that arrive together are received together, in order`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: 10))
        #expect(await batch.append(Self.news(2, 3), bytes: 10))
        #expect(Self.numbers(await batch.next()) == [1, 2, 3])
        #expect(await batch.append(Self.news(4), bytes: 10))
        await batch.complete()
        #expect(Self.numbers(await batch.next()) == [4])
        #expect(await batch.next() == nil)
    }

    @Test func `the consumer waits for the first news and for the end`() async {
        let batch = TrafficBatch()
        async let first = batch.next()
        #expect(await batch.append(Self.news(1), bytes: 10))
        #expect(Self.numbers(await first) == [1])
        async let last = batch.next()
        await batch.complete()
        #expect(await last == nil)
    }

    @Test func `the producer waits for room, and nothing is lost`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: TrafficBatch.capacity))
        async let isWanted = batch.append(Self.news(2), bytes: 10)
        var taken: [Int] = []
        while taken.count < 2 { taken += Self.numbers(await batch.next()) ?? [] }
        #expect(taken == [1, 2])
        #expect(await isWanted)
    }

    @Test func `a producer is notified when the consumer is gone, also while it waits for room`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: TrafficBatch.capacity))
        async let isWanted = batch.append(Self.news(2), bytes: 10)
        await batch.abandon()
        #expect(await !isWanted)
        #expect(await !batch.append(Self.news(3), bytes: 10))
        #expect(await batch.next() == nil)
    }

    @Test(arguments: [1, 2, 7]) func `everything is received, however fast it arrives`(pause: Int) async {
        let batch = TrafficBatch()
        let count = 1_000
        async let appended: Void = {
            for number in 1...count {
                _ = await batch.append(Self.news(number), bytes: TrafficBatch.capacity / pause)
            }
            await batch.complete()
        }()
        var taken: [Int] = []
        while let news = await batch.next() { taken += Self.numbers(news) ?? [] }
        await appended
        #expect(taken == Array(1...count))
    }
}
