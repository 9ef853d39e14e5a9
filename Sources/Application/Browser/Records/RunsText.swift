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

    /// The signs, the bars, the sums, and the legend.
    var lines: [StyledLine] { (strip.map { [$0] } ?? []) + bars }

    /// A sign for each session; nil if there are fewer than two.
    var strip: StyledLine? {
        guard !isEmpty else { return nil }
        var line = StyledLine(" last".padded(to: Self.label), .dimmed)
        let shown = runs.suffix(max(0, width.value - Self.label))
        for run in shown { line.extend(with: plot.sign(run.ending), run.role) }
        return line
    }

    /// The bytes received in each session, their sums, and the legend.
    private var bars: [StyledLine] {
        guard !isEmpty else { return [] }
        guard let sums else { return [legend] }
        var bars = StyledLine(" bytes".padded(to: Self.label), .dimmed)
        let shown = runs.suffix(max(0, width.value - Self.label))
        bars.append(String(shown.map { plot.bar($0.bytes, of: $0.pageBytes) }), .text)
        return [bars] + StyledLine.wrapped(sums, .text, to: width - 1, first: " ", indent: " ") + [legend]
    }

    /// The bytes received in all loads whose sizes are known, headers included, and the size of their pages; nil if
    /// there are none.
    private var sums: String? {
        SessionRow.sums(of: runs).map {
            "all loads (\($0.count)): received \($0.received.byteText(forPage: $0.pages)), with headers"
        }
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
