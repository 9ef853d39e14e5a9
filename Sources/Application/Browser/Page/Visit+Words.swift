import SessionReports
import SonicProtocol
import SonicSession

extension Visit {
    /// The state of the visit in capitals, as the title line shows it.
    var headline: String {
        switch state {
        case .stopped: "STOPPED"
        case .ended: verdict?.headline ?? ""
        case .running: activity.uppercased()
        }
    }

    /// The current activity of a running session.
    var activity: String {
        switch trace.steps.last?.phase {
        case nil, .readingCache: "reading cache"
        case .checkingCache: "checking the stored copy"
        case .resolving, .connecting, .securing: "connecting"
        case .pausing:
            trace.retry.map { "retry in \($0.pause.brief) (\($0.number) of \($0.limit))" } ?? "pausing"
        case .waiting:
            sending.map { "sending \($0.words)" } ?? (foundVersion == nil ? "requesting" : "checking")
        case .receiving:
            trace.bytesShown > 0
                ? "receiving \(received?.words ?? trace.bytesShown.byteText)" : "receiving"
        case .verifying: "verifying"
        case .storing: "storing"
        }
    }

    /// How much of the request's body has been sent, while it is being sent.
    private var sending: SessionTrace.Progress? { trace.sentBody.flatMap { $0.count < $0.total ? $0 : nil } }

    /// The times until the page was on the screen and until the response was interpreted.
    var times: String {
        var parts: [String] = []
        if let painted { parts.append("shown \(painted.brief)") }
        if let took, let result, !SessionVerdict(result).isTrouble, result.outcome.kind != .fresh {
            // The meaning of the response is known before the page is stored.
            // Steps count from the session's start, which may be before the page was opened.
            let before = trace.begunBefore ?? .zero
            let storing = trace.steps.last.flatMap { $0.phase == .storing ? max(.zero, $0.at - before) : nil }
            parts.append("response \((storing ?? took).brief)")
        }
        return parts.joined(separator: ", ")
    }

    /// The number of the stored version that was used; nil for none.
    var foundVersion: Int? {
        switch trace.screen.cache {
        case .hit(let number, _), .unchecked(let number, _), .cachedRedirect(let number): number
        case .unread, .miss, .withdrawn: nil
        }
    }

    /// The versions before and after the session; nil if there are none.
    var versionWords: String? {
        let found = foundVersion
        guard case .stored(let number)? = result?.storage else { return found.map { "v\($0)" } }
        return found.map { "v\($0) → v\(number)" } ?? "v\(number)"
    }

    /// What changed, in a few words; while the session is running, the state of the cache.
    var changeWords: String? {
        switch state {
        case .stopped: return nil
        case .running:
            return switch trace.screen.cache {
            case .unread: nil
            case .miss: "nothing to show in the cache"
            case .cachedRedirect: "shown from the cache: the page this address redirected to"
            case .unchecked: "shown from the cache, being verified"
            case .withdrawn: "the stored copy is damaged and not used"
            case .hit: "shown from the cache"
            }
        case .ended:
            guard let difference = templateDifference else {
                return result?.reason.withoutOptions(verdict?.change(of: blockCount) ?? "")
            }
            return "outside the blocks line \(difference.line) differs: \(difference.old) → \(difference.new)"
        }
    }

    /// The maximum size of a page that is split for this, which takes a third of a millisecond.
    private static let splitBytes = 1 << 20

    /// Counts the page's blocks after a data update, and finds the first difference after a template change.
    mutating func explainChange() {
        guard let outcome = result?.outcome, let page = trace.page, page.count <= Self.splitBytes else {
            return
        }
        switch outcome.kind {
        case .dataUpdate: blockCount = PageSplit(html: page).slots.count
        case .templateChange: templateDifference = SourceDifference(trace, outcome)
        case .firstLoad, .allCached, .plain, .fresh, .offline, .failed: break
        }
    }

    /// The bytes received of the page's size, and the percentage; nil if nothing is known.
    var bytesWords: (words: String, part: String)? {
        guard let result else {
            if let sent = sending {
                return ("sent \(sent.words)", sent.percent)
            }
            guard trace.bytesShown > 0 else { return nil }
            guard let received else { return ("received \(trace.bytesShown.byteText)", "") }
            return ("received \(received.words)", received.percent)
        }
        guard let page = result.pageBytes ?? trace.pageBytes, page > 0 else {
            return result.bytesReceived > 0 ? ("received \(result.bytesReceived.byteText)", "") : nil
        }
        let saving = Int(((1 - Double(result.bytesReceived) / Double(page)) * 100).rounded())
        let words = "received \(result.bytesReceived.byteText(forPage: page))"
        guard result.bytesReceived > 0 else {
            // A response without bytes on a connection was read from a file.
            return (
                trace.head == nil ? "nothing received (page \(page.byteText))" : "page \(page.byteText)", ""
            )
        }
        return (words, result.bytesReceived < page ? "-\(saving) %" : "")
    }

    /// The progress of the body, if its length is known: not for a body with a content coding.
    var received: SessionTrace.Progress? {
        guard let headers = trace.head?.headers, headers.all("content-encoding").isEmpty,
            let total = headers.first("content-length").flatMap({ Int($0) }), total >= trace.bytesShown
        else { return nil }
        return SessionTrace.Progress(count: trace.bytesShown, total: total)
    }
}

extension SessionTrace.Progress {
    /// The progress in words: `1.2 MB of 64.0 MB`.
    fileprivate var words: String { count.byteText(of: total) }
    /// The progress as a part: `60 %`.
    fileprivate var percent: String { "\(count.percent(of: total)) %" }
}
