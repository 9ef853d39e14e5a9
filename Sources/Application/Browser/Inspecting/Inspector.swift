import CellGrid
import Diagnostics
import HTML
import SonicProtocol
import SonicSession

/// A session taken apart: views of its requests, bodies and page, one of which is shown, as text or byte for byte.
///
/// It keeps what it shows of the session as that was when it was opened, and follows it to its end: a later session of
/// the same tab changes nothing under the reader's eyes.
struct Inspector: Sendable {
    /// The session.
    private(set) var visit: Visit
    /// Which of its requests is looked at, from 0.
    private(set) var turn: Int
    /// The view shown.
    private(set) var view: InspectorView
    /// The block shown, counted from 0; nil for the list of all.
    private(set) var block: Int?
    /// What is shown, with its size.
    private(set) var what = ""
    /// The forms in which it can be shown; none where it has but one.
    private(set) var forms: [InspectedForm] = []
    /// What is shown.
    var content = InspectedContent.lines([])
    /// The first row on the screen.
    private(set) var top = 0
    /// The forms the reader wants where there is a choice; the usual one in other views.
    private var wanted: [InspectorView: InspectedForm] = [:]
    /// Whether the last row is to be shown as soon as it is known.
    private(set) var aimsAtEnd = false
    /// The search through what is shown; nil while nothing is looked for.
    var search: IncrementalSearch<InspectedContent>?
    /// Where the page is cut; nil as long as no view needed it.
    var split: PageSplit?
    /// What the content was made for.
    private var inputs: Inputs?

    /// All that the content depends on.
    private struct Inputs: Equatable {
        var place: [Int]
        var wanted: [InspectorView: InspectedForm]
        var progress: [Int]
        var width: Column
        var secrets: Secrets

        /// Whether the reader looks at the same thing.
        func isSamePlace(as other: Inputs) -> Bool { place == other.place && wanted == other.wanted }
    }

    /// What else is needed to take bytes apart.
    struct Means {
        /// The system's tables of characters.
        var charsets: CharacterConversion
        /// The encoding that was chosen for the page; nil lets it say so.
        var chosen: EncodingChoice?
        /// Digests.
        var hashes: Hashes
        /// What becomes of secrets.
        var secrets = Secrets.masked
        /// The key that shows what is masked.
        var revealingKey: String
    }

    /// An inspector of a visit's session, with its last request before it.
    init(_ visit: Visit, _ view: InspectorView) {
        self.visit = visit
        self.view = view
        turn = max(0, visit.trace.turns.count - 1)
    }

    /// The number of requests.
    var turnCount: Int { visit.trace.turns.count }

    /// The form in which the view is shown; nil where it has but one.
    var form: InspectedForm? { form(among: forms) }

    /// The form to be shown of those there are: the one that is wanted, else the first.
    func form(among forms: [InspectedForm]) -> InspectedForm? {
        wanted[view].flatMap { forms.contains($0) ? $0 : nil } ?? forms.first
    }

    /// The number of blocks that can be turned over.
    var blockCount: Int { split?.slots.count ?? 0 }

    // MARK: Turning over

    /// Shows another view.
    mutating func show(_ view: InspectorView) {
        self.view = view
        block = nil
    }

    /// Shows the next view, or an earlier one; behind the last comes the first.
    mutating func turnView(by step: Int) {
        let all = InspectorView.allCases
        let index = view.rawValue - 1 + step + all.count
        show(all[index % all.count])
    }

    /// Shows another request, if there is one.
    mutating func turnRequest(by step: Int) { turn = max(0, min(turn + step, turnCount - 1)) }

    /// Shows the next block or the one before; before the first comes the list of all.
    mutating func turnBlock(by step: Int) {
        let next = (block ?? -1) + step
        block = next < 0 ? nil : min(next, blockCount - 1)
    }

    /// Shows the same in the next form there is.
    mutating func turnForm() {
        guard let form, let index = forms.firstIndex(of: form) else { return }
        wanted[view] = forms[(index + 1) % forms.count]
    }

    /// Shows the same view and place of another session.
    mutating func turn(to visit: Visit) {
        (self.visit, split) = (visit, nil)
        turn = max(0, turnCount - 1)
    }

    /// Takes in how the session went on; a session of another visit is not looked at.
    mutating func follow(_ visit: Visit) {
        guard visit.opening.visit == self.visit.opening.visit else { return }
        let wasLast = turn >= turnCount - 1
        // The same array is the same page without a look at its bytes.
        if visit.trace.page != self.visit.trace.page { split = nil }
        self.visit = visit
        if wasLast { turn = max(0, turnCount - 1) }
    }

    // MARK: Rows

    /// Makes the content where what it is made of has changed, and keeps the place inside it.
    mutating func settle(in area: Rect, _ means: Means) {
        let width = area.columns
        let ground = Inputs(
            place: [view.rawValue, turn, block ?? -1], wanted: wanted, progress: visit.progress(of: turn),
            width: width, secrets: means.secrets)
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
                if !isSamePlace { (top, aimsAtEnd) = (0, false) }
                searchAgain(keepingHit: keepsHit)
            }
        }
        let height = height(in: area)
        layOut(height: height)
        if aimsAtEnd, isWhole { (top, aimsAtEnd) = (rowCount, false) }
        if isWhole || top >= rowCount { top = max(0, min(top, rowCount - height)) }
        settleSearch(height: height)
    }

    /// Where everything stands.
    func plan(in area: Rect) -> InspectorPlan {
        InspectorPlan(area, what: whatLines(width: area.columns).count)
    }

    /// The rows that the content has.
    func height(in area: Rect) -> Int { max(1, plan(in: area).content.rows.value) }

    /// What is shown, with its size, broken at a width.
    func whatLines(width: Column) -> [StyledLine] {
        StyledLine.wrapped(VisibleText.line(what), .name, to: width - 1, first: " ", indent: " ")
    }

    /// The rows known so far.
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

    /// The rows of a range, as far as they are known.
    func lines(_ range: Range<Int>) -> [StyledLine] {
        switch content {
        case .lines(let lines): Array(lines[range.clamped(to: 0..<lines.count)])
        case .bytes(let text): text.lines(range)
        }
    }

    /// Goes to a row.
    mutating func scroll(to row: Int, height: Int) {
        aimsAtEnd = false
        top = max(0, row)
        layOut(height: height)
        top = max(0, min(top, rowCount - height))
    }

    /// Goes to the last row, as soon as it is known.
    mutating func scrollToEnd() { aimsAtEnd = true }

    /// Whether nothing is left to be done while nothing else happens.
    var isSettled: Bool { isWhole && isSearched }

    /// Goes on breaking rows and looking through them, while nothing else happens.
    mutating func advance() {
        guard case .bytes(var text) = content else { return }
        content = .lines([])
        _ = text.advance()
        content = .bytes(text)
        _ = search?.advance(&content)
    }

    /// The row that a byte is in; nil where that is not known yet.
    mutating func row(atOffset offset: Int) -> Int? {
        guard case .bytes(var text) = content, text.brokenBytes > offset || text.isWhole else { return nil }
        return text.row(atOffset: offset)
    }

    /// How far down the last row on the screen is: in rows where all are known, else in percent.
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

    private mutating func layOut(height: Int) {
        guard case .bytes(var text) = content else { return }
        content = .lines([])
        text.layOut(throughRow: top + height)
        content = .bytes(text)
    }
}

extension Visit {
    /// Figures that change whenever there is more to be seen of a request.
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
