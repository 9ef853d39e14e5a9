import CellGrid
import Exchanges
import HTML
import SonicProtocol
import SonicSession

/// The inspector of a session: views of its requests, bodies and page, one of which is shown, as text or byte by byte.
///
/// It retains the session that was shown when it was opened, and follows it to its end: a later session of the same tab
/// does not change the view.
struct Inspector: Sendable {
    /// The visit of the session.
    private(set) var visit: Visit
    /// The index of the request shown.
    private(set) var turn: Int
    /// The view shown.
    private(set) var view: InspectorView
    /// The index of the block shown; nil for the list of all.
    private(set) var block: Int?
    /// The description of the content, with its size.
    private(set) var what = ""
    /// The available forms; empty if there is only one.
    private(set) var forms: [InspectedForm] = []
    var content = InspectedContent.lines([])
    /// The first row on the screen.
    private(set) var top = 0
    /// The byte at which the content opens.
    var start = 0
    /// The forms chosen by the reader; other views use the default.
    private var wanted: [InspectorView: InspectedForm] = [:]
    /// Whether to scroll to the last row as soon as it is known.
    private(set) var aimsAtEnd = false
    /// The search in the content; nil for none.
    var search: IncrementalSearch<InspectedContent>?
    /// The parts of the page; nil until a view requires them.
    var split: PageSplit?
    /// The run of the page's script with the update.
    var scriptRun = ScriptRun.none
    /// The inputs that the content was made for.
    private var inputs: Inputs?

    /// A run of the page's script.
    enum ScriptRun: Equatable, Sendable {
        case none
        case running
        case ended(CallbackVerdict)
    }

    /// The inputs that determine the content.
    private struct Inputs: Equatable {
        var place: [Int]
        var wanted: [InspectorView: InspectedForm]
        var progress: [Int]
        var width: Column
        var secrets: Secrets
        var scriptRun: ScriptRun

        /// Whether the same thing is shown.
        func isSamePlace(as other: Inputs) -> Bool { place == other.place && wanted == other.wanted }
    }

    /// Further requirements for showing bytes.
    struct Means {
        /// The system's character tables.
        var charsets: CharacterConversion
        /// The encoding chosen for the page; nil if the page decides.
        var chosen: EncodingChoice?
        /// The hash functions.
        var hashes: Hashes
        /// How secrets are handled.
        var secrets = Secrets.masked
        /// The key that reveals masked secrets.
        var revealingKey: String
        /// The key that runs the page's script; nil if there is nothing to run.
        var runningKey: String?
    }

    /// Creates an inspector of a visit's session that shows its last request.
    init(_ visit: Visit, _ view: InspectorView) {
        self.visit = visit
        self.view = view
        turn = max(0, visit.trace.turns.count - 1)
    }

    /// The number of requests.
    var turnCount: Int { visit.trace.turns.count }

    /// The form in which the view is shown; nil if there is only one.
    var form: InspectedForm? { form(among: forms) }

    /// Returns the form to show among those available: the chosen one, else the first.
    func form(among forms: [InspectedForm]) -> InspectedForm? {
        wanted[view].flatMap { forms.contains($0) ? $0 : nil } ?? forms.first
    }

    /// The number of blocks that can be shown.
    var blockCount: Int { split?.slots.count ?? 0 }

    // MARK: Navigation

    /// Shows another view.
    mutating func show(_ view: InspectorView) {
        self.view = view
        block = nil
    }

    /// Shows the next or a previous view, with wraparound.
    mutating func turnView(by step: Int) {
        let all = InspectorView.allCases
        let index = view.number - 1 + step + all.count
        show(all[index % all.count])
    }

    /// Shows another request, if there is one.
    mutating func turnRequest(by step: Int) { turn = max(0, min(turn + step, turnCount - 1)) }

    /// Shows the next or the previous block; the list precedes the first.
    mutating func turnBlock(by step: Int) {
        let next = (block ?? -1) + step
        block = next < 0 ? nil : min(next, blockCount - 1)
    }

    /// Switches to the next available form.
    mutating func turnForm() {
        guard let form, let index = forms.firstIndex(of: form) else { return }
        wanted[view] = forms[(index + 1) % forms.count]
    }

    /// Shows the same view of another session.
    mutating func turn(to visit: Visit) {
        (self.visit, split) = (visit, nil)
        scriptRun = .none
        turn = max(0, turnCount - 1)
    }

    /// Updates the session; that of another visit is ignored.
    mutating func follow(_ visit: Visit) {
        guard visit.opening.visit == self.visit.opening.visit else { return }
        let wasLast = turn >= turnCount - 1
        // The same array is the same page, without comparing its bytes.
        if visit.trace.page != self.visit.trace.page { split = nil }
        self.visit = visit
        if wasLast { turn = max(0, turnCount - 1) }
    }

    // MARK: Rows

    /// Makes the content again if its inputs changed, and keeps the position in it.
    mutating func settle(in area: Rect, _ means: Means) {
        let width = area.columns
        let ground = Inputs(
            place: [view.number, turn, block ?? -1], wanted: wanted, progress: visit.progress(of: turn),
            width: width, secrets: means.secrets, scriptRun: scriptRun)
        if ground != self.inputs {
            let isSamePlace = self.inputs?.isSamePlace(as: ground) ?? false
            let isSameContent = isSamePlace && self.inputs?.progress == ground.progress
            self.inputs = ground
            if isSameContent, case .bytes(var text) = content {
                content = .lines([])
                let offset = text.offset(ofRow: top)
                text.resize(width: width)
                top = top == 0 ? 0 : text.row(atOffset: offset)
                content = .bytes(text)
            } else {
                let keepsHit = isSamePlace && content.isLines
                (what, forms, content) = make(width: width, means)
                if !isSamePlace { (top, aimsAtEnd) = (start == 0 ? 0 : firstRow, false) }
                searchAgain(keepingHit: keepsHit)
            }
        }
        let height = height(in: area)
        layOut(height: height)
        if aimsAtEnd, isWhole { (top, aimsAtEnd) = (rowCount, false) }
        if isWhole || top >= rowCount { top = max(0, min(top, rowCount - height)) }
        settleSearch(height: height)
    }

