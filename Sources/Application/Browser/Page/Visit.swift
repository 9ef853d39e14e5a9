import BrowserValues
import CellGrid
import SessionReports
import SonicLint
import SonicProtocol
import SonicSession
import Workbench

/// One opening of a page, as its session has reported it so far.
struct Visit: Sendable {
    enum State: Sendable {
        /// The session is running.
        case running
        /// The reader stopped it; later reports of its session are ignored.
        case stopped
        /// The session has ended, so long after the page was opened.
        case ended(after: Duration)
    }

    /// What was requested.
    let opening: Opening
    /// The final address: the one requested, or that of the last redirect. Stored pages have no fragment, so this is
    /// the only place of theirs.
    var target: WebURL
    /// What happens to the page on the screen when the new one appears.
    var move: History.Move
    var state = State.running
    /// When it came to the front, by a monotonic clock; nil if it never was in front.
    var begun: Duration?
    /// The number of blocks of the page, counted at the end of an update; nil if that is not known.
    var blockCount: Int?
    /// The first difference outside the blocks, found at the end of a template change; nil if that is not known.
    var templateDifference: SourceDifference?
    /// What its session has reported; pages and bodies are kept within `Tabs.bodyLimit` and `Tabs.trailLimit`.
    var trace: SessionTrace
    /// The findings about page and response; nil while they have not been checked.
    var report: LintReport?
    /// When the first frame with the page reached the terminal.
    var painted: Duration?
    /// Whether the parts of the current response are on the screen as they arrive.
    var isStreaming = false
    /// Whether it shows what was stored of the response to an edited request.
    var isOfEditedRequest = false
    /// The changes of a newer stored copy compared with the page on the screen.
    var storedChanges: [PageChange] = []
    /// Who has the headers of an exchange of the traffic, and how; nil for a session.
    private(set) var logger: String?
    /// What a script of the page would receive.
    var callback = Callback.pending

    /// The notice for a page that has no content until scripts build it.
    static func builtByScripts(_ words: String) -> String {
        "This page is built by scripts\(words.isEmpty ? "" : ": “\(words)”"). {outside} opens it in a browser."
    }
    /// The notice for a page whose text is all hidden.
    static let hiddenText = "The page's styles hide all of its text: {styles} shows it."
    /// The notice for a newer copy that was stored and not shown.
    static let newerCopy = "A newer copy is stored: press {reload} to see it."

    init(_ opening: Opening, move: History.Move) {
        self.opening = opening
        target = opening.url
        self.move = move
        trace = SessionTrace(opening.url, mode: opening.mode)
    }

    /// Whether the session has not ended.
    var isBusy: Bool {
        if case .running = state { true } else { false }
    }

    /// How it ended; nil before.
    var result: SessionResult? {
        if case .ended = state { trace.result } else { nil }
    }

    /// How its state appears: in the title line, in panes, in lists and as the sign of its tab.
    func mark(_ plot: Plot) -> (sign: Character, role: Role) {
        if isBusy { return ("▶", .stepActive) }
        let ending = verdict.map { Plot.Ending($0) } ?? .noPage
        return (plot.sign(ending), Role(ending))
    }

    /// Whether a newer copy of the page on the screen was stored.
    var hasNewerCopy: Bool { trace.screen.change == .newerCopy }

    /// How long after it was opened it ended; nil before.
    var took: Duration? {
        if case .ended(let after) = state { after } else { nil }
    }

    /// Releases the bytes of pages and bodies; their sizes stay.
    mutating func discardPages() {
        trace = trace.withoutPages
        if case .known = callback { callback = .discarded }
    }

    /// The server's response that is not the page: the body of an error, as far as it was kept.
    var answer: [UInt8]? {
        guard let body = result?.answerBody, !body.isEmpty else { return nil }
        return body
    }

    /// What is said about its session.
    var sessionReport: SessionReport { SessionReport(trace, lint: report, painted: painted) }

    /// The stages of its session.
    var stages: [Stage] { sessionReport.stages(isBusy: isBusy) }

    /// How it ended; nil before.
    var verdict: SessionVerdict? { result.map { SessionVerdict($0) } }

    /// Creates a visit of an exchange of the traffic, for code that displays visits; nil for an unreadable entry.
    init?(_ row: TrafficRow) {
        guard let exchange = row.exchange else { return nil }
        // Visits of tabs have positive numbers.
        self.init(Opening(visit: -row.id, url: exchange.url, mode: row.session?.mode ?? .open), move: .push)
        trace = row.session ?? exchange.trace
        report = row.report
        logger = exchange.served == nil ? "the recording has" : "the server logged"
        guard row.progress == nil else { return }
        state = trace.result == nil ? .stopped : .ended(after: exchange.took ?? .zero)
    }
}
