import SonicClient
import TestSupport
import Testing

/// A connection that answers every request with the same page and has no state.
private struct OnePage: Connection {
    func exchange(_ request: Request) -> ResponseEvents {
        ResponseEvents { report in
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nUser: \(request.headers.first("user-agent") ?? "")\r\n\r\n"
            if let head = ResponseHead(raw: Array(head.utf8)) { report.yield(.headReceived(head)) }
            report.yield(.bodyReceived(Array("<p>Hello".utf8)))
            report.yield(.finished(TransferReport()))
            report.finish()
        }
    }
}

/// A connection that sets a cookie and answers every request with the Cookie header that it received.
private struct CookieEcho: Connection {
    func exchange(_ request: Request) -> ResponseEvents {
        ResponseEvents { report in
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: visits=1; Path=/\r\nCache-Control: no-store\r\n\r\n"
            if let head = ResponseHead(raw: Array(head.utf8)) { report.yield(.headReceived(head)) }
            report.yield(.bodyReceived(Array("<p>\(request.headers.first("cookie") ?? "none")".utf8)))
            report.yield(.finished(TransferReport()))
            report.finish()
        }
    }
}

@Suite struct SonicTests {
    @Test(arguments: [
        ("http://news.example/a", "http://news.example/b", "<p>visits=1"),
        ("http://news.example/a", "http://other.example/", "<p>none"),
    ])
    func `in-memory cookies are sent with the next request to their host only`(
        first: String, second: String, expected: String
    ) async throws {
        let sonic = Sonic(connection: CookieEcho(), cookies: .memory())
        for address in [first, second] {
            var shown = ""
            for await event in try sonic.open(address) {
                if case .pageReplaced(let page) = event { shown = String(decoding: page.html, as: UTF8.self) }
            }
            #expect(shown == (address == second ? expected : "<p>none"))
        }
    }

    @Test func `a page is stored in the given store and found there again`() async throws {
        let folder = try TemporaryFolder()
        for number in 1...2 {
            let sonic = Sonic(connection: OnePage(), store: .folder(folder.path("pages")))
            var found: [String] = []
            for await event in try sonic.open("http://news.example/") {
                if case .cachedPageFound(let page) = event {
                    found.append(String(decoding: page.version.html, as: UTF8.self))
                }
            }
            #expect(found == (number == 1 ? [] : ["<p>Hello"]))
        }
    }

    @Test func `accounts share no pages`() async throws {
        var sonic = Sonic(connection: OnePage())
        let url = try WebURL.parse("http://news.example/")
        #expect(await sonic.open(url).result()?.storage == .stored(number: 1))
        #expect(await sonic.open(url).result()?.storage == .renewed)
        sonic.account = "other"
        #expect(await sonic.open(url).result()?.storage == .stored(number: 1))
    }

    @Test func `the product name is sent in User-Agent`() async throws {
        let named = Sonic(connection: OnePage(), headers: RequestHeaders(product: "reader/2"))
        let result = await named.open(try WebURL.parse("http://news.example/")).result()
        #expect(result?.head?.headers.first("user") == "reader/2 Sonic/2.0.0")
    }

    @Test func `an invalid address throws before the session starts`() {
        let sonic = Sonic(connection: OnePage())
        #expect(throws: WebURL.Failure.missingScheme("news")) { _ = try sonic.open("news") }
        #expect(throws: WebURL.Failure.self) { _ = try sonic.open("http://münchen.example/") }
        var converting = sonic
        converting.domainToASCII = { _ in "xn--mnchen-3ya.example" }
        #expect(throws: Never.self) { _ = try converting.open("http://münchen.example/") }
    }

    @Test func `the system clocks advance`() {
        let clocks = SessionEngine.Clocks.system
        let (now, uptime) = (clocks.now(), clocks.uptime())
        // The beginning of 2025: earlier than this test.
        #expect(now > Instant(milliseconds: 1_735_689_600_000))
        #expect(clocks.uptime() >= uptime)
    }
}
