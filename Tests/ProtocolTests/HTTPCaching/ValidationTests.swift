import SonicProtocol
import Testing

@Suite struct ValidationTests {
    private let tag = "ETag: \"a\""
    private let date = "Last-Modified: Thu, 01 Jan 2015 00:00:00 GMT"

    @Test(
        arguments: [
            ("ETag: \"a\"", "\"a\"", nil), ("ETag: W/\"a\"", "W/\"a\"", nil), ("ETag: a", "a", nil),
            ("ETag: \"a\"\nLast-Modified: @-10@", "\"a\"", "@-10@"), ("Last-Modified: @-10@", nil, "@-10@"),
            ("Last-Modified: long ago", nil, "long ago"), ("ETag:", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func `a stale response is revalidated with its validators, verbatim`(
        _ lines: String, _ match: String?, _ since: String?
    ) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=1\n\(lines)")
        let headers = scene.question()?.headers
        let expected = CacheScene.headers("A: \(since ?? "")").first("a")
        #expect(headers?.first("if-none-match") == match)
        #expect(headers?.first("if-modified-since") == (since == nil ? nil : expected))
    }

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
    private func verdict(_ stored: String, _ news: String) -> AnswerVerdict? {
        var scene = CacheScene()
        scene.receive(stored)
        guard let asked = scene.question() else { return nil }
        return scene.policy().verdict(
            on: CacheScene.head(news, status: 304), to: asked.question, of: CacheScene.url,
            requested: CacheScene.start.adding(seconds: 1000),
            received: CacheScene.start.adding(seconds: 1000))
    }

    private func renewed(_ stored: String, _ news: String) -> StoredResponse? {
        guard case .confirmed(_, .renewed(let response)) = verdict(stored, news) else { return nil }
        return response
    }

    @Test(arguments: [
        ("ETag: \"a\"", "ETag: \"a\"", true), ("ETag: \"a\"", "ETag: W/\"a\"", true),
        ("ETag: W/\"a\"", "ETag: \"a\"", true), ("ETag: \"a\"", "", true),
        ("ETag: \"a\"", "ETag: \"b\"", false),
        ("Last-Modified: @0@", "", true), ("Last-Modified: @0@", "Last-Modified: @0@", true),
        ("Last-Modified: @0@", "Last-Modified: @-1@", false), ("Last-Modified: @0@", "ETag: \"a\"", false),
    ])
    func `a 304 renews only the response that matches its validator`(
        _ stored: String, _ news: String, _ isRenewed: Bool
    ) {
        #expect(
            (renewed("Cache-Control: max-age=1\n\(stored)", news) != nil) == isRenewed, "\(stored) \(news)")
    }

    @Test func `the age of a renewed response starts at the 304`() throws {
        let response = try #require(
            renewed("Date: @0@\nAge: 5\nCache-Control: max-age=100\n\(tag)", "Cache-Control: max-age=50"))
        #expect(!response.headers.contains("age"))
        let freshness = ResponseFreshness(response, at: CacheScene.start.adding(seconds: 1049))
        #expect(freshness.age == 49_000 && freshness.lifetime == 50_000)
        #expect(response.headers.first("date") == HTTPDate.text(CacheScene.start.adding(seconds: 1000)))
    }

    @Test(arguments: [
        ("X-A", true), ("Cache-Control", true), ("Expires", true), ("Content-Type", true),
        ("Set-Cookie", true),
        ("Content-Security-Policy", true), ("Content-MD5", true), ("Content-Location", true), ("Vary", true),
        ("Content-Length", false), ("Content-Encoding", false), ("Content-Range", false),
        ("Connection", false), ("Keep-Alive", false), ("Transfer-Encoding", false),
    ])
    func `a 304's fields replace the stored ones, except those of the body and of the connection`(
        _ name: String, _ isReplaced: Bool
    ) throws {
        let response = try #require(
            renewed("\(tag)\nX-Kept: k\nExpires: 0\n\(name): 1\n\(name): 2", "\(name): 3\nX-New: n"))
        let isOfConnection = ["Connection", "Keep-Alive", "Transfer-Encoding"].contains(name)
        #expect(response.headers.all(name).last == (isReplaced ? "3" : isOfConnection ? nil : "2"))
        #expect(response.headers.all(name).count == (isReplaced ? 1 : response.headers.all(name).count))
        #expect(response.headers.first("x-kept") == "k" && response.headers.first("x-new") == "n")
    }

    @Test func `after a 304 with no-store the response is served once and removed`() {
        guard case .confirmed(_, .forgotten) = verdict("Expires: 0\n\(tag)", "Cache-Control: no-store")
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
