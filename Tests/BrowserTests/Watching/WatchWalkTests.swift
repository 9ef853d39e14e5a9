import Chance
import Testing

@testable import Browser
@testable import BrowserValues

/// Random walks: whatever happens, no two polls overlap, none begins sooner than allowed, and there is always
/// a next one.
@Suite struct WatchWalkTests {
    /// A walk with the state observed from outside of the watch.
    private struct Walk {
        var chance: SeededGenerator
        var watch: Watch
        var now: Duration
        /// The start and the end of its own last poll.
        var lastBegun: Duration?
        var lastEnded: Duration?
        var isRunning = false
        var wantsRuns = true
        /// Whether the file was saved since the last poll began.
        var isSaved = false
        var told: [WatchNews.Kind] = []

        init(seed: UInt64) {
            chance = SeededGenerator(seed: seed)
            now = .milliseconds(Int64.random(in: -1000...1000, using: &chance))
            let interval = Duration.milliseconds(Int64.random(in: 10...20_000, using: &chance))
            watch = Watch(Pace(every: interval), seed: seed, at: now)
        }

        mutating func pass(_ time: Duration) { now += time }

        /// One random event, and the invariants after it.
        mutating func step() -> String? {
            pass(.milliseconds(Int64.random(in: 0...3000, using: &chance)))
            let run = [WatchRun.same, .changed, .unreachable, .broken].randomElement(using: &chance) ?? .same
            switch Int.random(in: 0..<20, using: &chance) {
            case 0..<6:
                if let due = watch.due, Bool.random(using: &chance) { now = max(now, due) }
                return take(nil)
            case 6..<13: return take(.ended(run))
            case 13: return take(.abandoned)
            case 14: return take(.begunElsewhere)
            case 15:
                wantsRuns = false
                return take(.paused)
            case 16, 17:
                wantsRuns = true
                return take(.resumed)
            case 18: return take(Bool.random(using: &chance) ? .reconnected : .saved)
            default:
                let interval = Duration.milliseconds(Int64.random(in: 10...20_000, using: &chance))
                return take(.paced(Pace(every: interval)))
            }
        }

        mutating func take(_ event: Watch.Event?) -> String? {
            let before = watch
            if let event {
                told += watch.handle(event, at: now).map(\.kind)
            } else if watch.timeCame(at: now) {
                if isRunning { return "a second run began" }
                if before.due.map({ $0 > now }) ?? true { return "a run began that was not due" }
                if !isSaved, let lastBegun, now < lastBegun + watch.pace.interval {
                    return "a run began too soon"
                }
                if isSaved, let lastEnded, now < lastEnded + .milliseconds(100) {
                    return "a saved file was asked for too soon"
                }
                isSaved = false
                if let lastEnded, now < lastEnded { return "a run began before the last one ended" }
                if !wantsRuns { return "a run began in a pause" }
                (isRunning, lastBegun) = (true, now)
            }
            switch event {
            case .ended, .abandoned:
                if isRunning { lastEnded = now }
                isRunning = false
            case .begunElsewhere: (isRunning, lastBegun) = (true, now)
            case .saved: if wantsRuns { isSaved = true }
            case .paused, .resumed, .reconnected, .paced, nil: break
            }
            if watch.isRunning != isRunning { return "what runs is not what is said to run" }
            if wantsRuns, !isRunning, watch.due == nil { return "nothing is due" }
            if !wantsRuns, watch.due != nil { return "something is due in a pause" }
            let longest = watch.pace.longestPause + watch.pace.interval
            if let due = watch.due, due > now + longest { return "due too late" }
            if before.runs.count > watch.runs.count { return "something was forgotten" }
            return nil
        }

        /// Errors and recoveries alternate, except for errors of another kind.
        var isToldInTurn: Bool {
            var isFailing = false
            for kind in told {
                switch kind {
                case .recovered:
                    guard isFailing else { return false }
                    isFailing = false
                case .failed: isFailing = true
                case .begun, .changed: if isFailing { return false }
                }
            }
            return true
        }
    }

    @Test(arguments: Seeds.of(8 as UInt64))
    func `no sequence of events violates the invariants`(_ part: UInt64) {
        for seed in part * 500..<(part + 1) * 500 {
            var walk = Walk(seed: seed)
            for step in 0..<120 {
                if let fault = walk.step() {
                    Issue.record("seed \(seed), step \(step): \(fault), \(walk.watch.state)")
                    return
                }
            }
            #expect(walk.isToldInTurn, "seed \(seed): \(walk.told)")
            #expect(walk.watch.tally.runs == 0 || !walk.told.isEmpty, "seed \(seed)")
        }
    }

    @Test func `a watch without outside events continues whatever its polls return`() {
        for seed in 0..<200 as Range<UInt64> {
            var walk = Walk(seed: seed)
            for _ in 0..<40 { _ = walk.step() }
            _ = walk.take(.resumed)
            walk.wantsRuns = true
            if walk.isRunning { _ = walk.take(.ended(.unreachable)) }
            let before = walk.watch.tally.runs
            for _ in 0..<20 {
                guard let due = walk.watch.due else { break }
                walk.now = max(walk.now, due)
                #expect(walk.take(nil) == nil)
                _ = walk.take(.ended(.unreachable))
            }
            #expect(walk.watch.tally.runs == before + 20, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.of(4 as UInt64))
    func `in a list every page has its turn, and the limit of concurrent polls holds`(_ part: UInt64) {
        for seed in part * 50..<(part + 1) * 50 {
            var chance = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...12, using: &chance)
            let most = Int.random(in: 1...4, using: &chance)
            let pace = Pace(every: .milliseconds(Int64.random(in: 10...2000, using: &chance)))
            let seeds = (0..<count).map { UInt64($0) + seed * 100 }
            var list = WatchList(seeds.map { Watch(pace, seed: $0, at: .zero) }, atOnce: most)
            var running: Set<Int> = []
            var now = Duration.zero
            for _ in 0..<(count * 40) {
                now = max(now, list.due ?? now) + .milliseconds(Int64.random(in: 0...30, using: &chance))
                for index in list.timeCame(at: now) {
                    #expect(running.insert(index).inserted, "seed \(seed): \(index) twice")
                }
                #expect(running.count <= most, "seed \(seed)")
                if let index = running.sorted().randomElement(using: &chance) {
                    running.remove(index)
                    _ = list.handle(.ended(.same), of: index, at: now)
                }
            }
            let runs = list.watches.map(\.tally.runs)
            #expect((runs.min() ?? 0) >= 5, "seed \(seed): \(runs)")
        }
    }
}
