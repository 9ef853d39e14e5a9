import CellGrid

/// The last sessions of a page: a sign for each, and how much came of each beside how large the page is.
struct RunsText {
    /// The sessions, the latest last.
    let runs: [PageRun]
    /// The characters that the terminal has.
    let plot: Plot
    /// The columns there are.
    let width: Column

    /// The columns of the names at the left.
    private static let label = 9

    /// Whether there is anything over time to be told: one session is none.
    var isEmpty: Bool { runs.count < 2 }

    /// Signs, bars, and what the signs are.
    var lines: [StyledLine] {
        guard !isEmpty else { return [] }
        let (shown, figure) = fitting(beside: Self.label)
        var signs = StyledLine(" last".padded(to: Self.label), .dimmed)
        Self.append(shown, to: &signs, plot)
        guard shown.contains(where: { $0.page != nil }) else { return [signs, Self.legend(plot, width)] }
        var bars = StyledLine(" came".padded(to: Self.label), .dimmed)
        bars.append(String(shown.map { plot.bar($0.came, of: $0.page) }), .text)
        if let figure { bars.append(" \(figure.came) for \(figure.whole)", .text) }
        return [signs, bars, Self.legend(plot, width)]
    }

    /// The same in one line, where there is no room for more.
    var line: StyledLine? {
        guard !isEmpty else { return nil }
        let (shown, figure) = fitting(beside: 1)
        var line = StyledLine(" ", .dimmed)
        Self.append(shown, to: &line, plot)
        if let figure { line.append(" \(figure.came) came for \(figure.whole)", .dimmed) }
        return line
    }

    /// The sessions for which there is room beside a name, and their figure where there is room for that, too.
    private func fitting(beside label: Int) -> (runs: ArraySlice<PageRun>, figure: Figure?) {
        let room = max(0, width.value - label)
        // The figure is of those that are shown, and is longer or shorter with them.
        for count in stride(from: min(room, runs.count), through: min(8, runs.count), by: -1) {
            let shown = runs.suffix(count)
            let figure = Self.figure(of: shown)
            let words = figure.map { " \($0.came) came for \($0.whole)" } ?? ""
            if count + words.count <= room { return (shown, figure) }
        }
        return (runs.suffix(room), nil)
    }

    private static func append(_ runs: ArraySlice<PageRun>, to line: inout StyledLine, _ plot: Plot) {
        for run in runs { line.extend(with: plot.sign(run.ending), run.ending?.role ?? .dimmed) }
    }

    /// How much came, heads included, and how large the pages are that it came for: of a small page whose heads are
    /// longer than itself, more than all.
    private typealias Figure = (came: String, whole: String)

    /// The figure of those sessions of which both is known; nil where that is none.
    private static func figure(of runs: some Collection<PageRun>) -> Figure? {
        var (came, whole) = (0, 0)
        for run in runs {
            guard let page = run.page else { continue }
            // Sums of sizes that a file claims may be any.
            came = came.addingReportingOverflow(run.came).overflow ? .max : came + run.came
            whole = whole.addingReportingOverflow(page).overflow ? .max : whole + page
        }
        return whole == 0 ? nil : (came.byteText, whole.byteText)
    }

    /// What the signs are.
    static func legend(_ plot: Plot, _ width: Column) -> StyledLine {
        var line = StyledLine("", .dimmed)
        for ending in Plot.Ending.allCases {
            let words = " \(plot.sign(ending)) \(ending.word)"
            guard line.width + TextWidth.columns(of: words) <= width else { break }
            line.append(" \(plot.sign(ending))", ending.role)
            line.append(" \(ending.word)", .dimmed)
        }
        return line
    }
}
