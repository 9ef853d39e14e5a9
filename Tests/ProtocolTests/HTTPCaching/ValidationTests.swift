import SonicProtocol
import TestSupport
import Testing

@Suite struct ValidationTests {
    @Test(arguments: CachingTable.rows(below: "a stale response"))
    func `a stale response is revalidated with its validators, verbatim`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a 304 renews"))
    func `a 304 renews only the response that matches its validator`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a 304's fields"))
    func `a 304's fields replace the stored ones, except those of the body and of the connection`(
        row: TableRow
    ) throws {
        try CachingTable.check(row)
    }

    private let tag = "ETag: \"a\""
    private let date = "Last-Modified: Thu, 01 Jan 2015 00:00:00 GMT"

    @Test func `validators are sent back byte for byte, whatever their encoding`() throws {
        var scene = CacheScene()
        let odd: [UInt8] = [0x22, 0xE9, 0xFF, 0x22]
        var head = CacheScene.head("Cache-Control: max-age=1\nContent-Length: 10").headers
        head.append(HeaderField(nameBytes: "ETag".utf8, valueBytes: odd))
        head.append(HeaderField(nameBytes: "Last-Modified".utf8, valueBytes: [0xE9]))
        scene.receive(head)
        let sent = try #require(scene.question()?.headers)
        #expect(sent.fields.map(\.valueBytes) == [odd, [0xE9]])

        let whole = scene.stored[0].response
        scene.stored = []
        let part = try #require(scene.policy().broken(whole, after: 5))
        scene.stored = [StoredVariant(number: 1, response: part)]
        #expect(
            scene.question()?.headers.fields.last == HeaderField(nameBytes: "If-Range".utf8, valueBytes: odd))
    }

    @Test func `tags with different bytes but equal text are different`() {
        func tag(_ bytes: [UInt8]) -> EntityTag? {
            EntityTag(Headers([HeaderField(nameBytes: "ETag".utf8, valueBytes: bytes)]))
        }
        #expect(tag([0x22, 0xE9, 0x22]) != tag([0x22, 0xC3, 0xA9, 0x22]))
        #expect(EntityTag(text: "\"e\u{301}\"") != EntityTag(text: "\"\u{E9}\""))
    }

    @Test func `if no variant matches, the tags of all are sent and no date`() {
        var scene = CacheScene()
        for value in ["1", "2"] {
            scene.receive("Cache-Control: max-age=9\nVary: A\nETag: \"\(value)\"\n\(date)", to: "A: \(value)")
        }
        let asked = scene.question("A: 3")
        #expect(asked?.headers.first("if-none-match") == "\"2\", \"1\"")
        #expect(asked?.headers.contains("if-modified-since") == false)
    }

    @Test func `a date alone does not revalidate a variant that does not match`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=9\nVary: A\n\(date)", to: "A: 1")
        #expect(scene.question("A: 2")?.headers.contains("if-modified-since") == false)
    }

    /// The result of a 304 with these lines, for a response stored with `stored`.
    static func verdict(_ stored: String, _ news: String) -> AnswerVerdict? {
        var scene = CacheScene()
        scene.receive(stored)
        guard let asked = scene.question() else { return nil }
        return scene.policy().verdict(
            on: CacheScene.head(news, status: 304), to: asked.question, of: CacheScene.url,
            requested: CacheScene.start.adding(seconds: 1000),
            received: CacheScene.start.adding(seconds: 1000))
    }

    static func renewed(_ stored: String, _ news: String) -> StoredResponse? {
        guard case .confirmed(_, .renewed(let response)) = verdict(stored, news) else { return nil }
        return response
    }

    @Test func `the age of a renewed response starts at the 304`() throws {
        let response = try #require(
            Self.renewed("Date: @0@\nAge: 5\nCache-Control: max-age=100\n\(tag)", "Cache-Control: max-age=50")
        )
        #expect(!response.headers.contains("age"))
        let freshness = ResponseFreshness(response, at: CacheScene.start.adding(seconds: 1049))
        #expect(freshness.age == 49_000 && freshness.lifetime == 50_000)
        #expect(response.headers.first("date") == HTTPDate.text(CacheScene.start.adding(seconds: 1000)))
    }

    @Test func `after a 304 with no-store the response is served once and removed`() {
        guard case .confirmed(_, .forgotten) = Self.verdict("Expires: 0\n\(tag)", "Cache-Control: no-store")
        else {
            Issue.record("it stays")
            return
        }
    }

    @Test func `of several variants the 304's tag selects one, which then serves both requests`() throws {
        var scene = CacheScene()
        for value in ["1", "2"] {
            scene.receive("Cache-Control: max-age=9\nVary: A\nETag: \"\(value)\"", to: "A: \(value)")
        }
        let asked = try #require(scene.question("A: 3"))
        let now = CacheScene.start.adding(seconds: 5)
        func verdict(_ lines: String) -> AnswerVerdict {
            scene.policy("A: 3").verdict(
                on: CacheScene.head(lines, status: 304), to: asked.question, of: CacheScene.url,
                requested: now,
                received: now)
        }
        guard case .confirmed(let variant, .renewed(let response)) = verdict("ETag: \"1\"") else {
            Issue.record("nothing is confirmed")
            return
        }
        #expect(variant.response.headers.first("etag") == "\"1\"")
        #expect(
            ["A: 1", "A: 3"].allSatisfy { line in
                response.requests.contains { $0.matches(CacheScene.headers(line)) }
            })
        #expect(!response.requests.contains { $0.matches(CacheScene.headers("A: 2")) })
        for lines in ["", "ETag: \"9\""] {
            guard case .unusable = verdict(lines) else {
                Issue.record("\(lines) picks one")
                continue
            }
        }
    }

    @Test func `any other response is returned to the caller and stored`() {
        var scene = CacheScene()
        scene.receive("Expires: 0\n\(tag)")
        let asked = scene.question()!.question
        for status in [200, 404, 500] {
            let verdict = scene.policy().verdict(
                on: CacheScene.head("Cache-Control: max-age=1", status: status), to: asked,
                of: CacheScene.url,
                requested: CacheScene.start, received: CacheScene.start)
            guard case .passedOn(let response?) = verdict else {
                Issue.record("\(status) is not stored")
                continue
            }
            #expect(response.status == status)
        }
    }
}
