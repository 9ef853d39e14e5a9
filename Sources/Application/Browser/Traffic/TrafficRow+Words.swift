import Exchanges
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

// The description of a row of the traffic. The texts are not sanitized for a terminal here.
extension TrafficRow {
    /// How its session ended: as computed here, or as the server or the recording names it; nil if unknown.
    var verdict: SessionVerdict? {
        let outline = outline
        return outline?.outcome.map {
            SessionVerdict(
                $0, reason: outline?.reason, blocks: outline?.changedBlocks ?? [],
                status: exchange?.head?.status)
        } ?? outcome.map { SessionVerdict(named: $0.rawValue, status: exchange?.head?.status) }
    }

    /// Descriptions of how it ended, from the longest to the shortest.
    public var states: [String] {
        guard case .exchange(let exchange, let reading) = content else {
            if case .unreadable(let why) = content { return ["cannot be read: " + why, "cannot be read"] }
            return ["no connection to the server: its exchanges are missing", "no connection to the server"]
        }
        switch reading {
        case .session, .outline:
            let isOwn = outline?.outcome != nil
            if !isOwn, let states = exchange.shortfallStates { return states }
            guard let verdict else { return exchange.partStates }
            guard !isOwn else { return verdict.forms }
            let source = exchange.session == nil ? "server" : "recording"
            return verdict.forms.map { "\($0), says the \(source)" } + verdict.forms.suffix(1)
        case .waiting:
            return [exchange.session?.outcome.flatMap { Outcome.Kind(spelled: $0) }?.words ?? "reading"]
        case .running(let progress): return progress.wait.states
        case .unfinished(let why): return ["unfinished: " + why, "unfinished"]
        case .furtherRequest: return ["further request: " + exchange.answer, exchange.answer]
        case .part:
            let isNoted = exchange.head == nil && !exchange.notes.isEmpty
            return (isNoted ? nil : exchange.shortfallStates) ?? exchange.partStates
        }
    }

    /// The text for the footer of the list.
    public var details: String {
        guard let exchange else { return states.first ?? "" }
        var parts = ["\(exchange.method) \(exchange.address)"]
        parts.append(outline?.reason?.words ?? states.first ?? "")
        if let recorded = exchange.session?.outcome, let outcome = outline?.outcome?.name,
            recorded != outcome
        {
            parts.append("recorded as \(Outcome.Kind(spelled: recorded)?.words ?? recorded)")
        }
        if let progress {
            parts.append(
                "\(progress.received.byteText) from the client"
                    + (progress.sent.map { ", \($0.byteText) to it" } ?? ""))
        } else if case .missing(let why) = exchange.content, exchange.head != nil {
            parts.append(why.isEmpty ? "the body was not recorded" : why)
        } else if exchange.shortfall == nil, let undetermined {
            parts.append(undetermined)
        }
        return (parts + exchange.notes.filter { !parts.contains($0) }).joined(separator: "; ")
    }
}

extension RunningExchange.Wait {
    /// Descriptions, from the longest to the shortest.
    fileprivate var states: [String] {
        switch self {
        case .request: ["waiting for the request's body", "receiving"]
        case .upstream: ["waiting for the upstream", "waiting"]
        case .abandoned: ["client disconnected, upstream continues", "client disconnected"]
        case .interception: ["intercepted, not decided", "intercepted"]
        case .client: ["waiting for the client to read", "sending"]
        case .delay: ["delayed on purpose", "delayed"]
        case .bothSides: ["open in both directions", "open"]
        }
    }
}

extension Exchange {
    /// Why its server did not send all of a response, from the longest to the shortest form; nil if it did.
    fileprivate var shortfallStates: [String]? {
        switch shortfall {
        case .disconnected:
            [
                "client disconnected " + (took.map { "after \($0.brief)" } ?? "before the response"),
                "disconnected",
            ]
        case .cutOff: ["disconnected or cut off within the response", "cut off"]
        case .silent: ["no response, on purpose", "no response"]
        case nil: nil
        }
    }

    /// The status with its details, or why there is none.
    fileprivate var answer: String {
        guard let head else {
            if case .missing(let why) = content, isUnanswered { return "no response: " + why }
            return failure.map { "no response: " + $0.words(for: url) } ?? "no response"
        }
        if (300...399).contains(head.status), head.status != 304, let target = head.headers.first("location")
        {
            return "\(head.status) to \(target)"
        }
        return head.reason.isEmpty ? "\(head.status)" : "\(head.status) \(head.reason)"
    }

    /// The same for a subresource, with its cacheability.
    fileprivate var partStates: [String] {
        let noted = notes.first.map { [$0, String($0.prefix { $0 != ":" })] } ?? []
        guard let head else { return noted + [answer, isUnanswered ? "no response" : "failed"] }
        if head.status == 101 { return noted + [answer, "101"] }
        if report?.answeredBy == .cache { return ["from the cache", "cached"] }
        if head.status == 304 { return ["304: the stored copy is up to date", "304"] }
        guard (200...299).contains(head.status) else { return [answer, "\(head.status)"] }
        let control = CacheDirectives(response: head.headers)
        let cached: String?
        if control.has("no-store") {
            cached = "must not be stored"
        } else if control.has("no-cache") {
            cached = "to be revalidated each time"
        } else if case .count(let seconds) = control.seconds("max-age") {
            cached = "fresh for \(Duration.seconds(seconds).inWholeUnit)"
        } else {
            cached = nil
        }
        return [cached.map { "\(head.status), \($0)" } ?? answer, "\(head.status)"]
    }
}
