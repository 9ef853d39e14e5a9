import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// Ambiguous evidence: rules then report nothing, or report both explanations without blame.
@Suite struct OtherReadingTests {
    private static let url = WebURL("http://quay.example/tides")!

    /// A connection that returns one response after the other.
    private actor Responses: Connection {
        private var waiting: [[ResponseEvent]]

        init(_ responses: [[ResponseEvent]]) { waiting = responses.reversed() }

        nonisolated func exchange(_ request: Request) -> ResponseEvents {
            let (stream, continuation) = ResponseEvents.makeStream()
            Task {
                for event in await self.next() { continuation.yield(event) }
                continuation.finish()
            }
            return stream
        }

        private func next() -> [ResponseEvent] {
            waiting.popLast() ?? [.failed(.other(code: 0, detail: "no more"))]
        }
    }

    /// A response with these lines; `edited` marks one written by the user.
    static func response(_ head: String, _ body: [UInt8], edited: Bool = false) throws
        -> [ResponseEvent]
    {
        let raw = Array((head.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n").utf8)
        let edit = HandEdit.answer(AnswerEdit(original: nil, means: .editing))
        return (edited ? [.edited(edit)] : [])
            + [
                .headReceived(try #require(ResponseHead(raw: raw))), .bodyReceived(body),
                .finished(TransferReport()),
            ]
    }

    static func page(_ words: String, foot: String = "", tag: String? = nil, etag: String? = nil) -> (
        head: String, body: [UInt8]
    ) {
        let body = Array("<title>T</title><!--sonicdiff-a-->\(words)<!--sonicdiff-a-end-->\(foot)".utf8)
        let own = Hashes.nettle.sha1(PageSplit(html: body).templateBytes(of: body))
        let head = """
            HTTP/1.1 200 OK
            Content-Type: text/html; charset=utf-8
            Cache-Control: private, no-cache
            ETag: \(etag ?? Hashes.nettle.sha1(body))
            template-tag: \(tag ?? own)
            template-change: true
            cache-offline: true
            """
        return (head, body)
    }

    /// The findings of the last of several sessions with these responses, by default one each.
    static func findings(
        _ responses: [[ResponseEvent]], sessions: Int? = nil, added: [HeaderField] = []
    ) async -> [Finding] {
        let store = MemoryStore()
        let connection = Responses(responses)
        var report: LintReport?
        for _ in 0..<(sessions ?? responses.count) {
            let engine = SessionEngine(
                connection: connection, store: store, hashes: .nettle,
                clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero }))
            var order = SessionOrder(url: url, headers: RequestHeaders(product: "sonic/0"))
            order.responseHeaders = added
            report = LintReport(await engine.open(order).trace(), before: nil, hashes: .nettle)
        }
        return report?.findings ?? []
    }

    static func rules(_ findings: [Finding]) -> [RuleID] { findings.map(\.rule) }

    // MARK: Digests

    static func update(_ hash: String, tag: String? = nil) -> [UInt8] {
        let json = #"""
            {"data": {"{title}": "<title>T</title>", "{a}": "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"},
             "html-sha1": "\#(hash)"}
            """#
        return Array(json.utf8)
    }

    // MARK: Characters

    private static let lost = "\u{FFFD}"

    @Test func `bytes that decode to lost characters are counted separately`() async throws {
        let body = Array("<title>T</title>\n\n<p>".utf8) + [0xC4, 0x20, 0xE3, 0x20] + Array(Self.lost.utf8)
        let found = await Self.findings([
            try Self.response("HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8", body)
        ])
        #expect(
            found.map(\.message) == [
                "U+FFFD is in the page once, and bytes that are not UTF-8 are read as U+FFFD 2 times, first in line 3"
            ])
    }

    // MARK: Wording

    @Test func `no rule blames the server where there may be another cause`() throws {
        let blames = ["it is the server.", "the server compared wrongly", "the server's fault"]
        for rule in Rule.lint {
            for words in blames {
                let advice = try #require(rule.advice)
                #expect(!advice.why.contains(words) && !advice.fix.contains(words), "\(rule.id)")
            }
        }
    }

    @Test func `every rule has its evidence and other explanations of it`() throws {
        for rule in Rule.lint {
            let evidence = try #require(rule.evidence, "\(rule.id)")
            #expect(!evidence.required.isEmpty && !evidence.otherExplanation.isEmpty, "\(rule.id)")
        }
    }
}
