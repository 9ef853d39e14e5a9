import CellGrid
import SonicSession

/// The state pane's words about a watch: its figures, and a sign or a bar for each of the last polls.
struct WatchText {
    let page: PageWatch
    /// What the polls are drawn with.
    let plot: Plot
    /// The columns there are.
    let width: Column

    /// How each poll ended, and how many there were: another sign for each way, so that colour is not needed.
    var summary: [StyledLine] {
        let tally = page.watch.tally
        var words = "\(page.words): \(tally.runs) \(tally.runs == 1 ? "poll" : "polls")"
        if tally.changes > 0 { words += ", \(tally.changes) changed" }
        if tally.failures > 0 { words += ", \(tally.failures) failed" }
        let head = StyledLine.wrapped(words, .name, to: max(1, width - 1), first: " ", indent: " ")
        guard !page.watch.runs.isEmpty else { return head }
        var line = StyledLine(" last".padded(to: Self.label), .dimmed)
        for run in page.watch.runs.suffix(max(0, width.value - Self.label - 1)) {
            line.extend(with: plot.sign(run.ending), run.outcome.role)
        }
        return [line] + head
    }

    /// A bar for each of the last polls: how long it took, and how much was received.
    var bars: [StyledLine] {
        guard let last = page.watch.runs.last else { return [] }
        return [
            bars("latency", \.latency.microsecondsToAnHour, last.isAnswered ? last.latency.brief : ""),
            bars("bytes", \.bytes, last.bytes.byteText),
        ]
    }

    /// The columns of the names at the left, and of the figures at the right.
    private static let label = 9
    private static let figure = 8

    /// A bar for each poll, as high as its part of the highest.
    private func bars(_ name: String, _ value: (WatchRun) -> Int, _ figure: String) -> StyledLine {
        let shown = page.watch.runs.suffix(max(0, width.value - Self.label - Self.figure - 1))
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
