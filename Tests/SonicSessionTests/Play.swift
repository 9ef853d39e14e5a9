import Hashing
import SonicProtocol

@testable import SonicSession

/// What a played server does with one request.
enum Reply {
    /// A complete response: the head's lines, then the body.
    case answer(String, body: String)
    /// A response that breaks off after these bytes of body.
    case cut(String, body: String, ConnectionFailure)
    /// No response.
    case failure(ConnectionFailure)
}

/// Plays one session against a scripted server and a one-page cache and writes down, a line each, what the
/// session did. Evaluations and writes are answered at once.
struct Play {
    var stored: StoredPage?
    var sonicOff: Instant?
    /// The copy in memory that is only compared with.
    var compared: StoredPage?
    /// What holds for every site; by default what is lost is not asked for again.
    var terms = SiteTerms(retries: 0)
    var replies: [Reply]
    var storeFailure: StoreFailure?
    /// What the cache holds when all of a page is read whose beginning is shown.
    var rest = CacheReading()
    /// What serves once a stored page whose verification was owed is verified.
    var verified: StoredPage?
    /// What the session itself adds to answers.
    var orderHeaders: [HeaderField] = []
    /// What the result has of the answers.
    var keeping = AnswerKeeping.nothing
    private(set) var lines: [String] = []
    private(set) var result: SessionResult?
    private(set) var commits: [PageVersion] = []
    /// What the session told, `.ended` apart.
    private(set) var events: [SessionEvent] = []
    private var number = 7

    init(stored: StoredPage? = nil, sonicOff: Instant? = nil, _ replies: [Reply]) {
        self.stored = stored
        self.sonicOff = sonicOff
        self.replies = replies
    }

    static let now = Instant(milliseconds: 1_000_000_000)
    static let url = WebURL("http://news.example/")!

    /// Runs a session to its end and returns the lines.
    mutating func run(
        _ mode: SessionMode = .open, _ method: RequestMethod = .get, limits: SessionLimits = SessionLimits(),
        url: WebURL = url
    ) -> String {
        let terms = self.terms
        var order = SessionOrder(
            url: url, method: method, mode: mode, headers: RequestHeaders(product: "sonic/0"), limits: limits)
        order.terms = { _ in terms }
        order.responseHeaders = orderHeaders
        order.keeping = keeping
        var machine = SessionMachine(order, hashes: .nettle)
        var queue: [SessionMachine.Event] = [.began]
        while !queue.isEmpty {
            for effect in machine.handle(queue.removeFirst(), at: Self.now) {
                if let line = Self.describe(effect) { lines.append(line) }
                queue += answer(effect)
            }
        }
        if machine.isBusy { lines.append("HANGS") }
        return lines.joined(separator: "\n")
    }

    private mutating func answer(_ effect: SessionMachine.Effect) -> [SessionMachine.Event] {
        switch effect {
        case .enter, .stopTransfer, .stopPause: return []
        case .pause(let attempt, _): return [.pauseOver(attempt: attempt)]
        case .notify(let event):
            events.append(event)
            return []
        case .readCache(let attempt, _):
            let reading = CacheReading(page: stored, compared: compared, sonicOff: sonicOff)
            return [.cacheRead(attempt: attempt, reading)]
        case .readRest(let attempt, _):
            return [.cacheRead(attempt: attempt, rest)]
        case .verifyStored(let attempt, _, _):
            return [.storedPageVerified(attempt: attempt, CacheReading(page: verified))]
        case .send(let attempt, _):
            return replies.isEmpty ? [] : events(of: replies.removeFirst(), attempt)
        case .evaluate(let attempt, let question):
            return [.evaluated(attempt: attempt, question.evaluate(.nettle))]
        case .write(let attempt, _, let works):
            if let storeFailure { return [.written(attempt: attempt, .failure(storeFailure))] }
            var stored: Int?
            for case .commit(let version) in works {
                number += 1
                commits.append(version)
                stored = number
            }
            return [.written(attempt: attempt, .success(stored))]
        case .end(let result):
            self.result = result
            return []
        }
    }

    private func events(of reply: Reply, _ attempt: Int) -> [SessionMachine.Event] {
        switch reply {
        case .failure(let failure):
            return [.transferFailed(attempt: attempt, failure)]
        case .answer(let head, let body):
            return Self.response(head, body, attempt) + [
                .transferFinished(attempt: attempt, TransferReport())
            ]
        case .cut(let head, let body, let failure):
            return Self.response(head, body, attempt) + [.transferFailed(attempt: attempt, failure)]
        }
    }

    private static func response(_ head: String, _ body: String, _ attempt: Int) -> [SessionMachine.Event] {
        let lines = head.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        let parsed = ResponseHead(raw: Array("HTTP/1.1 \(lines)".utf8))!
        let bytes = Array(body.utf8)
        // In two pieces, so that nothing depends on a body arriving whole.
        let middle = bytes.count / 2
        let pieces = [Array(bytes[..<middle]), Array(bytes[middle...])].filter { !$0.isEmpty }
        return [.headReceived(attempt: attempt, parsed)]
            + pieces.map { .bodyReceived(attempt: attempt, $0) }
    }

