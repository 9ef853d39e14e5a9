import Browser
import SonicSession

@testable import BrowserValues

extension WatchRun {
    static let same = WatchRun(outcome: .allCached, pageState: .unchanged, bytes: 10)
    static let first = WatchRun(outcome: .firstLoad, pageState: .changed([]), bytes: 100)
    static let changed = WatchRun(outcome: .dataUpdate, pageState: .changed(["a"]), bytes: 20)
    static let unreachable = WatchRun(
        outcome: .offline(.connection(.cancelled)), pageState: .failed(.connection))
    static let broken = WatchRun(outcome: .failed(.status(500)), pageState: .failed(.status(500)), bytes: 5)
}

/// A watch with a clock that advances to the next event by itself.
struct WatchStage {
    var watch: Watch
    var now = Duration.zero

    init(
        every interval: Duration = .seconds(10), times: Int? = nil, tolerance: Int = 0, seed: UInt64 = 1
    ) {
        watch = Watch(Pace(every: interval), times: times, tolerance: tolerance, seed: seed, at: .zero)
    }

    /// Waits for the next run and ends it after a time.
    /// - Returns: The reports, and how long after the last event the run began.
    mutating func run(_ run: WatchRun, lasting time: Duration = .seconds(1)) -> (
        news: [WatchNews.Kind], pause: Duration
    ) {
        guard let due = watch.due else { return ([], .zero) }
        let pause = due - now
        now = due
        guard watch.timeCame(at: now) else { return ([], pause) }
        now += time
        return (news(.ended(run)), pause)
    }

    /// The reports of the watch for an event.
    mutating func news(_ event: Watch.Event) -> [WatchNews.Kind] {
        watch.handle(event, at: now).map(\.kind)
    }
}
