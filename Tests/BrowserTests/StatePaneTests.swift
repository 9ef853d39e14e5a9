import CellGrid
import SessionReports
import SonicSession
import Testing

@testable import Browser

/// The state pane next to a page at 80×24: the verdict comes first and the evidence last.
struct StatePaneTests {
    private static let old = "<title>A</title><!--sonicdiff-news--><p>old<!--sonicdiff-news-end-->"
    private static let new = "<title>A</title><!--sonicdiff-news--><p>new<!--sonicdiff-news-end-->"
    private static let hash = "70272192"

    /// How a session can end, with the pane's first and second line.
    private static let endings: [(outcome: Outcome, verdict: String, change: String)] = [
        (.allCached, "· ALL CACHED  v3", "nothing changed"),
        (.dataUpdate, "● DATA UPDATE  v3 → v4", "1 of 2 blocks: news"),
        (.templateChange, "▲ TEMPLATE CHANGE  v3 → v4", "full page received"),
        (.firstLoad, "▲ FIRST LOAD  v3 → v4", "full page received"),
        (.plain(.notSonic), "△ PLAIN  v3", "full page received"),
        (
            .offline(.connection(.unreachable(host: "a.example", port: 80, detail: "refused"))),
            "◇ OFFLINE  v3", "it is so, by 70272192."
        ),
        (.failed(.stopped), "■ STOPPED  v3", "it is so, by 70272192."),
        (.offline(.status(502)), "✗ FAILED 502  v3", "it is so, by 70272192."),
        (.failed(.status(500)), "✗ FAILED 500  v3", "it is so, by 70272192."),
    ]

    private static func end(_ stage: inout Stage, _ outcome: Outcome) {
        stage.readCache(old)
        stage.ask(200)
        let storage: SessionResult.Storage
        switch outcome {
        case .dataUpdate, .templateChange, .firstLoad: storage = .stored(number: 4)
        case .allCached: storage = .renewed
        case .plain, .fresh, .offline, .failed: storage = .untouched
        }
        if outcome == .dataUpdate {
            stage.update(from: old, to: new)
            stage.learn(.pageKnown(Array(new.utf8)))
        }
        stage.end(
            outcome, "it is so, by \(hash)", changed: outcome == .dataUpdate ? ["news"] : [],
            storage: storage)
    }

    /// The text of the pane at the right.
    private static func pane(_ stage: Stage) -> [String] {
        stage.screen.dropFirst(2).prefix { !$0.contains("├") }.map { line in
            String(line.split(separator: "││", maxSplits: 1).last ?? "").filter { $0 != "│" }
        }
    }

    @Test(arguments: endings.indices, [false, true])
    func `verdict, change, bytes, errors, steps and outcomes are all in view, without a hash`(
        _ index: Int, isWatched: Bool
    ) throws {
        let (outcome, verdict, change) = Self.endings[index]
        var stage = Stage(columns: 80, rows: 24)
        stage.press("v")
        stage.open("http://a.example/")
        if isWatched {
            Self.end(&stage, .allCached)
            stage.press("w")
        }
        Self.end(&stage, outcome)
        stage.model.visit?.trace.handle(.newerCopyStored, at: .zero)
        stage.settle()
        stage.press(.control("l"))
        let pane = Self.pane(stage)
        #expect(pane.first?.hasPrefix(" " + verdict) == true, "\(pane)")
        #expect(pane.dropFirst().first?.hasPrefix(" " + change) == true, "\(pane)")
        let order = ["received 1 KB", "A newer copy", "●cache─", "data"]
        let rows = try order.map { words in
            try #require(pane.firstIndex { $0.contains(words) }, "\(words): \(pane)")
        }
        #expect(rows == rows.sorted())
        #expect(pane.contains { $0.contains("watching every") } == isWatched)
        if !SessionVerdict(outcome).isTrouble {
            #expect(!pane.contains { $0.contains(Self.hash) })
        }
    }

    @Test(arguments: endings.map(\.outcome))
    func `an outcome has one role and one sign, wherever it appears`(outcome: Outcome) throws {
        var stage = Stage(columns: 80, rows: 24, theme: Script.theme)
        stage.press("v")
        stage.open("http://a.example/")
        Self.end(&stage, outcome)
        let frame = view(stage.model)
        /// Returns the role in which words are drawn at their first place.
        func role(of words: String, from first: Int) -> Role? {
            for (row, line) in frame.text.enumerated().dropFirst(first) {
                guard let place = line.firstRange(of: words)?.lowerBound else { continue }
                let column = line.distance(from: line.startIndex, to: place)
                guard case .palette(let index) = Array(frame.row(Row(row)))[column].style.foreground else {
                    return nil
                }
                return Role.allCases[Int(index)]
            }
            return nil
        }
        let ending = Plot.Ending(SessionVerdict(outcome))
        let (sign, drawn) = (stage.model.plot.sign(ending), Role(ending))
        #expect(role(of: SessionVerdict(outcome).headline, from: 0) == drawn)
        #expect(role(of: "\(sign) \(SessionVerdict(outcome).headline)", from: 1) == drawn)
        #expect(role(of: "◀", from: 1) == drawn)
        let mark = stage.model.account.tabs.front.mark(stage.model.plot)
        #expect(mark == (sign, drawn) || mark == (" ", .dimmed))
        #expect(mark.sign == sign || !SessionVerdict(outcome).isTrouble)
        let result = try #require(stage.model.visit?.result)
        guard outcome != .failed(.stopped) else { return }
        #expect(SessionRow(result, found: nil, took: nil).ending == ending)
    }

    @Test func `a session shorter than a tenth of a second is drawn once`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(Self.old)
        stage.ask(304)
        stage.end(.allCached, "the same", storage: .renewed)
        #expect(stage.text.contains("▶cached◀"))
        stage.press("r")
        stage.readCache(Self.old)
        stage.ask(304)
        // The pane still shows the previous session.
        let atOnce = view(stage.model).text.joined(separator: "\n")
        #expect(atOnce.contains("▶cached◀") && !atOnce.contains("○"))
        stage.uptime = .milliseconds(100)
        stage.send(.timerFired(.progress))
        #expect(!stage.text.contains("▶cached◀"))
        #expect(stage.text.contains("││ ▶ ") && stage.text.contains("○"))
    }
}
