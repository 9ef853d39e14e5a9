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
                detail: "\(past.outcome)\(code) \(past.versions ?? "") \(past.reason.words)")
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
        let dateWidth = dates.map(\.count).max() ?? 0
        return zip(range, zip(sessions, dates)).map { place, told in
            line(told.0, place == list.cursor.index, width, told.1.padded(to: dateWidth), model.plot)
        }
    }

    private func line(
        _ past: PastSession, _ isChosen: Bool, _ width: Column, _ date: String, _ plot: Plot
    ) -> StyledLine {
        var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
        line.append(date + "  ", .dimmed)
        let run = PageRun(past)
        line.append("\(plot.sign(run.ending))", run.role)
        line.append("\(plot.bar(run.page == nil ? nil : run.came, of: run.page)) ", .text)
        let isTrouble = past.kind == .failed || past.kind == .offline
        let code = past.code ?? (isTrouble ? past.status : nil)
        let outcome = past.outcome + (code.map { " \($0)" } ?? "")
        line.append(
            outcome.padded(to: 20), isTrouble ? .failure : isChosen ? .chosenLink : .text,
            marking: list.words,
            in: .details)
        if width >= 90 { line.append(Self.right(past.bytesReceived.byteText, 8), .dimmed) }
        if width >= 70 { line.append(Self.right(past.took.brief, 8), .dimmed) }
        if width >= 50 { line.append("  " + (past.versions ?? "").padded(to: 10), .name) }
        let room = max(0, width - line.width - 2)
        line.append(
            " " + TextWidth.shortened(VisibleText.line(place(of: past)), to: room), .text,
            marking: list.words,
            in: .names)
        return line
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

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    func footer(_ model: Model) -> String {
        guard let past = list.chosen?.item else { return "" }
        let run = PageRun(past)
        let saved = run.page.map { page in
            // Of a small page both may be the same in kilobytes, which tells nothing.
            let isClose = run.came.byteText == page.byteText
            return isClose
                ? "received \(run.came.bytes) of \(page.bytes); "
                : "received \(run.came.byteText) of \(page.byteText); "
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