    /// One line for an effect that matters to people; nil for the others.
    private static func describe(_ effect: SessionMachine.Effect) -> String? {
        switch effect {
        case .enter, .readCache, .evaluate: return nil
        case .readRest: return "read the rest"
        case .verifyStored(_, _, let page): return "verify version \(page.number)"
        case .send(_, let plan):
            var method = ""
            if case .post(let body) = plan.method {
                method = "POST \(body.bytes.count) bytes from \(body.origin ?? "nowhere") to "
            }
            let words = [
                plan.asked.sonic ? "accept-diff" : nil, plan.asked.etag.map { "etag=\(Reason.short($0))" },
                plan.asked.templateTag.map { "tag=\(Reason.short($0))" }, plan.asked.date ? "date" : nil,
                plan.reload == .none ? nil : "\(plan.reload)",
            ]
            return "ask \(method)\(plan.url.href) " + words.compactMap { $0 }.joined(separator: " ")
        case .stopTransfer: return "stop"
        case .pause(_, let time): return "pause \(time.wholeMilliseconds) ms"
        case .stopPause: return "stop the pause"
        case .write(_, _, let works): return "write " + works.map(describe).joined(separator: ", ")
        case .notify(let event): return describe(event)
        case .end(let result):
            return
                "end \(result.outcome.name) \(result.outcome.code.map(String.init) ?? "-"): \(result.reason)"
        }
    }

    private static func describe(_ work: StoreWork) -> String {
        switch work {
        case .commit(let version): "commit \(version.html.count) bytes"
        case .hold(let version, .toShow): "hold \(version.html.count) bytes to show"
        case .hold(let version, .toCompare): "hold \(version.html.count) bytes to compare"
        case .renew(let number, _, _): "renew \(number)"
        case .renewHeld(let number, _, _): "renew \(number) in memory"
        case .forgetHeld: "forget what memory holds"
        case .remove: "remove"
        case .setSonicOff(_, let until): "off until +\((until.milliseconds - now.milliseconds) / 3_600_000)h"
        }
    }

    private static func describe(_ event: SessionEvent) -> String? {
        switch event {
        case .joined, .entered, .requestDecided, .requestSent, .headReceived, .learnt, .ended: nil
        case .cachedPageBegun(let page):
            "show \(page.version.html.count) of \(page.length) bytes of version \(page.number)"
        case .cachedPageFound(let page): "show version \(page.number)"
        case .cachedPageVerified: "the version holds"
        case .cachedPageWithdrawn: "take the version away"
        case .retrying(let retry): "\(retry.words): \(retry.reason)"
        case .redirected(_, let to, let status): "redirected \(status) to \(to.href)"
        case .pieceReceived(let bytes): "piece of \(bytes.count) bytes"
        case .pageReplaced(let page): "show page of \(page.html.count) bytes"
        case .blocksUpdated(_, let changes): "patch " + changes.map(\.name).joined(separator: ",")
        case .newerCopyStored: "keep the screen"
        }
    }
}

/// A small Sonic page in versions, and the answers a correct server gives about it.
enum Sample {
    static func page(_ a: String, b: String = "b", template: String = "T") -> String {
        "<title>N</title>\(template)<!--sonicdiff-a-->\(a)<!--sonicdiff-a-end-->,"
            + "<!--sonicdiff-b-->\(b)<!--sonicdiff-b-end-->"
    }

    static func sha1(_ text: String) -> String { Hashes.nettle.sha1(Array(text.utf8)) }

    static func templateTag(_ page: String) -> String {
        let html = Array(page.utf8)
        return Hashes.nettle.sha1(PageSplit(html: html).templateBytes(of: html))
    }

    static func stored(_ page: String, sonic: Bool = true, failures: Int = 0) -> StoredPage {
        StoredPage(
            number: 3,
            version: PageVersion(
                url: Play.url, html: Array(page.utf8), sha1: sha1(page),
                etag: sonic ? sha1(page) : "\"plain-1\"", templateTag: sonic ? templateTag(page) : nil,
                headers: Headers([HeaderField("Content-Type", "text/html")]),
                stored: Instant(milliseconds: 0), updateFailures: failures),
            checked: Instant(milliseconds: Play.now.milliseconds - 300_000))
    }

    /// The head of a Sonic answer to a page; further lines may follow.
    static func head(_ page: String, change: String = "true", offline: String = "true") -> String {
        "200 OK\nEtag: \(sha1(page))\ntemplate-tag: \(templateTag(page))\ntemplate-change: \(change)\n"
            + "Cache-Offline: \(offline)\nContent-Type: text/html"
    }

    /// An update to `page` with all blocks, as servers send it.
    static func update(_ page: String, sha1 claimed: String? = nil) -> String {
        let html = Array(page.utf8)
        let split = PageSplit(html: html)
        let pairs = split.slots.map { slot, range in
            "\"{\(split.displayName(of: slot))}\":\"\(String(decoding: html[range], as: UTF8.self))\""
        }
        return "{\"data\":{\(pairs.joined(separator: ","))},\"template-tag\":\"\(templateTag(page))\","
            + "\"html-sha1\":\"\(claimed ?? sha1(page))\",\"diff\":\"\"}"
    }

    static func full(_ page: String, offline: String = "true") -> Reply {
        .answer(head(page, offline: offline), body: page)
    }

    static func data(_ page: String, offline: String = "true", sha1: String? = nil) -> Reply {
        .answer(head(page, change: "false", offline: offline), body: update(page, sha1: sha1))
    }
}
