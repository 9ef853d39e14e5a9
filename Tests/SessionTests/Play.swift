import SonicProtocol
import SystemLibraries

@testable import SessionWords
@testable import SonicSession

typealias Reply = SessionPlay.Reply

extension SessionPlay.Reply {
    /// A complete response.
    static func answer(_ head: String, body: String) -> Reply {
        .answered(head: head, body: Array(body.utf8))
    }

    /// A response that is truncated after these bytes of the body.
    static func cut(_ head: String, body: String, _ failure: ConnectionFailure) -> Reply {
        .cut(head: head, body: Array(body.utf8), failure)
    }

    /// No response.
    static func failure(_ failure: ConnectionFailure) -> Reply { .lost(failure) }
}

/// Plays a session with `Play.url` at `Play.now`, with the order's settings that the tests change.
@dynamicMemberLookup struct Play {
    /// The terms of every site; by default a lost request is not retried.
    var terms = SiteTerms { $0.retries = 0 }
    /// The response headers that the session itself adds.
    var orderHeaders: [HeaderField] = []
    /// The headers of an edited request; nil for none.
    var exact: Headers?
    /// What the result retains of the responses.
    var keeping = ResponseRetention.nothing
    private var play: SessionPlay

    init(stored: StoredPage? = nil, sonicOff: Instant? = nil, _ replies: [Reply]) {
        let reading = CacheReadResult(page: stored, sonicOff: sonicOff)
        play = SessionPlay([reading], now: Self.now, hashes: .nettle, replies)
    }

    /// The copy in memory that is used only for comparison.
    var compared: StoredPage? {
        get { play.readings[0].compared }
        set { play.readings[0].compared = newValue }
    }

    static let now = Instant(milliseconds: 1_000_000_000)
    static let url = WebURL("http://news.example/")!

    subscript<Value>(dynamicMember path: KeyPath<SessionPlay, Value>) -> Value { play[keyPath: path] }

    subscript<Value>(dynamicMember path: WritableKeyPath<SessionPlay, Value>) -> Value {
        get { play[keyPath: path] }
        set { play[keyPath: path] = newValue }
    }

    /// The case of the reason; empty before the end.
    var reasonCase: String { play.result.map { CaseText.line($0.reason) } ?? "" }

    /// The cases of the findings.
    var findingCases: [String] { play.result?.findings.map(CaseText.line) ?? [] }

    /// Runs a session to its end and returns its trace.
    mutating func run(
        _ mode: SessionMode = .open, _ method: RequestMethod = .get, limits: SessionLimits = SessionLimits(),
        url: WebURL = url
    ) -> String {
        let terms = self.terms
        var order = SessionOrder(
            url: url, method: method, mode: mode, headers: RequestHeaders(product: "sonic/0"), limits: limits)
        order.terms = { _ in terms }
        order.responseHeaders = orderHeaders
        order.retention = keeping
        order.exact = exact.map { Request(url: url, headers: $0) }
        return play.run(order)
    }
}

/// A small Sonic page in versions, and the responses of a correct server to it.
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

    /// A stored page; with `tags` false its head had no tags, so they were computed locally.
    static func stored(
        _ page: String, sonic: Bool = true, failures: Int = 0, tags: Bool = true, type: String = "text/html"
    ) -> StoredPage {
        let sent = [HeaderField("Etag", sha1(page)), HeaderField("template-tag", templateTag(page))]
        return StoredPage(
            number: 3,
            version: PageVersion(
                url: Play.url, html: Array(page.utf8), sha1: sha1(page),
                etag: sonic ? sha1(page) : "\"plain-1\"", templateTag: sonic ? templateTag(page) : nil,
                headers: Headers(
                    [HeaderField("Content-Type", type)] + (sonic && tags ? sent : [])),
                stored: Instant(milliseconds: 0), updateFailures: failures),
            checked: Instant(milliseconds: Play.now.milliseconds - 300_000))
    }

    /// The head of a Sonic response with a page; more lines may follow.
    static func head(_ page: String, change: String = "true", offline: String = "true") -> String {
        "200 OK\nEtag: \(sha1(page))\ntemplate-tag: \(templateTag(page))\ntemplate-change: \(change)\n"
            + "Cache-Offline: \(offline)\nContent-Type: text/html"
    }

    /// An update to `page` with all blocks, as sent by a server.
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
