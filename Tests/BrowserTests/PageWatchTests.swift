import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Watching the page on the screen.
@Suite struct PageWatchTests {
    private static let page =
        "<title>A</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>same<p><a href=/b>b</a>"

    /// A page on the screen that is watched every ten seconds, its first poll in progress.
    private func stage(columns: Int, rows: Int) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(304)
        stage.end(.allCached, "nothing changed")
        stage.uptime = .seconds(100)
        stage.press("w")
        return stage
    }

    /// When the watch wants to be woken.
    private func alarm(_ stage: Stage) -> Duration? {
        for effect in stage.effects.reversed() {
            if case .setTimer(.watch, let time) = effect { return time }
        }
        return nil
    }

    /// Ends the poll in progress.
    private func end(_ stage: inout Stage, _ outcome: Outcome) {
        stage.readCache(Self.page)
        stage.ask(200)
        stage.uptime += .seconds(1)
        stage.end(outcome, "it is so")
    }

    /// Advances the clock to the watch's next wake-up.
    private func wake(_ stage: inout Stage) {
        guard let time = alarm(stage) else { return }
        stage.uptime = max(stage.uptime, time)
        stage.send(.timerFired(.watch))
    }

    @Test func `nothing in the state pane exceeds its width, at any window size`() {
        var watched = stage(columns: 80, rows: 24)
        for turn in 0..<30 {
            end(&watched, turn % 7 == 3 ? .offline(.status(500)) : .allCached)
            wake(&watched)
        }
        for columns in stride(from: 30, through: 200, by: 17) {
            for rows in [8, 14, 24, 60] {
                var stage = watched
                stage.send(.terminal(.resized(Size(rows: Row(rows), columns: Column(columns)))))
                stage.press("v", "v")
                #expect(stage.screen.count == rows)
            }
        }
    }
}
