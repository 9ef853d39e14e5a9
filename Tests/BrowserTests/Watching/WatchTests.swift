import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// When a watched page is polled, and what is reported.
@Suite struct WatchTests {
    @Test(
        arguments: [
            (.milliseconds(50), .milliseconds(800)), (.seconds(60), .seconds(300)),
            (.seconds(3600), .seconds(3600)), (.seconds(5), .seconds(80)),
        ] as [(Duration, Duration)])
    func `the longest pause depends on the interval`(_ interval: Duration, _ longest: Duration) {
        #expect(Pace(every: interval).longestPause == longest)
        #expect(Pace(every: interval).pause(afterFailures: .max) == longest)
    }

    @Test func `intervals have limits`() {
        #expect(Pace(every: .zero).interval == .milliseconds(10))
        #expect(Pace(every: .seconds(Int64.max)).interval == .seconds(604_800))
    }

    @Test func `a changed interval counts from the last poll`() {
        var stage = WatchStage()
        _ = stage.run(.first, lasting: .zero)
        _ = stage.news(.paced(Pace(every: .seconds(2))))
        #expect(stage.watch.due.map { $0 >= .seconds(2) && $0 <= .milliseconds(2200) } == true)
        stage.now += .seconds(100)
        _ = stage.news(.paced(Pace(every: .seconds(3))))
        #expect(stage.watch.due == stage.now)
    }

    @Test func `the number of remembered polls is limited`() {
        var stage = WatchStage()
        for _ in 0..<(Watch.runLimit + 50) { _ = stage.run(.same, lasting: .zero) }
        #expect(stage.watch.runs.count == Watch.runLimit)
        #expect(stage.watch.tally.runs == Watch.runLimit + 50)
    }

    @Test func `watches started together drift apart`() {
        let dues = (0..<20 as Range<UInt64>).map { seed in
            var stage = WatchStage(seed: seed)
            _ = stage.run(.first)
            return stage.watch.due ?? .zero
        }
        #expect(Set(dues).count == 20)
        #expect(dues.allSatisfy { $0 >= .seconds(10) && $0 < .seconds(11) })
    }

    @Test func `of a list a few polls run at once, the one that waited longest first`() {
        let watches = (0..<5).map { Watch(Pace(every: .seconds(1)), seed: $0, at: .zero) }
        var list = WatchList(watches, atOnce: 2)
        #expect(list.timeCame(at: .zero) == [0, 1])
        #expect(list.due == nil)
        #expect(list.timeCame(at: .seconds(100)) == [])
        _ = list.handle(.ended(.first), of: 1, at: .seconds(3))
        #expect(list.due == .zero)
        #expect(list.timeCame(at: .seconds(3)) == [2])
        _ = list.handle(.ended(.first), of: 0, at: .seconds(3))
        // The first page is due again, but others have not had their turn.
        #expect(list.timeCame(at: .seconds(9)) == [3])
        #expect(list.tally.runs == 2)
    }
}
