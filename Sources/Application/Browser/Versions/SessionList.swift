import BrowserValues
import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// The list of running sessions, preloaded pages and the session history, those of the page in front first, filtered by
/// the text after `/`.
struct SessionList: NarrowedList {
    /// The sessions that match the filter.
    var list: Shortlist<SessionEntry>
    var sought = ""
    /// The page in front when the list was opened; nil for none.
    private let page: WebURL?

    /// Creates a list of the current sessions and then the history, the latest first, with the cursor on the first
    /// entry.
    init(_ sessions: [PastSession], now current: [SessionEntry], page: WebURL?) {
        self.page = page
        let (here, others) = (sessions.filter { $0.url == page }, sessions.filter { $0.url != page })
        let running = current.map { Shortlist.Entry($0, name: $0.url.href, detail: "now under way ahead") }
        let entries = (here + others).map { past in
            let code = past.code.map { " \($0)" } ?? ""
            return Shortlist.Entry(
                SessionEntry.past(past), name: past.url.href,
                detail: "\(SessionRow(past).forms[0]) \(past.outcome)\(code) \(past.versions ?? "") "
                    + past.reason.words)
        }
        list = Shortlist(running + entries, order: .listed)
    }

    var title: String { "Sessions" }

    var hints: [Command] {
        [.takeOptions, .toggleOption, .findOption, .optionDown, .optionUp, .leaveOptions]
    }

    var ways: String {
        "{take-entry} goes there, {find-entry} finds, {toggle-entry} marks: two are compared, {leave-list} leaves."
    }

    var entering: String {
        if case .past(let past) = list.chosen?.item, past.left == nil { return "show" }
        return "open"
    }

    var context: KeyTable.Context { .exchanges }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        if let effects = model.useMarks(command, on: list.chosen.flatMap { model.side(of: $0.item) }) {
            return .stays(effects)
        }
        guard command == .takeOptions else { return .passes(command) }
        let past: PastSession
        switch list.chosen?.item {
        case .past(let session): past = session
        case .running(let tab, _): return .closes(model.show(tab: tab + 1))
        case .ahead(let url): return .closes(model.open(url, in: .here))
        case nil: return .stays()
        }
        guard let number = past.left, model.setup.opens(past.url) else {
            model.showDetails(of: past)
            return .stays()
        }
        return .stays([model.readVersions(of: past.url, .number(number))])
    }

    var order: ListTable.Order? { (.time, isFalling: true) }

    var headings: [ListColumn: String]? { [.path: "page"] }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let entry = list.entries[list.shown[index]].item
        var cells: [ListColumn: ListCell]
        switch entry {
        case .past(let past): cells = SessionRow(past).cells(time: model.moment(past.began), model.plot)
        case .running, .ahead:
            cells = [
                .time: ListCell("now", .dimmed),
                .outcome: ListCell([model.activity(of: entry)], sign: ("▶", .stepActive)),
            ]
        }
        cells[.path] = ListCell(VisibleText.line(place(of: entry.url)))
        if model.isMarked(model.side(of: entry)?.title) { cells[.mark] = ListCell("◆", .marker) }
        return cells
    }

    /// Returns the address of a session in a short form relative to the page in front.
    private func place(of url: WebURL) -> String {
        guard url != page else { return "this page" }
        let href = url.href
        if let page, page.origin == url.origin, let origin = url.origin, href.hasPrefix(origin) {
            return String(href.dropFirst(origin.count))
        }
        return href.firstRange(of: "://").map { String(href[$0.upperBound...]) } ?? href
    }

    var hasPreview: Bool { true }

    func preview(width: Column, _ model: Model) -> [StyledLine] {
        guard case .past(let past) = list.chosen?.item else {
            return StyledLine.paragraph(footer(model), to: width)
        }
        var details = TextDialog(past, date: { model.moment($0) })
        details.settle(width: width, height: 1)
        return details.text.lines
    }

    func footer(_ model: Model) -> String {
        guard let entry = list.chosen?.item else { return "" }
        guard case .past(let past) = entry else {
            return VisibleText.line("\(entry.url.href): \(model.activity(of: entry))")
        }
        let row = SessionRow(past)
        let saved = row.pageBytes.map { "received \(row.bytes.byteText(forPage: $0)); " }
        return VisibleText.line("\(past.url.href): \(saved ?? "")\(past.reason.words)")
    }
}

/// A row of the list of sessions.
enum SessionEntry: Sendable {
    /// A session that has ended.
    case past(PastSession)
    /// The session of a tab that was running when the list was opened.
    case running(tab: Int, WebURL)
    /// A page that is or was preloaded.
    case ahead(WebURL)

    var url: WebURL {
        switch self {
        case .past(let past): past.url
        case .running(_, let url), .ahead(let url): url
        }
    }
}
