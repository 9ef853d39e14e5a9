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

    // MARK: Edited responses

    @Test(arguments: [(false, false), (true, false), (false, true)])
    func `an edited page next to one of the server's has no findings`(
        first: Bool, second: Bool
    ) async throws {
        let (old, new) = (
            Self.page("1", tag: "t", etag: "e"), Self.page("1", foot: "<p>x", tag: "t", etag: "e")
        )
        let found = await Self.findings([
            try Self.response(old.head, old.body, edited: first),
            try Self.response(new.head, new.body, edited: second),
        ])
        let told = Self.rules(found).filter { [.etagSameBodyDiffers, .templateTagStuck].contains($0) }
        #expect(told.isEmpty == (first || second), "\(Self.rules(found))")
    }

    @Test func `a site with Sonic only in an edited response has not lost it`() async throws {
        let page = Self.page("1")
        let plain = try Self.response("HTTP/1.1 200 OK\nContent-Type: text/html", Array("<p>2".utf8))
        let edited = await Self.findings([try Self.response(page.head, page.body, edited: true), plain])
        #expect(!Self.rules(edited).contains(.sonicLost))
        let own = await Self.findings([try Self.response(page.head, page.body), plain])
        #expect(Self.rules(own).contains(.sonicLost))
    }

    @Test(arguments: [HeaderField("cache-offline", "maybe"), HeaderField("template-change", "perhaps")])
    func `a header added by the user is not a mistake of the server`(added: HeaderField) async throws {
        let page = Array("<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end-->".utf8)
        let found = await Self.findings(
            [try Self.response("HTTP/1.1 200 OK\nContent-Type: text/html", page)], added: [added])
        #expect(found == [])
    }

    // MARK: Proxies

    @Test func `a page without its comments is reported as possibly changed in transit`()
        async throws
    {
        let whole = Self.page("1")
        let stripped = Array("<title>T</title>1".utf8)
        let found = await Self.findings([try Self.response(whole.head, stripped)])
        let missing = try #require(found.first { $0.rule == .blocksMissing })
        #expect(missing.message.contains("may have removed its comments"))
        // The tag of a page that never had blocks matches its own template.
        let none = Array("<title>T</title><p>1".utf8)
        let tag = Hashes.nettle.sha1(PageSplit(html: none).templateBytes(of: none))
        let plain = await Self.findings([try Self.response(Self.page("1", tag: tag).head, none)])
        #expect(plain.first { $0.rule == .blocksMissing }?.message == "the page has no block")
    }

    @Test func `data for a page without its comments is reported as such`() async throws {
        let whole = Self.page("1")
        let json = Array(
            #"{"data": {"{title}": "<title>T</title>", "{a}": "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"}}"#
                .utf8)
        let update = whole.head.replacing("template-change: true", with: "template-change: false")
        let stripped = try Self.response(whole.head, Array("<title>T</title>1".utf8))
        let found = await Self.findings(
            [stripped, try Self.response(update, json), stripped], sessions: 2)
        let unknown = try #require(found.first { $0.rule == .updateUnknownBlocks })
        #expect(unknown.message.contains("the stored page has no block"))
    }

    @Test(
        arguments: TableRow.rows(
            "a missing ETag may have", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `a missing ETag may have been dropped in transit`(row: TableRow) async throws {
        let (lines, expected) = (row[1], row.optional(2))
        let page = Self.page("1")
        let head = page.head.split(separator: "\n").filter { !$0.hasPrefix("ETag") }.joined(separator: "\n")
        let found = await Self.findings([try Self.response(head + "\n" + lines, page.body)])
        let missing = try #require(found.first { $0.rule == .etagMissing })
        #expect(
            (expected.map(missing.message.contains) ?? true)
                && missing.message.contains("; it") == (expected != nil))
    }

    // MARK: One change

    @Test func `a template with an unchanged tag is not also reported as a missed update`()
        async throws
    {
        let (old, new) = (Self.page("1", tag: "t"), Self.page("1", foot: "<p>x", tag: "t"))
        let changed = await Self.findings([
            try Self.response(old.head, old.body), try Self.response(new.head, new.body),
        ])
        #expect(Self.rules(changed).contains(.templateTagStuck))
        #expect(!Self.rules(changed).contains(.templateSamePageWhole))
        let data = Self.page("2", tag: "t")
        let same = await Self.findings([
            try Self.response(old.head, old.body), try Self.response(data.head, data.body),
        ])
        #expect(Self.rules(same).contains(.templateSamePageWhole))
    }

    @Test func `no error rests on a single change of a tag or a template`() async throws {
        let pages = [Self.page("1", tag: "t"), Self.page("2", tag: "u")]
        let found = await Self.findings(try pages.map { try Self.response($0.head, $0.body) })
        #expect(Self.rules(found).contains(.templateTagUnsteady))
        #expect(found.allSatisfy { $0.severity < .error })
    }

    // MARK: Digests

    static func update(_ hash: String, tag: String? = nil) -> [UInt8] {
        let json = #"""
            {"data": {"{title}": "<title>T</title>", "{a}": "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"},
             "html-sha1": "\#(hash)"}
            """#
        return Array(json.utf8)
    }

    /// Values that a server may send as the hash of a page.
    enum Claim: CaseIterable {
        case md5, sha256, lineEnd, mark, template, stored, empty, quoted, unknown

        func text(_ page: [UInt8]) -> String {
            let sha1 = Hashes.nettle.sha1
            return switch self {
            case .md5: Hashes.nettle.md5(page)
            case .sha256: Hashes.nettle.sha256?(page) ?? "none"
            case .lineEnd: sha1(page + [0x0A])
            case .mark: sha1([0xEF, 0xBB, 0xBF] + page)
            case .template: sha1(PageSplit(html: page).templateBytes(of: page))
            case .stored: sha1(OtherReadingTests.page("1").body)
            case .empty: sha1([])
            case .quoted: "\\\"" + sha1(page) + "\\\""
            case .unknown: String(repeating: "7", count: 40)
            }
        }

        var words: String {
            switch self {
            case .md5: "the claimed hash is the MD5 of the page"
            case .sha256: "the claimed hash is the SHA-256 of the page"
            case .lineEnd: "the claimed hash is the SHA-1 of the page with one more line ending"
            case .mark: "the claimed hash is the SHA-1 of the page with a byte order mark"
            case .template: "the claimed hash is the SHA-1 of the page's template"
            case .stored: "the claimed hash is the SHA-1 of the stored page"
            case .empty: "the claimed hash is the SHA-1 of no bytes at all"
            case .quoted: "apart from quotes and spaces, the claimed hash is the page's SHA-1"
            case .unknown: "html-sha1 is 77777777"
            }
        }
    }

    @Test(arguments: Claim.allCases)
    func `a wrong hash of an update is identified if it is another digest`(claim: Claim) async throws {
        let (old, new) = (Self.page("1"), Self.page("2"))
        let update = new.head.replacing("template-change: true", with: "template-change: false")
        let found = await Self.findings(
            [
                try Self.response(old.head, old.body),
                try Self.response(update, Self.update(claim.text(new.body))),
                try Self.response(new.head, new.body),
            ], sessions: 2)
        let wrong = try #require(found.first { $0.rule == .updateWrongHash })
        #expect(wrong.message.contains(claim.words), "\(wrong.message)")
    }

    @Test func `a place said to be outside the blocks is outside them, although a block differs before it`()
        async throws
    {
        let (old, new) = (
            Self.page("1", foot: "\n<p>x1", tag: "t"), Self.page("4\n", foot: "\n<p>x2", tag: "t")
        )
        let update = new.head.replacing("template-change: true", with: "template-change: false")
        let found = await Self.findings(
            [
                try Self.response(old.head, old.body), try Self.response(update, Self.update("7")),
                try Self.response(new.head, new.body),
            ], sessions: 2)
        let wrong = try #require(found.first { $0.rule == .updateWrongHash })
        #expect(wrong.message.contains("outside its blocks"), "\(wrong.message)")
        #expect(wrong.message.contains("line 3 of that page: “1” and “2”"), "\(wrong.message)")
    }

    @Test func `a wrong hash in the headers is identified if it is another digest`() async throws {
        let page = Self.page("1")
        let head = page.head + "\nsonic-html-sha1: \(Hashes.nettle.md5(page.body))"
        let found = await Self.findings([try Self.response(head, page.body)])
        #expect(
            found.first { $0.rule == .htmlSHA1Wrong }?.message.hasSuffix(
                "the claimed hash is the MD5 of the page") == true)
    }

    // MARK: Characters

    private static let lost = "\u{FFFD}"

    @Test(
        arguments: [
            (
                "text/html; charset=utf-8", "<meta charset=gb2312>", "\(lost)\(lost)",
                [
                    "U+FFFD is in the page 2 times, first in line 2; Content-Type says utf-8, which counts, and the "
                        + "page's meta element gb2312"
                ]
            ),
            ("text/html", "", lost, ["U+FFFD is in the page once, first in line 2"]),
            (
                "text/html; charset=UTF-8", "<meta charset=utf-8>", lost,
                ["U+FFFD is in the page once, first in line 2"]
            ),
            // In another encoding the same bytes are different characters.
            ("text/html; charset=gbk", "", "\(lost)\(lost)", []),
            ("text/html", "<meta charset=gbk>", lost, []),
            ("text/html; charset=utf-8", "<meta charset=gb2312>", "ä", []),
        ] as [(String, String, String, [String])])
    func `lost characters are counted, together with conflicting encodings`(
        _ type: String, _ meta: String, _ words: String, _ expected: [String]
    ) async throws {
        let body = Array("<title>T</title>\(meta)\n<p>\(words)".utf8)
        let found = await Self.findings([try Self.response("HTTP/1.1 200 OK\nContent-Type: \(type)", body)])
        #expect(found.filter { $0.rule == .replacedCharacters }.map(\.message) == expected)
    }

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
