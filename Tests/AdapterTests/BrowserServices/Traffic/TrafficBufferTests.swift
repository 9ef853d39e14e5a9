import BrowserServices
import Testing
import Workbench

/// Traffic that was reported and that the browser has not received yet.
@Suite struct TrafficBufferTests {
    /// Dropped exchanges, told apart by their counts.
    private static func news(_ numbers: Int...) -> [TrafficNews] { numbers.map { .dropped($0) } }

    private static func numbers(_ news: [TrafficNews]?) -> [Int]? {
        news.map { $0.map { if case .dropped(let number) = $0 { number } else { 0 } } }
    }

    @Test func `news that arrive together are received together, in order`() async {
        let buffer = TrafficBuffer()
        #expect(await buffer.append(Self.news(1), bytes: 10))
        #expect(await buffer.append(Self.news(2, 3), bytes: 10))
        #expect(Self.numbers(await buffer.next()) == [1, 2, 3])
        #expect(await buffer.append(Self.news(4), bytes: 10))
        await buffer.complete()
        #expect(Self.numbers(await buffer.next()) == [4])
        #expect(await buffer.next() == nil)
    }

    @Test func `the consumer waits for the first news and for the end`() async {
        let buffer = TrafficBuffer()
        async let first = buffer.next()
        #expect(await buffer.append(Self.news(1), bytes: 10))
        #expect(Self.numbers(await first) == [1])
        async let last = buffer.next()
        await buffer.complete()
        #expect(await last == nil)
    }

    @Test func `the producer waits for room, and nothing is lost`() async {
        let buffer = TrafficBuffer()
        #expect(await buffer.append(Self.news(1), bytes: TrafficBuffer.capacity))
        async let isWanted = buffer.append(Self.news(2), bytes: 10)
        var taken: [Int] = []
        while taken.count < 2 { taken += Self.numbers(await buffer.next()) ?? [] }
        #expect(taken == [1, 2])
        #expect(await isWanted)
    }

    @Test func `a producer is notified when the consumer is gone, also while it waits for room`() async {
        let buffer = TrafficBuffer()
        #expect(await buffer.append(Self.news(1), bytes: TrafficBuffer.capacity))
        async let isWanted = buffer.append(Self.news(2), bytes: 10)
        await buffer.abandon()
        #expect(await !isWanted)
        #expect(await !buffer.append(Self.news(3), bytes: 10))
        #expect(await buffer.next() == nil)
    }

    @Test(arguments: [1, 2, 7]) func `everything is received, however fast it arrives`(pause: Int) async {
        let buffer = TrafficBuffer()
        let count = 1_000
        async let appended: Void = {
            for number in 1...count {
                _ = await buffer.append(Self.news(number), bytes: TrafficBuffer.capacity / pause)
            }
            await buffer.complete()
        }()
        var taken: [Int] = []
        while let news = await buffer.next() { taken += Self.numbers(news) ?? [] }
        await appended
        #expect(taken == Array(1...count))
    }
}
