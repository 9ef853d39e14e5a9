import HTML
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

/// One request of a session, and the page that resulted, as the inspector shows them.
struct InspectedSession {
    let visit: Visit
    /// The index of the request.
    let turn: Int

    /// Bytes to show, or the reason why there are none.
    enum Found {
        /// Their description with the size, the bytes, and the headers that declare their type.
        case bytes(String, [UInt8], Headers)
        /// The reason as a sentence.
        case nothing(String)
    }

    /// The request and its result; an empty one if none was begun.
    var exchange: SessionTrace.Turn {
        visit.trace.turns.indices.contains(turn) ? visit.trace.turns[turn] : SessionTrace.Turn()
    }

    /// The message if no request was made.
    var unasked: String {
        switch visit.state {
        case .running: "No request has been made yet."
        case .stopped: "The session was stopped before it made a request."
        case .ended: "No request was made: " + (visit.result?.reason.words.ended ?? "")
        }
    }

    /// The message if no response was received.
    var unanswered: String {
        guard exchange.request != nil else { return unasked }
        let isPending = exchange.failure == nil && visit.isBusy && turn == visit.trace.turns.count - 1
        guard !isPending, case .missing(let why) = ExchangeSide.response(of: exchange) else {
            return "No response yet."
        }
        return why
    }

    // MARK: Body

    /// The body of the response. A 304 has none: the stored page is used.
    var body: Found {
        let exchange = exchange
        guard let head = exchange.head else { return .nothing(unanswered) }
        if head.status == 304, exchange.bodyBytes ?? 0 == 0 {
            guard let stored = exchange.stored else {
                return .nothing("A 304 has no body, and no stored page was used.")
            }
            let bytes = stored.version.html
            let what = "No body: the 304 confirms stored version \(stored.number), "
            guard bytes.count == exchange.storedBytes else {
                return notInMemory(what, exchange.storedBytes ?? 0)
            }
            return .bytes(what + bytes.count.bytes, bytes, stored.version.headers)
        }
        guard let count = exchange.bodyBytes else {
            let shown =
                visit.trace.bytesShown > 0 ? " So far \(visit.trace.bytesShown.bytes) are on the screen." : ""
            return .nothing(
                visit.isBusy ? "The body is not complete yet." + shown : "The body was not captured.")
        }
        guard let bytes = exchange.body else { return notInMemory("The body, ", count) }
        var what = "Body, " + size(of: count)
        if let failure = exchange.failure {
            what +=
                ", as far as it was received: "
                + failure.words(for: exchange.request?.url ?? visit.opening.url)
        }
        return .bytes(what, bytes, head.headers)
    }

    /// Returns the size of the body, on the wire and decoded.
    private func size(of count: Int) -> String {
        let codings = exchange.head?.headers.all("content-encoding") ?? []
        guard !codings.isEmpty else { return count.bytes }
        let coding = codings.joined(separator: ", ")
        let wire = exchange.report?.bodyBytesReceived.map { "\($0.bytes) on the wire (\(coding))" }
        return "\(wire ?? "\(coding) on the wire"), \(count.bytes) decoded"
    }

    // MARK: Page

    /// The page that resulted from the session, or that it shows meanwhile.
    var page: Found {
        guard let count = visit.trace.pageBytes else {
            return .nothing(visit.isBusy ? "There is no page yet." : "The session ended without a page.")
        }
        guard let bytes = visit.trace.page else { return notInMemory("The page, ", count) }
        return .bytes(
            "\(visit.sessionReport.pageOrigin), \(count.bytes)", bytes,
            ExchangeSide.pageHeaders(of: visit.trace))
    }

    /// Returns the result of hashing the page or its template, as a part of a sentence; empty for none.
    /// - Parameter place: Where it differs, as the end of a sentence.
    func hash(of subjects: Set<HashCheck.Subject>, _ place: String = "") -> String {
        guard let check = exchange.checks.last(where: { subjects.contains($0.subject) }) else { return "" }
        let fitting = check.claims.filter(check.holds).map(\.source.words)
        let others = check.claims.filter { !check.holds($0) }.map(\.source.words)
        var parts: [String] = []
        if !fitting.isEmpty { parts.append("equals \(fitting.joined(separator: " and "))") }
        if !others.isEmpty { parts.append("differs from \(others.joined(separator: " and "))" + place) }
        return ": " + (parts + ["SHA-1 \(check.computed)"]).joined(separator: "; ")
    }

    /// Returns the first difference of a template from that of the stored page; nil if there is none, or no stored page
    /// in memory.
    func difference(of template: [UInt8]) -> SourceDifference? {
        guard let page = exchange.stored?.version.html, page.count == exchange.storedBytes else { return nil }
        return SourceDifference(from: PageSplit(html: page).templateBytes(of: page), to: template)
    }

    private func notInMemory(_ what: String, _ count: Int) -> Found {
        let why =
            count > Tabs.bodyLimit
            ? "bodies larger than \(Tabs.bodyLimit.byteText) are not kept after a session"
            : "all tabs together keep \(Tabs.traceLimit.byteText), and drop the least recently used first"
        return .nothing(
            "\(what)\(count.bytes), is no longer in memory: \(why). Reload the page to see it.")
    }
}
