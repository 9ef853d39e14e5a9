import BrowserValues
import CellGrid

/// The last runs of a page as `sonic watch` plots them at its end: a sign and a bar for each.
struct WatchPlots {
    private let runs: [WatchRun]
    private let name: String?
    private let plot: Plot

    /// The maximum number of runs: they fit into 80 columns next to the labels.
    private static let most = 60

    /// Creates the plots.
    /// - Parameter name: The page's address, if there are several pages; nil for a single one.
    init(_ runs: some Collection<WatchRun>, of name: String?, _ plot: Plot) {
        self.runs = Array(runs.suffix(Self.most))
        self.name = name
        self.plot = plot
    }

    /// The lines; empty for a single run, which has no history.
    var lines: [String] {
        guard runs.count > 1 else { return [] }
        let legend = Plot.Ending.allCases.map { "\(plot.sign($0)) \($0.word)" }.joined(separator: "  ")
        let latencies = runs.map { $0.isAnswered ? $0.latency.microsecondsToAnHour : nil }
        return [name.map { VisibleText.line($0) }].compactMap(\.self) + [
            "  runs     " + String(runs.map { plot.sign($0.ending) }),
            "  latency  " + plot.bars(latencies),
            "  bytes    " + plot.bars(runs.map { $0.isAnswered ? $0.bytes : nil }),
            "           " + legend,
        ]
    }
}
