import CellGrid
import SonicProtocol

/// The text of the state pane about a watch: its state, statistics, and a row for each poll.
struct TimelineText {
    let page: PageWatch
    /// The time, by the clock of the watch.
    let now: Duration
    let plot: Plot
    let width: Column
    /// Formats a moment: to the second, and optionally with its day.
    let time: (_ moment: Instant, _ hasDay: Bool) -> String

    var heading: [StyledLine] { [status] + (page.timeline.figures.map { [figures($0)] } ?? []) }

    private var status: StyledLine {
        let tally = page.watch.tally
        let polls = String.counted(tally.runs, "poll")
        var counts = polls
        if tally.changes > 0 { counts += ", \(tally.changes) changed" }
        if tally.failures > 0 { counts += ", \(tally.failures) failed" }
        let next = page.countdownWords(at: now)
        let room = width - 2 - (next.isEmpty ? 0 : TextWidth.columns(of: next) + 1)
        let forms = ["\(page.words): \(counts)", "\(page.words): \(polls)", page.words, polls]
        let words = forms.first { TextWidth.columns(of: $0) <= room }
        var line = StyledLine(" " + TextWidth.shortened(words ?? "", to: max(0, width - 2)), .name)
        guard !next.isEmpty else { return line }
        line.pad(to: max(line.width + 1, width - 1 - TextWidth.columns(of: next)))
        line.append(next, .name)
        return line
    }

    private func figures(_ figures: Timeline.Figures) -> StyledLine {
        let (median, slow) = (figures.median.brief, figures.slow.brief)
        let saved = figures.saved.map { "saved \(max(0, $0.bytes).byteText(of: $0.pages))" }
        let parts = ["median \(median)", "95 % below \(slow)"] + [saved].compactMap(\.self)
        // In a narrow pane, blanks separate them.
        let forms = [
            parts.joined(separator: ", "), parts.joined(separator: " "),
            parts[0] + (saved.map { ", " + $0 } ?? ""),
        ]
        let words = forms.first { TextWidth.columns(of: $0) + 1 <= width } ?? parts[0]
        return StyledLine(" " + TextWidth.shortened(words, to: max(0, width - 1)), .dimmed)
    }

    /// Returns the visible polls, the newest first.
    /// - Parameter hasCursor: Whether the reader is choosing among them.
    func rows(hasCursor: Bool) -> [StyledLine] {
        let timeline = page.timeline
        let top = timeline.cursor.top
        let polls = (top..<min(timeline.count, top + timeline.window.count)).map { ($0, timeline[$0]) }
        let times = polls.map { _, poll in poll.began.map { time($0, width >= 60) } ?? "" }
        let form = SessionRowForm(width: width, plot: plot, timeWidth: times.map(\.count).max() ?? 0)
        return zip(polls, times).map { poll, time in
            let isChosen = hasCursor && poll.0 == timeline.cursor.index
            return form.line(poll.1, time: time, isChosen: isChosen)
        }
    }
}
