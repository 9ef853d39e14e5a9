import TestSupport
import Testing

/// What is stored under an exception (an option or setting that changes which server responds) is used only under the
/// same exception, and what is stored without one only without it.
@Suite struct ExceptionTests {
    /// An exception that sends the requests for the site at a port to another server.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The options for the ports of the site and of the other server; the home is for files.
        var options: @Sendable (_ site: Int, _ other: Int, TemporaryFolder) throws -> [String] = { _, _, _ in
            []
        }
        /// The text of the configuration file.
        var configuration: (@Sendable (_ site: Int, _ other: Int) -> String)?
        /// Whether the other server receives the requests itself, with cookies.
        var asksServer = true
    }

    static let ways = [
        Way(testDescription: "--resolve") { site, other, _ in
            ["--resolve", "localhost:\(site):127.0.0.1:\(other)"]
        },
        Way(testDescription: "--hosts FILE") { site, other, home in
            ["--hosts", try home.write("localhost:\(site) 127.0.0.1:\(other)\n", to: "hosts")]
        },
        Way(testDescription: "--rule to an address") { site, other, _ in
            ["--rule", "localhost:\(site) => http://127.0.0.1:\(other)"]
        },
        Way(testDescription: "--proxy") { _, other, _ in ["--proxy", "http://127.0.0.1:\(other)"] },
        Way(
            testDescription: "rules of the configuration",
            configuration: { site, other in
                "{ rules: ['localhost:\(site) => http://127.0.0.1:\(other)'] }"
            }),
    ]

    /// A server with pages and cookies of its own.
    private static func server(_ name: String) -> RawServer {
        let page = "<title>\(name)</title><p>by the \(name)"
        let head = [
            "HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Length: \(page.utf8.count)",
            "Cache-Control: max-age=200", "ETag: \"\(name)\"", "Set-Cookie: by=\(name); Max-Age=900; Path=/",
            "Connection: close",
        ]
        let answer = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
        return RawServer { _ in [.readRequest, .send(answer)] }
    }

    /// The next request that arrives, as lower-case text.
    private static func request(at server: RawServer) async -> String {
        for await event in server.events {
            if case .request(let bytes, _) = event {
                return String(decoding: bytes, as: UTF8.self).lowercased()
            }
        }
        return ""
    }

    @Test(arguments: ways)
    func `an exception's pages and cookies are used under that exception only`(
        _ way: Way
    ) async throws {
        let (site, other, home) = (Self.server("site"), Self.server("other"), try TemporaryFolder())
        let url = "http://localhost:\(site.port)/"
        let options = try way.options(site.port, other.port, home)
        func sonic(_ words: String..., isExcepted: Bool) async throws -> Finished {
            let text = isExcepted ? way.configuration?(site.port, other.port) ?? "{}" : "{}"
            try home.write(text, to: "config/sonic/config.json5")
            return try await run(
                binary(named: "sonic"), words + (isExcepted ? options : []),
                environment: Site.environment(home))
        }

        // Under the exception: stored, fresh the next time, and requested with its own cookies and validators.
        let first = try await sonic("get", "--json", url, isExcepted: true)
        #expect(try Answer(first).outcome == "firstLoad")
        #expect(!first.output.contains("\"exception\": null"))
        #expect(!(await Self.request(at: other)).contains("\r\ncookie:"))
        #expect(try Answer(try await sonic("get", "--json", url, isExcepted: true)).outcome == "fresh")

        // Without it the site is requested as if nothing had been stored.
        let offline = try await sonic("get", "--json", "--offline", url, isExcepted: false)
        #expect(try Answer(offline).outcome == "failed")
        let plain = try await sonic("get", "--json", url, isExcepted: false)
        #expect(try Answer(plain).outcome == "firstLoad" && plain.output.contains("\"exception\": null"))
        let asked = await Self.request(at: site)
        #expect(!asked.contains("\r\ncookie:") && !asked.contains("\r\nif-none-match:"))

        // Each has its own page and cookies.
        #expect(try await sonic("dump", url, isExcepted: true).output.contains("by the other"))
        #expect(try await sonic("dump", "--offline", url, isExcepted: false).output.contains("by the site"))
        _ = try await sonic("get", "--reload", url, isExcepted: true)
        let again = await Self.request(at: other)
        #expect(
            again.contains("\r\ncookie: by=other\r\n") && again.contains("\r\nif-none-match: \"other\"\r\n"))
        _ = try await sonic("get", "--reload", url, isExcepted: false)
        let back = await Self.request(at: site)
        #expect(back.contains("\r\ncookie: by=site\r\n") && back.contains("\r\nif-none-match: \"site\"\r\n"))

        // Both are listed separately, and removed together.
        let list = try await sonic("cache", "list", isExcepted: false).output
        #expect(list.split(separator: "\n").count == 2 && list.components(separatedBy: "exception: ") == 2)
        #expect(try await sonic("history", isExcepted: false).output.contains("exception: "))
        #expect(try await sonic("cache", "verify", isExcepted: false).status == .exited(0))
        #expect(try await sonic("cache", "remove", url, isExcepted: false).status == .exited(0))
        #expect(try await sonic("cache", "list", isExcepted: false).output == "")
    }

    /// Ways to open a page other than `get` and `dump`.
    enum Opener: String, CaseIterable, Sendable {
        case watch, session, fetch, browser

        /// Opens the page at an address and returns what was shown of it.
        func open(_ url: String, _ options: [String], _ environment: [String: String]) async throws -> String
        {
            let sonic = try binary(named: "sonic")
            switch self {
            case .watch:
                let words = ["watch", url, "--times", "2", "--every", "10ms", "--json"]
                return try await run(sonic, words + options, environment: environment).output
            case .session, .fetch:
                let line = #"{"id":1,"url":"\#(url)","sonic":\#(self == .session)}"# + "\n"
                return try await run(
                    sonic, ["engine", "--stdio"] + options, input: Array(line.utf8), environment: environment
                ).output
            case .browser:
                let pty = try Pty(sonic, [url] + options, environment: environment, columns: 150)
                let screen = try await pty.waitUntil("the page") {
                    $0.contains("by the ") && $0.contains("FIRST LOAD")
                }
                await pty.send("q")
                _ = try await pty.waitForExit()
                return screen.text
            }
        }
    }

    @Test(arguments: ways, Opener.allCases)
    func `no way of opening a page under an exception leaves anything to use without it`(
        _ way: Way, _ opener: Opener
    ) async throws {
        let (site, other, home) = (Self.server("site"), Self.server("other"), try TemporaryFolder())
        let url = "http://localhost:\(site.port)/"
        let options = try way.options(site.port, other.port, home)
        try home.write(way.configuration?(site.port, other.port) ?? "{}", to: "config/sonic/config.json5")
        let excepted = try await opener.open(url, options, Site.environment(home))
        #expect(!(await Self.request(at: other)).contains("\r\ncookie:"))
        switch opener {
        case .watch, .session: #expect(excepted.contains("\"exception\":"), "\(excepted)")
        case .browser: #expect(excepted.contains("by the other") && excepted.contains("under an exception"))
        case .fetch: break
        }
        try home.write("{}", to: "config/sonic/config.json5")
        let plain = try await opener.open(url, [], Site.environment(home))
        let asked = await Self.request(at: site)
        #expect(!asked.contains("by=other") && !asked.contains("\"other\""), "\(asked)")
        #expect(!plain.contains("by the other") && !plain.contains("\"exception\":"), "\(plain)")
        #expect(!plain.contains("under an exception"))
        let offline = try await run(
            binary(named: "sonic"), ["dump", "--offline", url], environment: Site.environment(home))
        #expect(!offline.output.contains("by the other"))
    }

    @Test(arguments: ways)
    func `a recording contains the exception, and a replay stores nothing`(_ way: Way) async throws {
        let (site, other, home) = (Self.server("site"), Self.server("other"), try TemporaryFolder())
        let url = "http://localhost:\(site.port)/"
        let options = try way.options(site.port, other.port, home)
        try home.write(way.configuration?(site.port, other.port) ?? "{}", to: "config/sonic/config.json5")
        func sonic(_ words: [String]) async throws -> Finished {
            try await run(binary(named: "sonic"), words, environment: Site.environment(home))
        }
        #expect(try await sonic(["get", url, "--har", home.path("a.har")] + options).status == .exited(0))
        let recorded = String(decoding: home.read("a.har") ?? [], as: UTF8.self)
        #expect(recorded.contains("\"exception\": \""), "\(recorded)")
        try home.write("{}", to: "config/sonic/config.json5")
        #expect(try await sonic(["replay", home.path("a.har")]).status == .exited(0))
        #expect(try await sonic(["get", "--json", "--offline", url]).status == .exited(1))
        #expect(try await sonic(["get", url, "--har", home.path("b.har")]).status == .exited(0))
        #expect(!String(decoding: home.read("b.har") ?? [], as: UTF8.self).contains("\"exception\""))
        withExtendedLifetime((site, other)) {}
    }

}

extension String {
    /// The number of parts into which another text splits this one.
    fileprivate func components(separatedBy text: String) -> Int { ranges(of: text).count + 1 }
}
