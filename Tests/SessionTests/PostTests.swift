import SonicProtocol
import Testing

@testable import SonicSession

/// Sessions that submit a form by POST.
@Suite struct PostTests {
    private static let body = PostBody(
        Array("a=1".utf8), contentType: "application/x-www-form-urlencoded", origin: "http://news.example")

    /// Plays a POST to an address with a stored page.
    private func post(
        mode: SessionMode = .open, at address: String = "http://news.example/", _ replies: [Reply],
        _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var play = Play(stored: Sample.stored(v1), replies)
        let lines = play.run(mode, .post(Self.body), url: try WebURL.parse(address))
        #expect(lines == expected, sourceLocation: sourceLocation)
    }

    @Test func `a response is shown as it arrives and never stored, and the stored page is not used`() throws
    {
        try post(
            [.answer("200 OK\nContent-Type: text/html", body: "<p>Thanks.")],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            piece of 5 bytes
            piece of 5 bytes
            show page of 10 bytes
            end plain -: plain(post(POST of 3 bytes, status: 200), isStoredCopy: false)
            """)
    }

    @Test func `a Sonic response to a POST is plain and not stored either`() throws {
        var play = Play(stored: Sample.stored(v1), [Sample.full(v2)])
        _ = play.run(.open, .post(Self.body))
        #expect(play.result?.outcome == .plain(.posted))
        #expect(play.result?.storage == .notAllowed(.posted(method: "POST")))
        #expect(play.commits == [])
    }

    @Test(arguments: ["301 Moved", "302 Found", "303 See Other"])
    func `301, 302 and 303 are followed by an ordinary GET`(status: String) throws {
        var play = Play(
            stored: Sample.stored(v1),
            [.answer("\(status)\nLocation: /done", body: ""), .answer("304 Not Modified", body: "")])
        let lines = play.run(.open, .post(Self.body))
        #expect(
            lines
                == """
                ask POST 3 bytes from http://news.example to http://news.example/
                redirected \(status.prefix(3)) to http://news.example/done
                show version 3
                ask http://news.example/done accept-diff etag=X1 tag=T1
                write renew 3
                end allCached 304: notModified(etag: X1)
                """.filled)
    }

    @Test(arguments: ["307 Temporary Redirect", "308 Permanent Redirect"])
    func `307 and 308 send the same body again`(status: String) throws {
        try post(
            [
                .answer("\(status)\nLocation: http://b.example/x", body: ""),
                .answer("\(status)\nLocation: http://c.example/y", body: ""),
                .answer("200 OK", body: "ok"),
            ],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            redirected \(status.prefix(3)) to http://b.example/x
            ask POST 3 bytes from http://news.example to http://b.example/x
            redirected \(status.prefix(3)) to http://c.example/y
            ask POST 3 bytes from null to http://c.example/y
            piece of 1 bytes
            piece of 1 bytes
            show page of 2 bytes
            end plain -: plain(post(POST of 3 bytes, status: 200), isStoredCopy: false)
            """)
    }

    @Test func `a body posted over https is not sent unencrypted`() throws {
        try post(
            at: "https://news.example/",
            [.answer("307 Temporary Redirect\nLocation: http://news.example/", body: "")],
            """
            ask POST 3 bytes from http://news.example to https://news.example/
            end failed -: badRedirect(unencryptedPost, status: 307, location: http://news.example/)
            """)
        try post(
            at: "https://news.example/",
            [.answer("303 See Other\nLocation: http://news.example/", body: ""), .failure(.cancelled)],
            """
            ask POST 3 bytes from http://news.example to https://news.example/
            redirected 303 to http://news.example/
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            end failed -: stopped(post: -, storedPage)
            """.filled)
    }

    @Test func `a session never sends a POST twice`() throws {
        try post(
            [Sample.data(v2)],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: badResponse(unaskedUpdate(change: false, isTagSent: false), nothing)
            """)
        try post(
            [.answer("503 Service Unavailable", body: "later")],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: errorStatus(status: 503, phrase: Service Unavailable, url: http://news.example/, \
            purpose: posted(POST of 3 bytes), challenge: -, shown: nothing)
            """)
        try post(
            [.answer("304 Not Modified", body: "")],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: badResponse(invalid(unconditionalNotModified), nothing)
            """)
    }

    @Test func `a failure says whether the server may have processed the POST`() throws {
        try post(
            [.failure(.unreachable(host: "news.example", port: 80, detail: "refused"))],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: failed(unreachable(host: news.example, port: 80, detail: refused), \
            http://news.example/, post: POST of 3 bytes)
            """)
        try post(
            [.failure(.reset(detail: "gone"))],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: failed(reset(detail: gone), http://news.example/, post: POST of 3 bytes)
            """)
        try post(
            [.failure(.cancelled)],
            """
            ask POST 3 bytes from http://news.example to http://news.example/
            end failed -: stopped(post: POST of 3 bytes, nothing)
            """)
    }

    @Test func `without requests allowed, nothing is posted`() throws {
        try post(
            mode: .cacheOnly, [],
            """
            end failed -: postNotCached
            """)
    }

    @Test func `the request carries its type and origin, and no Sonic headers`() {
        let headers = RequestHeaders(product: "sonic/0", custom: [HeaderField("X-A", "b")]).headers(
            RequestConditions(sonic: false), lastModified: nil, cookies: "a=b", reload: .none,
            method: .post(Self.body))
        #expect(
            headers.fields.map { "\($0.name): \($0.value)" } == [
                "Accept-Encoding: gzip, deflate, br, zstd",
                "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "User-Agent: sonic/0",
                "Content-Type: application/x-www-form-urlencoded", "Origin: http://news.example",
                "Cookie: a=b", "X-A: b",
            ])
    }
}
