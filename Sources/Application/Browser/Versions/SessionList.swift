import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// The sessions under way, the pages loaded ahead and the sessions that are remembered, of these those of the page in front
/// first, narrowed by what is typed after `/`.
struct SessionList: NarrowedList {
    /// The sessions that fit what was typed.
    var list: Shortlist<SessionEntry>
    /// What was typed.
    var sought = ""
    /// The page in front when they were listed; nil for none.
    private let page: WebURL?

    /// The sessions found, the latest first, behind those that have not ended, with the cursor on the first.
    init(_ sessions: [PastSession], now current: [SessionEntry], page: WebURL?) {
        self.page = page
        let (here, others) = (sessions.filter { $0.url == page }, sessions.filter { $0.url != page })
        let running = current.map { Shortlist.Entry($0, name: $0.url.href, detail: "now under way ahead") }
        let entries = (here + others).map { past in
            let code = past.code.map { " \($0)" } ?? ""
            return Shortlist.Entry(
                SessionEntry.past(past), name: past.url.href,
                detail: "\(SessionRow(past).changes[0]) \(past.outcome)\(code) \(past.versions ?? "") "
                    + past.reason.words)
        }
        list = Shortlist(running + entries, order: .listed)
    }

    var title: String { "Sessions" }

    var hints: [Command] {
        [.takeOptions, .findOption, .compareWith, .optionDown, .optionUp, .leaveOptions]
    }

    var ways: String {
        "{take-entry} goes there, {find-entry} finds, {compare-with} marks for a comparison, {leave-list} leaves."
    }

    var contexts: [KeyTable.Context] { [.exchanges, .list] }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        if command == .compareWith { return .stays(mark(in: &model)) }
        guard command == .takeOptions else { return .passes(command) }
        let past: PastSession
        switch list.chosen?.item {
        case .past(let session): past = session
        case .running(let tab, _): return .closes(model.show(tab: tab + 1))
        case .ahead(let url): return .closes(model.open(url, in: .here))
        case nil: return .stays()
        }
        guard let number = past.left, model.setup.opens(past.url) else {
            model.tell(of: past)
            return .stays()
        }
        return .stays([.versions(.read(VersionOrder(page: past.url, wanted: .number(number))))])
    }

    /// Marks what is there of the session under the cursor.
    private func mark(in model: inout Model) -> [Effect] {
        guard let entry = list.chosen?.item else { return [] }
        guard let side = model.side(of: entry) else {
            model.notice = .refusal("Nothing of this session is stored, so it cannot be compared.")
            return []
        }
        return model.mark(side)
    }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        guard !list.shown.isEmpty else { return [StyledLine(" No matches.", .dimmed)] }
        let sessions = range.map { list.entries[list.shown[$0]].item }
        let dates = sessions.map { entry in
            if case .past(let past) = entry { model.date(past.began, to: .seconds) } else { "now" }
        }
        let form = SessionRowForm(
            width: width, plot: model.plot, timeWidth: dates.map(\.count).max() ?? 0, hasTail: true)
        return zip(range, zip(sessions, dates)).map { index, told in
            let (isChosen, tail) = (index == list.cursor.index, tail(of: told.0, model))
            switch told.0 {
            case .past(let past):
                return form.line(
                    SessionRow(past), time: told.1, isChosen: isChosen, tail: tail, marking: list.words)
            case .running, .ahead:
                return form.line(
                    now: model.activity(of: told.0), isChosen: isChosen, tail: tail, marking: list.words)
            }
        }
    }

    /// The address, behind a sign where the session is marked for a comparison.
    private func tail(of entry: SessionEntry, _ model: Model) -> String {
        let marked = model.account.comparedSide
        let isMarked = marked != nil && model.side(of: entry) == marked
        return (isMarked ? "◆ " : "") + VisibleText.line(place(of: entry.url))
    }

    /// The address of a session, as short as it is plain beside the page in front.
    private func place(of url: WebURL) -> String {
        guard url != page else { return "this page" }
        let href = url.href
        if let page, page.origin == url.origin, let origin = url.origin, href.hasPrefix(origin) {
            return String(href.dropFirst(origin.count))
        }
        return href.firstRange(of: "://").map { String(href[$0.upperBound...]) } ?? href
    }

    func footer(_ model: Model) -> String {
        guard let entry = list.chosen?.item else { return "" }
        guard case .past(let past) = entry else {
            return VisibleText.line("\(entry.url.href): \(model.activity(of: entry))")
        }
        let row = SessionRow(past)
        let saved = row.pageBytes.map { page in
            // Of a small page both may be the same in kilobytes, which tells nothing.
            let isClose = row.bytes.byteText == page.byteText
            return isClose
                ? "received \(row.bytes.bytes) of \(page.bytes); "
                : "received \(row.bytes.byteText) of \(page.byteText); "
        }
        return VisibleText.line("\(past.url.href): \(saved ?? "")\(past.reason.words)")
    }
}

extension TextDialog {
    /// All that is remembered of a session.
    init(_ past: PastSession, date: (Instant) -> String) {
        let code = past.code.map { " (\($0))" } ?? ""
        var facts = [
            ("address", past.url.href), ("began", date(past.began)), ("outcome", past.outcome + code),
            ("because", past.reason.words), ("took", past.took.brief),
            ("received", "\(past.bytesReceived) bytes"),
            ("sent", "\(past.bytesSent) bytes"),
        ]
        if past.requested != past.url { facts.insert(("requested", past.requested.href), at: 1) }
        if let status = past.status { facts.append(("status", "\(status)")) }
        if !past.changedBlocks.isEmpty {
            facts.append(("changed", past.changedBlocks.joined(separator: ", ")))
        }
        facts.append(("versions", past.versions ?? "none is stored"))
        facts.append(("page id", past.pageID.digest))
        self.init(
            title: "Past session",
            facts.map { Line(text: $0.padded(to: 11) + VisibleText.line($1), role: .text) })
    }
}
