import SonicProtocol
import SonicSession
import Testing

/// The version since which changes are unread.
struct LastReadTests {
    private func news(_ last: Int?, _ shown: Int, _ kept: [Int]) -> LastRead.News {
        let read = last.map { LastRead(number: $0, at: Instant(milliseconds: 0)) }
        return LastRead.news(since: read, upTo: shown, kept: kept)
    }

    @Test func `a page never seen has no news, nor has one whose current version was seen`() {
        #expect(news(nil, 7, [7, 6, 5]) == .none)
        #expect(news(7, 7, [7, 6, 5]) == .none)
    }

    @Test func `versions stored since the last one seen are news`() {
        #expect(news(5, 7, [7, 6, 5, 4]) == .since(5))
        #expect(news(6, 7, [4, 5, 6, 7]) == .since(6))
    }

    @Test func `if the version seen was pruned, news begin at the oldest later one`() {
        #expect(news(2, 7, [7, 6, 5]) == .sinceLater(5, than: 2))
        #expect(news(2, 7, [7]) == .lost(since: 2))
        #expect(news(2, 7, []) == .lost(since: 2))
    }

    @Test func `a last seen number above the current version belongs to a deleted history`() {
        #expect(news(9, 2, [2, 1]) == .none)
    }
}
