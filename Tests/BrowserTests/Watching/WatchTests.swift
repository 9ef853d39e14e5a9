import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// When a watched page is polled, and what is reported.
@Suite struct WatchTests {
    @Test func `the first poll is due at once, the next an interval after its start`() {
        var stage = WatchStage()
        #expect(stage.watch.due == .zero)
        let first = stage.run(.first)
        #expect(first.news == [.begun] && first.pause == .zero)
        let second = stage.run(.same, lasting: .seconds(2))
        #expect(second.pause >= .seconds(9) && second.pause <= .seconds(10))
        let third = stage.run(.same)
        #expect(third.pause >= .seconds(8) && third.pause <= .seconds(9))
    }

    @Test func `a poll longer than the interval is followed by a short pause and never overlaps another`() {
        var stage = WatchStage()
        _ = stage.run(.first, lasting: .seconds(60))
        let pause = stage.run(.same).pause
        #expect(pause >= .seconds(5) && pause <= .seconds(6))
        stage.now = stage.watch.due ?? .zero
        #expect(stage.watch.handle(.timeCame, at: stage.now) == [.run])
        #expect(stage.watch.due == nil)
        #expect(stage.watch.handle(.timeCame, at: stage.now + .seconds(100)) == [])
    }

    @Test func `a timer that fires early starts nothing`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        let due = stage.watch.due ?? .zero
        #expect(stage.watch.handle(.timeCame, at: due - .nanoseconds(1)) == [])
        #expect(stage.watch.due == due)
        #expect(stage.watch.handle(.timeCame, at: due) == [.run])
    }

    @Test func `unchanged polls are counted and reported with the next change`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        for _ in 0..<3 { #expect(stage.run(.same).news == []) }
        #expect(stage.watch.unchanged == 3)
        stage.now = stage.watch.due ?? .zero
        _ = stage.watch.handle(.timeCame, at: stage.now)
        let news = WatchNews(kind: .changed, run: .changed, unchanged: 3)
        #expect(stage.watch.handle(.ended(.changed), at: stage.now) == [.report(news)])
        #expect(stage.watch.unchanged == 0)
        #expect(stage.watch.tally.changes == 1 && stage.watch.tally.unchanged == 3)
        #expect(stage.watch.tally.runs == 5 && stage.watch.tally.bytes == 150)
    }

    @Test func `an error is reported once, a different error again, and the end of both once`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        #expect(stage.run(.unreachable).news == [.failed(next: .seconds(20))])
        #expect(stage.run(.unreachable).news == [])
        #expect(stage.run(.broken).news == [.failed(next: .seconds(80))])
        #expect(stage.run(.broken).news == [])
        let began = stage.watch.due ?? .zero
        let news = stage.run(.same).news
        guard case .recovered(failures: 4, let lasted)? = news.first, news.count == 1 else {
            Issue.record("told \(news)")
            return
        }
        // Pauses of 20, 40, 80 and 160 seconds, each with up to one more.
        #expect(lasted > .seconds(300))
        #expect(lasted < began)
        #expect(stage.run(.same).news == [])
    }

    @Test func `recovery with a changed page is reported as both`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        _ = stage.run(.unreachable)
        let news = stage.run(.changed).news
        #expect(news.count == 2 && news.last == .changed)
    }

    @Test func `a change since the page was stored counts as a change in the first poll, too`() {
        var stage = WatchStage()
        #expect(stage.run(.changed).news == [.changed])
        #expect(stage.watch.tally.changes == 1)
        var other = WatchStage()
        #expect(other.run(.same).news == [.begun])
    }

    @Test func `a Retry-After from the server is respected`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        var busy = WatchRun.broken
        busy.wait = .seconds(100)
        let told = stage.run(busy).news
        #expect(told == [.failed(next: .seconds(101))])
        _ = stage.news(.reconnected)
        #expect(stage.watch.due.map { $0 - stage.now == .seconds(100) } == true)
        busy.wait = .seconds(Int64.max)
        _ = stage.run(busy)
        #expect(stage.watch.due.map { $0 - stage.now >= .seconds(3600) } == true)
        #expect(stage.watch.due.map { $0 - stage.now <= .seconds(3601) } == true)
    }

    @Test
    func
        `a saved file is polled at once, regardless of the interval, and again if that was too early`()
    {
        var stage = WatchStage()
        _ = stage.run(.first)
        _ = stage.news(.saved)
        #expect(stage.watch.due.map { $0 - stage.now <= .milliseconds(100) } == true)
        stage.now = stage.watch.due ?? stage.now
        #expect(stage.watch.handle(.timeCame, at: stage.now) == [.run])
        // Saved while it is being read: the result may be the content from before.
        _ = stage.news(.saved)
        #expect(stage.watch.state == .outdated(since: stage.now) && stage.watch.isRunning)
        _ = stage.watch.handle(.ended(.same), at: stage.now)
        #expect(stage.watch.due == stage.now + .milliseconds(100))
        // A paused watch stays paused.
        _ = stage.news(.paused)
        _ = stage.news(.saved)
        #expect(stage.watch.state == .paused)
    }

    @Test func `tolerated failures are not reported, and neither is recovery from them`() {
        var stage = WatchStage(tolerance: 2)
        _ = stage.run(.first)
        #expect(stage.run(.unreachable).news == [] && stage.run(.broken).news == [])
        #expect(stage.watch.failures == 2 && !stage.watch.isFailing)
        #expect(stage.run(.same).news == [])
        for _ in 0..<2 { #expect(stage.run(.unreachable).news == []) }
        #expect(!stage.watch.toleratesFailure)
        #expect(stage.run(.unreachable).news.count == 1 && stage.watch.isFailing)
        #expect(stage.run(.unreachable).news == [])
        #expect(stage.run(.broken).news.count == 1)
        guard case .recovered(failures: 5, _)? = stage.run(.same).news.first else {
            Issue.record("the end of it was not told")
            return
        }
    }

    @Test func `a source-only change is reported as such and counted`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        let run = WatchRun(outcome: .dataUpdate, pageState: .changedInSource(["a"]))
        #expect(stage.run(run).news == [.changed])
        #expect(run.changedBlocks == ["a"] && run.isAnswered)
        #expect(stage.watch.tally.changes == 1)
    }

    @Test func `a page that was never received is not a change when it arrives`() {
        var stage = WatchStage()
        #expect(stage.run(.unreachable).news == [.failed(next: .seconds(20))])
        #expect(stage.run(.first).news.count == 1)
        #expect(stage.watch.tally.changes == 0)
    }

    @Test func `pauses double with each failure up to a limit, and are short again after recovery`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        var pauses: [Int64] = []
        for _ in 0..<7 { pauses.append(stage.run(.unreachable, lasting: .zero).pause.components.seconds) }
        pauses.append(stage.run(.same, lasting: .zero).pause.components.seconds)
        pauses.append(stage.run(.same, lasting: .zero).pause.components.seconds)
        // Jitter adds less than a second to each; the first pause begins with the end of a poll of a second.
        #expect(pauses == [9, 20, 40, 80, 160, 160, 160, 160, 10])
    }

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

    @Test func `a restored connection shortens the pause after failures`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        for _ in 0..<5 { _ = stage.run(.unreachable, lasting: .zero) }
        let failed = stage.now
        stage.now += .seconds(3)
        _ = stage.news(.reconnected)
        #expect(stage.watch.due == failed + .seconds(10))
        stage.now += .seconds(60)
        _ = stage.news(.reconnected)
        #expect(stage.watch.due == failed + .seconds(10))
    }

    @Test func `a reconnection without a previous failure shortens nothing`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        let due = stage.watch.due
        _ = stage.news(.reconnected)
        #expect(stage.watch.due == due)
    }

    @Test func `pausing keeps the statistics and lets the poll in progress end`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        _ = stage.run(.same)
        stage.now = stage.watch.due ?? .zero
        _ = stage.watch.handle(.timeCame, at: stage.now)
        _ = stage.news(.paused)
        #expect(stage.watch.isRunning && stage.watch.due == nil)
        #expect(stage.news(.ended(.changed)) == [.changed])
        #expect(stage.watch.state == .paused && stage.watch.runs.count == 3)
        _ = stage.news(.timeCame)
        #expect(stage.watch.state == .paused)
        stage.now += .seconds(100)
        _ = stage.news(.resumed)
        #expect(stage.watch.due == stage.now && stage.watch.runs.count == 3)
    }

    @Test func `pausing and resuming does not make the next poll earlier`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        let ended = stage.now
        _ = stage.news(.paused)
        _ = stage.news(.resumed)
        #expect(stage.watch.due == ended + .seconds(9))
    }

    @Test func `a load started elsewhere counts as a poll`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        stage.now += .seconds(2)
        _ = stage.news(.begunElsewhere)
        #expect(stage.watch.due == nil)
        stage.now += .seconds(1)
        #expect(stage.news(.ended(.changed)) == [.changed])
        #expect(stage.watch.due.map { $0 - stage.now >= .seconds(9) } == true)
    }

    @Test func `a stopped poll is not counted, and another follows`() {
        var stage = WatchStage()
        _ = stage.run(.first)
        stage.now = stage.watch.due ?? .zero
        _ = stage.watch.handle(.timeCame, at: stage.now)
        _ = stage.news(.abandoned)
        #expect(stage.watch.tally.runs == 1)
        #expect(stage.watch.due.map { $0 - stage.now >= .seconds(10) } == true)
    }

    @Test func `after the requested number of polls nothing is due`() {
        var stage = WatchStage(times: 2)
        _ = stage.run(.first)
        _ = stage.run(.same)
        #expect(stage.watch.state == .done && stage.watch.due == nil)
        #expect(WatchStage(times: 0).watch.state == .done)
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
        #expect(list.timeCame(at: .zero) == [.run(0), .run(1)])
        #expect(list.due == nil)
        #expect(list.timeCame(at: .seconds(100)) == [])
        _ = list.handle(.ended(.first), of: 1, at: .seconds(3))
        #expect(list.due == .zero)
        #expect(list.timeCame(at: .seconds(3)) == [.run(2)])
        _ = list.handle(.ended(.first), of: 0, at: .seconds(3))
        // The first page is due again, but others have not had their turn.
        #expect(list.timeCame(at: .seconds(9)) == [.run(3)])
        #expect(list.tally.runs == 2)
    }
}
