import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// The sessions that are remembered, those of the page in front first, narrowed by what is typed after `/`.
struct SessionList: NarrowedList {
    /// The sessions that fit what was typed.
    var list: Shortlist<PastSession>
    /// What was typed.
    var sought = ""
    /// The page in front when they were listed; nil for none.
    private let page: WebURL?

    /// The sessions found, the latest first, with the cursor on the first.
    init(_ sessions: [PastSession], page: WebURL?) {
        self.page = page
        let (here, others) = (sessions.filter { $0.url == page }, sessions.filter { $0.url != page })
        let entries = (here + others).map { past in
            let code = past.code.map { " \($0)" } ?? ""
            return Shortlist.Entry(
                past, name: past.url.href,
                detail: "\(SessionRow(past).changes[0]) \(past.outcome)\(code) \(past.versions ?? "") "
                    + past.reason.words)
        }
        list = Shortlist(entries, order: .listed)
    }

    var title: String { "Sessions" }

    var ways: String { "{take-entry} goes there, {find-entry} finds, {leave-list} leaves." }

    var contexts: [KeyTable.Context] { [.list] }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard command == .takeOptions else { return .passes(command) }
        guard let past = list.chosen?.item else { return .stays() }
        guard let number = past.left, model.setup.opens(past.url) else {
            model.tell(of: past)
            return .stays()
        }
        return .stays([.versions(.read(VersionOrder(page: past.url, wanted: .number(number))))])
    }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        guard !list.shown.isEmpty else { return [StyledLine(" No matches.", .dimmed)] }
        let sessions = range.map { list.entries[list.shown[$0]].item }
        let dates = sessions.map { model.date($0.began, to: .seconds) }
        let form = SessionRowForm(
            width: width, plot: model.plot, timeWidth: dates.map(\.count).max() ?? 0, hasTail: true)
        return zip(range, zip(sessions, dates)).map { index, told in
            form.line(
                SessionRow(told.0), time: told.1, isChosen: index == list.cursor.index,
                tail: VisibleText.line(place(of: told.0)), marking: list.words)
        }
    }

    /// The address of a session, as short as it is plain beside the page in front.
    private func place(of past: PastSession) -> String {
        guard past.url != page else { return "this page" }
        let href = past.url.href
        if let page, page.origin == past.url.origin, let origin = past.url.origin, href.hasPrefix(origin) {
            return String(href.dropFirst(origin.count))
        }
        return href.firstRange(of: "://").map { String(href[$0.upperBound...]) } ?? href
    }

    func footer(_ model: Model) -> String {
        guard let past = list.chosen?.item else { return "" }
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
            title: "A session of the past",
            facts.map { Line(text: $0.padded(to: 11) + VisibleText.line($1), role: .text) })
    }
}
