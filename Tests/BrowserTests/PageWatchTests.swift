import CellGrid
import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Watching the page on the screen.
@Suite struct PageWatchTests {
    private static func page(_ news: String) -> String {
        "<title>A</title><!--sonicdiff-a--><p>\(news)<!--sonicdiff-a-end--><p>same<p><a href=/b>b</a>"
    }

    /// A page on the screen that is watched every ten seconds, its first poll in progress.
    private func stage(
        columns: Int = 120, rows: Int = 30, choices: Choices = Choices()
    ) -> Stage {
        var stage = Stage(columns: columns, rows: rows, choices: choices)
        stage.open("http://a.example/")
        stage.readCache(Self.page("one"))
        stage.ask(304)
        stage.end(.allCached, "nothing changed")
        stage.uptime = .seconds(100)
        stage.press("w")
        return stage
    }

    private func openings(_ stage: Stage) -> [Opening] {
        stage.effects.compactMap { if case .open(let opening) = $0 { opening } else { nil } }
    }

    /// When the watch wants to be woken.
    private func alarm(_ stage: Stage) -> Duration? {
        for effect in stage.effects.reversed() {
            if case .setTimer(.watch, let time) = effect { return time }
        }
        return nil
    }

    /// Ends the poll in progress.
    private func end(
        _ stage: inout Stage, _ outcome: Outcome = .allCached, from old: String = "", to new: String = ""
    ) {
        stage.readCache(Self.page(old.isEmpty ? "one" : old))
        stage.ask(200)
        if !new.isEmpty { stage.update(from: Self.page(old), to: Self.page(new)) }
        stage.uptime += .seconds(1)
        stage.end(outcome, "it is so", changed: new.isEmpty ? [] : ["a"])
    }

    /// Advances the clock to the watch's next wake-up.
    private func wake(_ stage: inout Stage) {
        guard let time = alarm(stage) else { return }
        stage.uptime = max(stage.uptime, time)
        stage.send(.timerFired(.watch))
    }

