import CellGrid

/// The last sessions of a page: a sign for each, and how much came of each beside how large the page is.
struct RunsText {
    /// The sessions, the latest last.
    let runs: [SessionRow]
    /// The characters that the terminal has.
    let plot: Plot
    /// The columns there are.
    let width: Column

    /// The columns of the names at the left.
    private static let label = 9

    /// Whether there is anything over time to be told: one session is none.
    var isEmpty: Bool { runs.count < 2 }

    /// Signs, bars, and what the signs are.
    var lines: [StyledLine] { (strip.map { [$0] } ?? []) + bars }

    /// A sign for each session; nil where there is nothing over time to be told.
    var strip: StyledLine? {
        guard !isEmpty else { return nil }
        var line = StyledLine(" last".padded(to: Self.label), .dimmed)
        let shown = runs.suffix(max(0, width.value - Self.label))
        for run in shown { line.extend(with: plot.sign(run.ending), run.role) }
        return line
    }

    /// How much was received for each of them, and what the signs are.
    var bars: [StyledLine] {
        guard !isEmpty else { return [] }
        let (shown, figure) = fitting(beside: Self.label)
        guard shown.contains(where: { $0.pageBytes != nil }) else { return [Self.legend(plot, width)] }
        var bars = StyledLine(" bytes".padded(to: Self.label), .dimmed)
        bars.append(String(shown.map { plot.bar($0.bytes, of: $0.pageBytes) }), .text)
        if let figure { bars.append(" \(figure.came) of \(figure.whole)", .text) }
        return [bars, Self.legend(plot, width)]
    }

    /// The sessions for which there is room beside a name, and their figure where there is room for that, too.
    private func fitting(beside label: Int) -> (runs: ArraySlice<SessionRow>, figure: Figure?) {
        let room = max(0, width.value - label)
        // The figure is of those that are shown, and is longer or shorter with them.
        for count in stride(from: min(room, runs.count), through: min(8, runs.count), by: -1) {
            let shown = runs.suffix(count)
            let figure = Self.figure(of: shown)
            let words = figure.map { " \($0.came) of \($0.whole)" } ?? ""
            if count + words.count <= room { return (shown, figure) }
        }
        return (runs.suffix(room), nil)
    }

    /// How much was received, headers included, and how large the pages are: of a small page whose headers are
    /// longer than itself, more than all.
    private typealias Figure = (came: String, whole: String)

    /// The figure of those sessions of which both is known; nil where that is none.
    private static func figure(of runs: some Collection<SessionRow>) -> Figure? {
        var (came, whole) = (0, 0)
        for run in runs {
            guard let page = run.pageBytes else { continue }
            // Sums of sizes that a file claims may be any.
            came = came.addingReportingOverflow(run.bytes).overflow ? .max : came + run.bytes
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
