import CellGrid
import SonicSession

/// The state pane's words about a watch: its figures, and a sign or a bar for each of the last runs.
struct WatchText {
    let page: PageWatch
    /// What the runs are drawn with.
    let plot: Plot
    /// The columns there are.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        let tally = page.watch.tally
        var words = "\(page.words): \(tally.runs) \(tally.runs == 1 ? "run" : "runs")"
        if tally.changes > 0 { words += ", \(tally.changes) changed" }
        if tally.failures > 0 { words += ", \(tally.failures) failed" }
        let head = StyledLine.wrapped(words, .name, to: max(1, width - 1), first: " ", indent: "   ")
        guard let last = page.watch.runs.last else { return head }
        return head + [
            signs,
            bars("latency", \.latency.microsecondsToAnHour, last.isAnswered ? last.latency.brief : ""),
            bars("bytes", \.bytes, last.bytes.byteText),
        ]
    }

    /// The columns of the names at the left, and of the figures at the right.
    private static let label = 9
    private static let figure = 8

    /// The runs for which there is room.
    private var shown: ArraySlice<WatchRun> {
        page.watch.runs.suffix(max(0, width.value - Self.label - Self.figure - 1))
    }

    /// How each run ended: another sign for each way, so that colour is not needed.
    private var signs: StyledLine {
        var line = StyledLine(" runs".padded(to: Self.label), .dimmed)
        for run in shown { line.extend(with: plot.sign(run.ending), run.ending.role) }
        return line
    }

    /// A bar for each run, as high as its part of the highest.
    private func bars(_ name: String, _ value: (WatchRun) -> Int, _ figure: String) -> StyledLine {
        var line = StyledLine(" \(name)".padded(to: Self.label), .dimmed)
        line.append(plot.bars(shown.map { $0.isAnswered ? value($0) : nil }), .text)
        line.append(" " + figure, .text)
        return line
    }
}

extension WatchRun {
    /// How it ended, as its sign says it.
    public var ending: Plot.Ending {
        switch standing {
        case .unchanged: .same
        case .changed, .changedInSource: outcome == .dataUpdate ? .data : .whole
        case .failed: .failed
        }
    }
}
