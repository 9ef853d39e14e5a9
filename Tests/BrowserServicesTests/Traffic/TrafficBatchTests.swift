import BrowserServices
import Diagnostics
import Testing

/// What a stream of traffic reported and the browser has not taken over yet.
@Suite struct TrafficBatchTests {
    /// So many exchanges that a stream could not report: news that are told apart by a number.
    private static func news(_ numbers: Int...) -> [TrafficNews] { numbers.map { .dropped($0) } }

    private static func numbers(_ news: [TrafficNews]?) -> [Int]? {
        news.map { $0.map { if case .dropped(let number) = $0 { number } else { 0 } } }
    }

    @Test func `what came together is taken over together, in order`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: 10))
        #expect(await batch.append(Self.news(2, 3), bytes: 10))
        #expect(Self.numbers(await batch.next()) == [1, 2, 3])
        #expect(await batch.append(Self.news(4), bytes: 10))
        await batch.complete()
        #expect(Self.numbers(await batch.next()) == [4])
        #expect(await batch.next() == nil)
    }

    @Test func `who takes over waits for the first news, and for the end`() async {
        let batch = TrafficBatch()
        async let first = batch.next()
        #expect(await batch.append(Self.news(1), bytes: 10))
        #expect(Self.numbers(await first) == [1])
        async let last = batch.next()
        await batch.complete()
        #expect(await last == nil)
    }

    @Test func `who appends waits for room, and nothing is lost`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: TrafficBatch.capacity))
        async let isWanted = batch.append(Self.news(2), bytes: 10)
        var taken: [Int] = []
        while taken.count < 2 { taken += Self.numbers(await batch.next()) ?? [] }
        #expect(taken == [1, 2])
        #expect(await isWanted)
    }

    @Test func `who appends what nobody takes over learns it, also while waiting for room`() async {
        let batch = TrafficBatch()
        #expect(await batch.append(Self.news(1), bytes: TrafficBatch.capacity))
        async let isWanted = batch.append(Self.news(2), bytes: 10)
        await batch.abandon()
        #expect(await !isWanted)
        #expect(await !batch.append(Self.news(3), bytes: 10))
        #expect(await batch.next() == nil)
    }

    @Test(arguments: [1, 2, 7]) func `all is taken over, however fast it comes`(pause: Int) async {
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
