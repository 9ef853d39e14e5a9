import CellGrid

/// The last sessions of a page: a sign for each, and the bytes received in each compared with the size of the page.
struct RunsText {
    /// The sessions, the latest last.
    let runs: [SessionRow]
    /// The characters that the terminal supports.
    let plot: Plot
    let width: Column

    /// The width of the labels at the left.
    private static let label = 9

    /// Whether there is no development to show: fewer than two sessions.
    var isEmpty: Bool { runs.count < 2 }

    /// The signs, the bars, and the legend.
    var lines: [StyledLine] { (strip.map { [$0] } ?? []) + bars }

    /// A sign for each session; nil if there are fewer than two.
    var strip: StyledLine? {
        guard !isEmpty else { return nil }
        var line = StyledLine(" last".padded(to: Self.label), .dimmed)
        let shown = runs.suffix(max(0, width.value - Self.label))
        for run in shown { line.extend(with: plot.sign(run.ending), run.role) }
        return line
    }

    /// The bytes received in each session, and the legend.
    var bars: [StyledLine] {
        guard !isEmpty else { return [] }
        let (shown, figure) = fitting
        guard shown.contains(where: { $0.pageBytes != nil }) else { return [legend] }
        var bars = StyledLine(" bytes".padded(to: Self.label), .dimmed)
        bars.append(String(shown.map { plot.bar($0.bytes, of: $0.pageBytes) }), .text)
        if let figure { bars.append(figure, .text) }
        return [bars, legend]
    }

    /// The sessions that fit next to the label, with their totals if they fit too.
    private var fitting: (runs: ArraySlice<SessionRow>, figure: String?) {
        let room = max(0, width.value - Self.label)
        // The totals are of the visible sessions, so their width depends on the number of sessions.
        for count in stride(from: min(room, runs.count), through: min(8, runs.count), by: -1) {
            let shown = runs.suffix(count)
            let figure = Self.figure(of: shown)
            if count + (figure ?? "").count <= room { return (shown, figure) }
        }
        return (runs.suffix(room), nil)
    }

    /// Returns the bytes received in all sessions with both numbers, headers included, and the size of their pages; nil
    /// if there are none.
    private static func figure(of runs: some Collection<SessionRow>) -> String? {
        var (came, whole) = (0, 0)
        var count = 0
        for run in runs {
            guard let page = run.pageBytes else { continue }
            count += 1
            // Sizes read from a file may be arbitrary, so the sums may overflow.
            came = came.addingReportingOverflow(run.bytes).overflow ? .max : came + run.bytes
            whole = whole.addingReportingOverflow(page).overflow ? .max : whole + page
        }
        return whole == 0 ? nil : " \(String.counted(count, "load")): \(came.byteText(forPage: whole))"
    }

    /// The legend of the signs.
    private var legend: StyledLine {
        var line = StyledLine("", .dimmed)
        for ending in Plot.Ending.allCases where runs.contains(where: { $0.ending == ending }) {
            let words = " \(plot.sign(ending)) \(ending.word)"
            guard line.width + TextWidth.columns(of: words) <= width else { break }
            line.append(" \(plot.sign(ending))", Role(ending))
            line.append(" \(ending.word)", .dimmed)
        }
        return line
    }
}