    @Test func `a key polls at once, and again after the interval`() {
        var stage = stage()
        #expect(openings(stage).map(\.mode) == [.open, .reload])
        #expect(stage.screen[0].contains("watching every 10 s"))
        end(&stage)
        #expect(openings(stage).count == 2)
        #expect(alarm(stage).map { $0 >= .seconds(110) && $0 <= .seconds(111) } == true)
        stage.uptime = .seconds(105)
        stage.send(.timerFired(.watch))
        #expect(openings(stage).count == 2)
        wake(&stage)
        #expect(openings(stage).count == 3)
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `the same key pauses and resumes, and the results stay on the screen`() {
        var stage = stage()
        end(&stage)
        stage.press("w")
        #expect(stage.screen[0].contains("watch paused"))
        #expect(alarm(stage) == nil)
        #expect(stage.text.contains("watch paused: 1 poll"))
        stage.uptime += .seconds(60)
        stage.press("w")
        #expect(openings(stage).count == 3)
        #expect(stage.text.contains("watching every 10 s: 1 poll"))
    }

    @Test func `a change is highlighted, then marked, then fades`() {
        var stage = stage()
        end(&stage, .dataUpdate, from: "one", to: "two")
        let row = stage.screen.firstIndex { $0.contains("█two") || $0.contains("█ two") }
        #expect(row != nil, "\(stage.text)")
        #expect(stage.text.contains("●"))
        // The highlight ends by time alone.
        let flash = alarm(stage)
        #expect(flash.map { $0 < stage.uptime + .seconds(2) } == true)
        wake(&stage)
        #expect(!stage.text.contains("█two") && stage.text.contains("▌two"))
        #expect(openings(stage).count == 2)
        for _ in 0..<5 {
            wake(&stage)
            end(&stage, from: "two")
        }
        #expect(stage.text.contains("▏two"))
        #expect(stage.text.contains("●·····"))
    }

    @Test func `a failure keeps the page, is reported once, and its end once`() {
        var stage = stage()
        end(&stage)
        wake(&stage)
        let cause = Outcome.FailureCause.connection(.reset(detail: "gone"))
        end(&stage, .offline(cause))
        #expect(stage.text.contains("one") && stage.text.contains("✗"))
        #expect(stage.screen[0].contains("OFFLINE"))
        #expect(stage.screen.last?.contains("It is so") == true)
        stage.press("j")
        let quiet = stage.screen.last
        wake(&stage)
        end(&stage, .offline(cause))
        #expect(stage.screen.last == quiet)
        wake(&stage)
        end(&stage)
        #expect(stage.screen.last?.contains("answers again after") == true)
    }

    @Test func `a manual reload counts as a poll, and stopping it keeps the watch`() {
        var stage = stage()
        end(&stage)
        stage.uptime += .seconds(5)
        stage.press("r")
        end(&stage)
        #expect(stage.text.contains("2 polls"))
        #expect(alarm(stage).map { $0 >= stage.uptime + .seconds(8) } == true)
        wake(&stage)
        stage.press(.escape)
        #expect(stage.outstanding.isEmpty)
        #expect(stage.model.watching?.watch.tally.runs == 2)
        #expect(alarm(stage).map { $0 >= stage.uptime + .seconds(10) } == true)
    }

    @Test func `no poll begins while text is typed or links are numbered`() {
        for keys: [Key] in [["o"], ["f"]] {
            var stage = stage()
            end(&stage)
            for key in keys { stage.press(key) }
            wake(&stage)
            #expect(openings(stage).count == 2)
            stage.press(.escape)
            #expect(openings(stage).count == 3)
        }
    }

    @Test func `an overlay stays open during a poll`() {
        var stage = stage()
        end(&stage)
        stage.press("?")
        wake(&stage)
        #expect(openings(stage).count == 3)
        #expect(stage.text.contains("One line down"))
    }

    @Test func `opening another page ends the watch and cancels the poll in progress`() {
        var stage = stage()
        stage.open("http://a.example/b")
        stage.readCache("<p>other")
        stage.end(.allCached, "over")
        #expect(!stage.screen[0].contains("watching"))
        #expect(alarm(stage) == nil && stage.model.watching == nil)
    }

    @Test func `an interval can be typed`() {
        var stage = stage()
        end(&stage)
        stage.press("W")
        stage.type("2m")
        stage.press(.enter)
        #expect(stage.screen[0].contains("watching every 2 min"))
        stage.press("W")
        stage.type("soon")
        stage.press(.enter)
        #expect(stage.text.contains("Invalid interval “soon”"))
    }

    @Test func `without a page there is nothing to watch`() {
        var stage = Stage()
        stage.press("w")
        #expect(stage.screen.last?.contains("there is no page yet") == true)
        var offline = self.stage()
        end(&offline)
        offline.press("O")
        wake(&offline)
        #expect(openings(offline).count == 2)
    }

    @Test func `nothing in the state pane exceeds its width, at any window size`() {
        for columns in stride(from: 30, through: 200, by: 17) {
            for rows in [8, 14, 24, 60] {
                var stage = stage(columns: columns, rows: rows)
                for turn in 0..<30 {
                    end(&stage, turn % 7 == 3 ? .offline(.status(500)) : .allCached)
                    wake(&stage)
                }
                stage.press("v")
                stage.press("v")
                #expect(stage.screen.count == rows)
            }
        }
    }

    // MARK: While another window is focused

    @Test func `if so configured, the watch pauses while another window is focused`() {
        var stage = stage(choices: Choices { $0[Settings.pausesUnfocused] = true })
        #expect(view(stage.model).modes.contains(.focus))
        end(&stage)
        stage.press(.focusLost)
        #expect(stage.screen[0].contains("watch paused"))
        #expect(stage.screen.last?.contains("Watch paused while another window has the keyboard.") == true)
        wake(&stage)
        #expect(openings(stage).count == 2)
        stage.press(.focusLost, .focusGained)
        #expect(stage.screen[0].contains("watching every 10 s"))
        #expect(stage.screen.last?.contains("Watching again every 10 s.") == true)
        wake(&stage)
        #expect(openings(stage).count == 3)
    }

    @Test func `a watch paused by the user stays paused`() {
        var stage = stage(choices: Choices { $0[Settings.pausesUnfocused] = true })
        end(&stage)
        stage.press("w", .focusLost, .focusGained)
        #expect(stage.screen[0].contains("watch paused"))
    }

    @Test func `by default a watch continues while another window is focused`() {
        var stage = stage()
        #expect(!view(stage.model).modes.contains(.focus))
        end(&stage)
        stage.press(.focusLost)
        #expect(stage.screen[0].contains("watching every 10 s"))
    }
}
