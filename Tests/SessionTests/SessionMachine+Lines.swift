import SonicProtocol

@testable import SessionWords
@testable import SonicSession

extension SessionMachine.Effect {
    /// Returns one line for an effect that matters to people; nil for the others.
    func line(at now: Instant) -> String? {
        switch self {
        case .enter, .readCache, .readTarget, .evaluate: return nil
        case .readRest: return "read the rest"
        case .verifyStored(_, _, let page): return "verify version \(page.number)"
        case .send(_, let plan): return plan.line
        case .stopTransfer: return "stop"
        case .handOver: return "hand the transfer over"
        case .pause(_, let time): return "pause \(time.wholeMilliseconds) ms"
        case .stopPause: return "stop the pause"
        case .write(_, _, let works): return "write " + works.map { $0.line(at: now) }.joined(separator: ", ")
        case .notify(let event): return event.line
        case .end(let result): return result.line
        }
    }
}

extension RequestPlan {
    fileprivate var line: String {
        var way = ""
        if case .post(let body) = method {
            way = "\(body.method) \(body.body.count) bytes from \(body.origin ?? "nowhere") to "
        }
        let words = [
            asked.sonic ? "accept-diff" : nil, asked.etag.map { "etag=\(Words.short($0))" },
            asked.templateTag.map { "tag=\(Words.short($0))" }, asked.date ? "date" : nil,
            reload == .none ? nil : "\(reload)",
        ]
        return (["ask \(way)\(url.href)"] + words.compactMap { $0 }).joined(separator: " ")
    }
}

extension StoreWork {
    fileprivate func line(at now: Instant) -> String {
        switch self {
        case .commit(let version): "commit \(version.html.count) bytes"
        case .storeInMemory(let version, .toShow): "hold \(version.html.count) bytes to show"
        case .storeInMemory(let version, .toCompare): "hold \(version.html.count) bytes to compare"
        case .renew(let number, _, _): "renew \(number)"
        case .renewInMemory(let number, _, _): "renew \(number) in memory"
        case .forgetInMemory: "forget what memory holds"
        case .remove: "remove"
        case .setRedirects(_, let url, let redirects):
            redirects.isEmpty
                ? "forget where \(url.href) led"
                : ([url.href] + redirects.map(\.to.href)).joined(separator: " leads to ")
        case .setSonicOff(_, let until): "off until +\((until.milliseconds &- now.milliseconds) / 3_600_000)h"
        }
    }
}

extension SessionEvent {
    fileprivate var line: String? {
        switch self {
        case .cachedPageBegun(let page):
            "show \(page.version.html.count) of \(page.length) bytes of version \(page.number)"
        case .cachedPageFound(let page): "show version \(page.number)"
        case .cachedPageVerified: "the version holds"
        case .cachedPageWithdrawn: "take the version away"
        case .cachedRedirectFollowed(let to, let page): "show version \(page.number) of \(to.href)"
        case .retrying(let retry): "retry " + CaseText.line(retry)
        case .redirected(_, let to, let status): "redirected \(status) to \(to.href)"
        case .pieceReceived(let bytes): "piece of \(bytes.count) bytes"
        case .pageReplaced(let page): "show page of \(page.html.count) bytes"
        case .blocksUpdated(_, let changes, _): "patch " + changes.map(\.name).joined(separator: ",")
        case .newerCopyStored: "keep the screen"
        case .handedOver: "hand the file over"
        // The other events change nothing that is visible on the page.
        default: nil
        }
    }
}

extension SessionResult {
    /// The outcome, its code and the case of the reason.
    var line: String {
        "end \(outcome.name) \(outcome.code.map(String.init) ?? "-"): \(CaseText.line(reason))"
    }
}
