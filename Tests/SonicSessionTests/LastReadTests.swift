import SonicProtocol
import SonicSession
import Testing

/// From which version on changes are news.
struct LastReadTests {
    private func news(_ last: Int?, _ shown: Int, _ kept: [Int]) -> LastRead.News {
        let read = last.map { LastRead(number: $0, at: Instant(milliseconds: 0)) }
        return LastRead.news(since: read, upTo: shown, kept: kept)
    }

    @Test func `a page that was never seen has no news, and neither has one that was seen as it is`() {
        #expect(news(nil, 7, [7, 6, 5]) == .none)
        #expect(news(7, 7, [7, 6, 5]) == .none)
    }

    @Test func `versions stored unseen are news from the one seen last`() {
        #expect(news(5, 7, [7, 6, 5, 4]) == .since(5))
        #expect(news(6, 7, [4, 5, 6, 7]) == .since(6))
    }

    @Test func `where the version seen is pruned, news begin at the oldest later one`() {
        #expect(news(2, 7, [7, 6, 5]) == .sinceLater(5, than: 2))
        #expect(news(2, 7, [7]) == .lost(since: 2))
        #expect(news(2, 7, []) == .lost(since: 2))
    }

    @Test func `a number beyond what is shown belongs to a history that was removed`() {
        #expect(news(9, 2, [2, 1]) == .none)
    }
}