    /// Returns the layout in an area.
    func plan(in area: Rect) -> InspectorPlan {
        InspectorPlan(area, what: whatLines(width: area.columns).count)
    }

    /// Returns the number of rows of the content.
    func height(in area: Rect) -> Int { max(1, plan(in: area).content.rows.value) }

    /// Returns the description of the content, with its size, wrapped at a width.
    func whatLines(width: Column) -> [StyledLine] { StyledLine.paragraph(what, .name, to: width - 1) }

    /// The number of rows known so far.
    var rowCount: Int {
        switch content {
        case .lines(let lines): lines.count
        case .bytes(let text): text.rowCount
        }
    }

    /// Whether all rows are known.
    var isWhole: Bool {
        switch content {
        case .lines: true
        case .bytes(let text): text.isWhole
        }
    }

    /// Returns the rows of a range, as far as they are known.
    func lines(_ range: Range<Int>) -> [StyledLine] {
        switch content {
        case .lines(let lines): Array(lines[range.clamped(to: 0..<lines.count)])
        case .bytes(let text): text.lines(range)
        }
    }

    mutating func scroll(to row: Int, height: Int) {
        aimsAtEnd = false
        top = max(0, row)
        layOut(height: height)
        top = max(0, min(top, rowCount - height))
    }

    /// Scrolls to the last row as soon as it is known.
    mutating func scrollToEnd(height: Int) { aimsAtEnd = true }

    /// Whether no idle work is left.
    var isSettled: Bool { isWhole && isSearched }

    /// Continues computing and searching rows when idle.
    mutating func advance() {
        guard case .bytes(var text) = content else { return }
        content = .lines([])
        _ = text.advance()
        content = .bytes(text)
        _ = search?.advance(&content)
    }

    /// Returns the row that contains a byte; nil if it is not known yet.
    mutating func row(atOffset offset: Int) -> Int? {
        guard case .bytes(var text) = content, text.brokenBytes > offset || text.isWhole else { return nil }
        return text.row(atOffset: offset)
    }

    /// Returns the scroll position: in rows if all are known, otherwise in percent.
    func figures(height: Int) -> String {
        let bottom = min(rowCount, top + height)
        switch content {
        case .lines where rowCount <= height: return ""
        case .lines: return "\(bottom)/\(rowCount)"
        case .bytes(let text) where aimsAtEnd: return "reading on: \(text.percent(aboveRow: rowCount))%"
        case .bytes(let text) where !text.isWhole: return "\(text.percent(aboveRow: bottom))%"
        case .bytes: return rowCount <= height ? "" : "\(bottom)/\(rowCount)"
        }
    }

    /// The row of the byte at which the content opens.
    private var firstRow: Int {
        guard case .bytes(var text) = content else { return 0 }
        return text.row(atOffset: start)
    }

    private mutating func layOut(height: Int) {
        guard case .bytes(var text) = content else { return }
        content = .lines([])
        text.layOut(throughRow: top + height)
        content = .bytes(text)
    }
}

extension Visit {
    /// Returns numbers that change whenever there is more to show of a request.
    fileprivate func progress(of turn: Int) -> [Int] {
        let turns = trace.turns
        let exchange = turns.indices.contains(turn) ? turns[turn] : SessionTrace.Turn()
        return [
            turns.count, exchange.request == nil ? 0 : 1, exchange.sentHead.count, exchange.head?.status ?? 0,
            exchange.bodyBytes ?? -1, exchange.body == nil ? 0 : 1, exchange.report == nil ? 0 : 1,
            exchange.checks.count, trace.pageBytes ?? -1, trace.page == nil ? 0 : 1, isBusy ? 1 : 0,
            result == nil ? 0 : 1, painted == nil ? 0 : 1, trace.steps.count, exchange.failure == nil ? 0 : 1,
            isBusy ? trace.bytesShown : 0, opening.visit,
        ]
    }
}

/// A view of a session in the inspector, in the order of their keys. The raw value is its name in the bar.
enum InspectorView: String, CaseIterable, Sendable {
    /// The headers of request and response.
    case headers = "Headers"
    /// The body of the response.
    case body = "Body"
    /// The page without the contents of its blocks.
    case template = "Template"
    /// The blocks: a list of all, or one.
    case blocks = "Blocks"
    /// The resulting page.
    case merged = "Merged"
    /// The duration of each phase.
    case timing = "Timing"
    /// The connection of the response.
    case connection = "Connection"
    /// The data that would be passed to the page's script.
    case callback = "Callback"

    /// The number of its key, from 1.
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    /// Its name if there is little room.
    var shortName: String { self == .connection ? "Conn" : rawValue }
}

/// The form in which a view of the inspector shows its content. The raw value is its name.
enum InspectedForm: String, Sendable {
    /// The text with elements and comments highlighted.
    case highlighted
    /// The bytes as text, without interpretation.
    case raw
    /// Header fields in columns, each with its reason.
    case table
    /// The text decoded from its encoding.
    case decoded
    /// JSON with one member per line.
    case pretty
    /// The bytes in hexadecimal.
    case hex
    /// The body with its content coding, in hexadecimal.
    case wire
}
