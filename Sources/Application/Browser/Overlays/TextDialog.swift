import BrowserValues
import CellGrid
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// An overlay of fixed text that is wrapped for each width.
struct TextDialog: TextOverlay {
    /// The title in the overlay's border.
    let title: String
    /// The lines before wrapping.
    private let words: [StyledLine.Run]
    /// The wrapped lines with the scroll position.
    var text = ScrolledText()
    private var width: Column?

    /// Creates a dialog with a title.
    init(title: String, _ words: [StyledLine.Run]) {
        self.title = title
        self.words = words
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        settle(width: area.columns, height: height(in: area))
        return true
    }

    /// Wraps the lines if the width changed, and clamps the scroll position.
    mutating func settle(width: Column, height: Int) {
        if width != self.width {
            self.width = width
            text.lines = words.flatMap { line in
                // The indentation of the line is kept, as far as there is room.
                let blanks = min(line.text.prefix { $0 == " " }.count, width.value / 2)
                return StyledLine.wrapped(
                    line.text, line.role, to: max(1, width - 1),
                    first: String(repeating: " ", count: 1 + blanks), indent: "   ")
            }
        }
        text.clamp(height: height)
    }

    // The legend: every mark that the screen draws, with its meaning.

    /// Returns the legend.
    /// - Parameter plot: The characters for the outcomes.
    static func legend(_ plot: Plot) -> TextDialog {
        let outcomes = Plot.Ending.allCases.map { ending in
            line("\(plot.sign(ending))", ending.meaning, Role(ending))
        }
        let page = [
            line("█", "this line changed a moment ago", .changeMark),
            line("▌", "this line changed since the copy shown before", .changeMark),
            line("▏", "the same; a watch found the page unchanged since", .dimmed),
            line("~", "only numbers or times changed, which your settings ignore", .dimmed),
            line("‹ ›", "this line continues to the left, to the right", .marker),
            line("▲3 ▼2", "number of changes above and below the screen", .text),
        ]
        let lists = [
            line("▸", "the focused pane, the entry under the cursor", .marker),
            line("[x]", "chosen", .marker), line("•", "the version on the screen", .name),
            line("! ", "an error: needs your attention", Role(.error)),
            line("! ", "a warning", Role(.warning)), line("! ", "a note", Role(.note)),
        ]
        let steps = [
            line("▶", "the session is here", .stepActive), line("●", "this step is done", .stepDone),
            line("↻", "done on a connection that was open", .stepDone),
            line("■", "the session was stopped at this step", .stepPending),
            line("\(plot.sign(.failed))", "the session failed at this step", .stepFailed),
            line("○ ·", "not reached yet; not needed", .stepPending),
        ]
        let diff = DiffMark.allCases.map { line($0.sign, $0.words, $0.role) }
        let parts: [(String, [StyledLine.Run])] = [
            ("Outcomes", outcomes), ("Diff", diff), ("Page margin", page), ("Steps of a session", steps),
            ("Lists and panes", lists),
        ]
        let lines = parts.map { [StyledLine.Run(text: $0.0, role: .heading)] + $0.1 }
        return TextDialog(
            title: "Legend", Array(lines.joined(separator: [StyledLine.Run(text: "", role: .text)])))
    }

    private static func line(_ sign: String, _ words: String, _ role: Role) -> StyledLine.Run {
        StyledLine.Run(text: sign.padded(to: 7) + words, role: role)
    }

    /// Creates a dialog with everything that is stored about a session.
    init(_ past: PastSession, date: (Instant) -> String) {
        let changed = past.changedBlocks.joined(separator: ", ")
        let facts = [
            ("address", past.url.href),
            ("requested", past.requested == past.url ? nil : past.requested.href),
            ("began", date(past.began)), ("outcome", SessionVerdict(past).nameAndCode),
            ("because", past.reason.words), ("took", past.took.brief),
            ("received", "\(past.bytesReceived) bytes"), ("sent", "\(past.bytesSent) bytes"),
            ("status", past.status.map { "\($0)" }), ("changed", changed.isEmpty ? nil : changed),
            ("versions", past.versions ?? "none is stored"), ("page id", past.pageID.digest),
        ]
        self.init(
            title: "Past session",
            facts.compactMap { name, value in
                value.map { .init(text: name.padded(to: 11) + VisibleText.line($0), role: .text) }
            })
    }
}

extension Plot.Ending {
    fileprivate var meaning: String {
        switch self {
        case .same: "all cached or fresh: the stored page is up to date"
        case .data: "data update: only the blocks that changed were received"
        case .whole: "full page received: first load, or template change"
        case .plain: "plain: full page received from a server without Sonic"
        case .offline: "offline: the stored page is shown without a response"
        case .failed: "failed: no page received"
        case .noPage: "no page: stopped, a file, or an empty response"
        }
    }
}
