import CellGrid
import SessionReports
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The polls of a watch one by one, in the state pane.
@Suite struct TimelineTests {
    private static let address = "http://a.example/"

    private static func page(_ text: String) -> String {
        "<title>A</title><!--sonicdiff-a--><p>\(text)<!--sonicdiff-a-end--><p>same"
    }

    /// A page watched every ten seconds from 20:00:00 on, its first poll in progress.
    private static func stage(columns: Int = 120, rows: Int = 40) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.history = [3: page("one"), 4: page("two"), 5: page("two")]
        stage.send(.timeRead(Instant(milliseconds: 72_000_000)))
        if stage.model.screen.arrangement != .watch { stage.press("v") }
        stage.open(address)
        end(&stage, .allCached)
        stage.press("w")
        return stage
    }

    private static func end(
        _ stage: inout Stage, _ outcome: Outcome, storage: SessionResult.Storage = .renewed
    ) {
        stage.readCache(page("one"))
        stage.ask(200)
        if outcome == .dataUpdate { stage.update(from: page("one"), to: page("two")) }
        stage.end(outcome, "it is so", changed: outcome == .dataUpdate ? ["a"] : [], storage: storage)
    }

    /// Starts the next poll.
    private static func poll(_ stage: inout Stage) {
        guard let due = stage.model.watching?.watch.due else { return }
        stage.uptime = max(stage.uptime, due)
        stage.send(.timerFired(.watch))
    }

    /// Three polls: unchanged, a data update, offline.
    private static func polled(columns: Int = 120, rows: Int = 40) -> Stage {
        var stage = stage(columns: columns, rows: rows)
        end(&stage, .allCached)
        poll(&stage)
        end(&stage, .dataUpdate, storage: .stored(number: 4))
        poll(&stage)
        end(&stage, .offline(.status(502)), storage: .untouched)
        return stage
    }

    @Test func `a second of the countdown redraws one line of the screen`() {
        var stage = Self.polled()
        let ticks = stage.effects.compactMap { effect -> Duration? in
            if case .setTimer(.countdown, let moment) = effect { moment } else { nil }
        }
        guard var tick = ticks.last else {
            Issue.record("no second is counted")
            return
        }
        var words: Set<String> = []
        for _ in 0..<5 {
            let before = stage.screen
            stage.effects = []
            stage.uptime = tick
            stage.send(.timerFired(.countdown))
            let changed = zip(before, stage.screen).filter { $0 != $1 }
            #expect(changed.count == 1)
            words.insert(changed.first?.1 ?? "")
            guard case .setTimer(.countdown, let next?) = stage.effects.last else {
                Issue.record("\(stage.effects)")
                return
            }
            #expect(stage.effects.count == 1 && next == tick + .seconds(1))
            tick = next
        }
        #expect(words.count == 5 && words.allSatisfy { $0.contains("next in ") })
    }

    @Test func `only the latest polls are kept, and the statistics are computed from them`() {
        var timeline = Timeline()
        for number in 1...(Timeline.most + 60) {
            var poll = SessionRow(stored: nil, bytes: 100)
            (poll.verdict, poll.took, poll.pageBytes) = (
                SessionVerdict(.allCached), .milliseconds(number), 1100
            )
            timeline.add(poll)
        }
        #expect(timeline.count == Timeline.most)
        #expect(timeline[0].took == .milliseconds(300) && timeline[239].took == .milliseconds(61))
        #expect(timeline.figures?.median == .milliseconds(180))
        #expect(timeline.figures?.slow == .milliseconds(288) && timeline.figures?.saved?.bytes == 240_000)
    }

    @Test func `failures have no duration, and totals do not overflow`() {
        var timeline = Timeline()
        var failed = SessionRow(stored: nil, bytes: .max)
        (failed.verdict, failed.took, failed.pageBytes) = (
            SessionVerdict(named: "offline"), .seconds(30), .min
        )
        timeline.add(failed)
        #expect(timeline.figures == nil)
        var huge = SessionRow(stored: nil, bytes: .min)
        (huge.verdict, huge.took, huge.pageBytes) = (SessionVerdict(.dataUpdate), .milliseconds(7), .max)
        timeline.add(huge)
        huge.bytes = 0
        timeline.add(huge)
        timeline.add(huge)
        #expect(timeline.figures?.median == .milliseconds(7) && timeline.figures?.saved?.bytes == .max)
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40), (200, 60)])
    func `the selected poll is visible at every size, and no line is too wide`(
        _ columns: Int, _ rows: Int
    ) {
        var stage = Self.polled(columns: columns, rows: rows)
        stage.press("2")
        for _ in 0..<40 where !stage.model.isAtEnd { stage.press("j") }
        for _ in 0..<40 where stage.model.watching?.timeline.cursor.index ?? 0 > 1 { stage.press("k") }
        #expect(stage.screen.contains { $0.contains("▸") && $0.contains("20:00:") && $0.contains("●") })
        let width = stage.model.plan[.state]?.content.columns ?? 0
        if let window = stage.model.watching?.timeline.window, let text = stage.model.texts[.state] {
            #expect(window.count >= min(3, rows - 3))
            #expect(text.lines[window].allSatisfy { $0.width <= width })
        }
        for _ in 0..<40 where !stage.model.isAtStart { stage.press("k") }
        #expect(stage.model.texts[.state]?.top == 0)
    }
}
