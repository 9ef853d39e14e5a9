import FoundationEssentials
import PageCache
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// Provokes the cause of each row of docs/guide/messages.md and looks for its text in the program's output.
@Suite struct MessageTests {
    @Test func `every cause in the table produces its message`() async throws {
        let rows = try Self.rows()
        let causes = Self.causes
        #expect(
            Set(rows.map(\.cause)) == Set(causes.keys), "docs/guide/messages.md and the causes here differ")
        #expect(rows.count == causes.count)
        let stage = try await Stage()
        for row in rows {
            guard let provoke = causes[row.cause] else { continue }
            let said = try await provoke(stage)
            #expect(said.contains(row.words), "\(row.cause): \(said)")
            #expect(!said.contains("Fatal error"), "\(row.cause)")
        }
    }

    private static func rows() throws -> [(cause: String, words: String)] {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let text = try String(contentsOfFile: root + "/docs/guide/messages.md", encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { cell in
                cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            }.map { String($0) }
            guard line.hasPrefix("|"), cells.count == 3, cells[1].hasPrefix("`") else { return nil }
            return (cells[0], String(cells[1].dropFirst().dropLast()))
        }
    }

    private static func challenge(_ status: String, _ challenge: String) -> String {
        "HTTP/1.1 \(status)\r\n\(challenge) realm=\"news\"\r\nContent-Length: 0\r\n\r\n"
    }

    /// What is needed to provoke a cause: the demo site with its faults, and servers that send raw bytes.
    private struct Stage {
        let site: Site

        init() async throws {
            site = try await .demo()
        }

        /// The output of `sonic`, both streams.
        func say(_ words: String..., environment: [String: String] = [:]) async throws -> String {
            let finished = try await run(
                binary(named: "sonic"), words, environment: site.environment.merging(environment) { $1 })
            return finished.output + finished.errors
        }

        /// The output of `sonic get` for a fault of the demo site.
        func fault(_ name: String, times: Int = 1) async throws -> String {
            var said = ""
            for _ in 0..<times { said = try await say("get", site.address + "/faults/" + name) }
            return said
        }

        /// The output of `sonic get` for a server that plays these steps.
        func raw(_ steps: [RawServer.Step], _ options: String...) async throws -> String {
            let server = RawServer(steps)
            let finished = try await run(
                binary(named: "sonic"), ["get", server.url()] + options, environment: site.environment)
            withExtendedLifetime(server) {}
            return finished.output + finished.errors
        }

        /// The reason and findings of a session whose connection fails in this way.
        func failing(_ failure: ConnectionFailure) async -> String {
            let engine = SessionEngine(
                connection: FailingConnection(failure: failure), store: MemoryStore(), hashes: .nettle,
                clocks: Self.clocks)
            return await reason(engine)
        }

        /// The reason and findings of a session that stores a page on a full disk.
        func fullDisk() async throws -> String {
            let folder = try TemporaryFolder()
            let engine = SessionEngine(
                connection: FailingConnection(failure: nil),
                store: PageCache(
                    root: folder.path("cache"), hashes: .nettle, disk: FullDisk(), now: Self.clocks.now),
                hashes: .nettle, clocks: Self.clocks)
            return await reason(engine)
        }

        private func reason(_ engine: SessionEngine) async -> String {
            guard let url = WebURL("http://news.example/") else { return "" }
            let session = engine.open(SessionOrder(url: url, headers: RequestHeaders(product: "test")))
            guard let result = await session.result() else { return "" }
            return ([result.reason.words] + result.findings.map(\.message)).joined(separator: "\n")
        }

        private static let clocks = SessionEngine.Clocks(
            now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero })

        /// The browser's output on a terminal.
        func browser(rows: Int = 24, columns: Int = 80, _ environment: [String: String]) async throws
            -> String
        {
            let pty = try Pty(
                binary(named: "sonic"), [site.address],
                environment: site.environment.merging(environment) { $1 },
                rows: rows, columns: columns)
            _ = try await pty.waitForExit()
            return await String(decoding: pty.output, as: UTF8.self)
        }
    }

    private typealias Cause = @Sendable (Stage) async throws -> String

    private static var causes: [String: Cause] {
        addresses.merging(connections) { $1 }.merging(answers) { $1 }.merging(stores) { $1 }
            .merging(packages) { $1 }
            .merging(terminals) { $1 }
    }

    private static let addresses: [String: Cause] = [
        "an invalid address": { try await $0.say("get", "http://[::1") },
        "an unsupported scheme": { try await $0.say("get", "gopher://news.example/") },
        "an unknown option": { try await $0.say("get", "--colour", "x") },
        "an option without a value": { try await $0.say("dump", "x", "--width") },
        "an option of another command": { try await $0.say("get", "--width", "3", "x") },
        "a malformed header": { try await $0.say("get", "-H", "no colon", "x") },
        "a malformed --resolve": { try await $0.say("get", "--resolve", "news.example", "x") },
        "a malformed rule": { try await $0.say("get", "--rule", "news.example", "x") },
        "a rule with an invalid action": { try await $0.say("get", "--rule", "a => b", "x") },
        "a log file that cannot be written": { try await $0.say("get", "--log", "/missing/log", "x") },
        "a missing file": { try await $0.say("dump", "./missing.html") },
        "a mistake in the configuration": {
            try await $0.say("config", "check", $0.site.home.write("{ them: 1 }", to: "mistaken.json5"))
        },
    ]

    private static let connections: [String: Cause] = [
        "a refused connection": { try await $0.say("get", "http://127.0.0.1:1/") },
        "an unknown host": { try await $0.say("get", "http://nowhere.invalid/") },
        "an untrusted certificate": { stage in
            let server = try await TLSServer()
            return try await stage.say("get", server.address)
        },
        "a server that requires a client certificate": { stage in
            let server = try await TLSServer("-Verify", "1")
            return try await stage.say("get", "--insecure", server.address)
        },
        "plain HTTP at an https address": { stage in
            // The response is read before the connection ends: closing it with unread bytes would reset the connection.
            let server = RawServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .awaitHangUp])
            let said = try await stage.say(
                "get", "--insecure", server.url().replacing("http://", with: "https://"))
            withExtendedLifetime(server) {}
            return said
        },
        "a page that exceeds its time limit": {
            try await $0.raw([.readRequest, .awaitHangUp], "--max-time", "1")
        },
        "no response in time": { try await $0.raw([.readRequest, .awaitHangUp], "--timeout", "1") },
        "a connection closed before the response": { try await $0.fault("hang-up") },
        "a truncated body": { try await $0.fault("truncated") },
        "a server that does not speak HTTP": {
            try await $0.raw([.send("SSH-2.0-OpenSSH_9.2\r\n"), .awaitHangUp])
        },
        "an invalid content coding": { try await $0.fault("bad-gzip") },
        "an unreachable mapped address": { stage in
            try await stage.say("get", "--resolve", "127.0.0.1:127.0.0.1:1", stage.site.address + "/static")
        },
        "a malformed line in a list of hosts": { stage in
            let list = try stage.site.home.write("news.example\n", to: "hosts")
            return try await stage.say("get", "--hosts", list, stage.site.address + "/static")
        },
        "an address instead of a file of hosts": { stage in
            try await stage.say("get", "--hosts", "http://127.0.0.1:1/", stage.site.address + "/static")
        },
        "a failing proxy": {
            try await $0.say("get", "--proxy", "http://127.0.0.1:1", "http://news.example/")
        },
        "an address blocked by a rule": {
            try await $0.say("get", "--rule", "news.example => block", "news.example")
        },
        "a file of a form that was changed or deleted after it was chosen": {
            await $0.failing(.unsendable(detail: "a.txt changed after it was chosen"))
        },
        "a missing libcurl": { await $0.failing(.libraryMissing(detail: "not found")) },
    ]

    private static let answers: [String: Cause] = [
        "a missing page": { try await $0.fault("missing") },
        "a page that requires a login": {
            try await $0.raw([
                .readRequest,
                .send(
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"news\"\r\n"
                        + "Content-Length: 0\r\n\r\n"),
            ])
        },
        "a wrong name or password": {
            try await $0.raw(
                Array(
                    repeating: [
                        .readRequest, .send(Self.challenge("401 Unauthorized", "WWW-Authenticate: Basic")),
                    ], count: 2
                )
                .flatMap(\.self), "--user", "ann:wrong")
        },
        "a page that requires a token": {
            try await $0.raw([
                .readRequest, .send(Self.challenge("401 Unauthorized", "WWW-Authenticate: Bearer")),
            ])
        },
        "a proxy that requires a login": {
            try await $0.raw([
                .readRequest,
                .send(Self.challenge("407 Proxy Authentication Required", "Proxy-Authenticate: Basic")),
            ])
        },
        "a server error": { try await $0.fault("error") },
        "a redirect loop": { try await $0.fault("loop") },
        "a redirect without a Location": { try await $0.fault("lost-redirect") },
        "a redirect to another scheme": {
            try await $0.raw([
                .readRequest, .send("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"),
            ])
        },
        "a 304 to an unconditional request": { try await $0.fault("unasked-304") },
        "an update with a wrong hash": { stage in
            _ = try await stage.say("get", stage.site.address + "/broken-update")
            return try await stage.say("get", stage.site.address + "/broken-update")
        },
        "an update that is not JSON": { try await $0.fault("bad-json", times: 2) },
        "an update with blocks of another page": { try await $0.fault("foreign-blocks", times: 2) },
        "an unavailable server": { stage in
            _ = try await stage.say("get", stage.site.address + "/unavailable")
            return try await stage.say("get", stage.site.address + "/unavailable")
        },
        "a response that is too large": { stage in
            let megabyte = [UInt8](repeating: 0x41, count: 1 << 20)
            return try await stage.raw([
                .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"),
                .flood(megabyte, times: 300), .awaitHangUp,
            ])
        },
        "a page that is not stored, offline": {
            try await $0.say("get", "--offline", "http://x.example/")
        },
    ]

    private static let stores: [String: Cause] = [
        "a cache folder that is not a folder": { stage in
            let file = try stage.site.home.write("not a folder", to: "file")
            return try await stage.say("get", "--cache", file, stage.site.address + "/static")
        },
        "a full disk": { try await $0.fullDisk() },
        "removing a page that is kept offline": { stage in
            let address = stage.site.address + "/static"
            _ = try await stage.say("get", address)
            let root = stage.site.home.path("cache/sonic")
            let cache = PageCache(root: root, hashes: .nettle, now: { Instant(milliseconds: 0) })
            for entry in try await cache.list() { _ = try await cache.pin(entry.id) }
            return try await stage.say("cache", "remove", address)
        },
        "a missing HOME": {
            try await $0.say(
                "get", "http://x.example/",
                environment: ["HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""])
        },
    ]

    private static let packages: [String: Cause] = [
        "a missing package": { try await $0.say("get", "package://nowhere/") },
        "an archive with paths outside its folder": { stage in
            try stage.site.home.write("up", to: "up.html")
            try stage.site.home.write("<p>", to: "leading/index.html")
            let made = try await run(
                "/usr/bin/env", ["bsdtar", "-P", "-c", "-f", "../leading.tar", "index.html", "../up.html"],
                folder: stage.site.home.path("leading"))
            #expect(made.status == .exited(0))
            return try await stage.say("package", "import", stage.site.home.path("leading.tar"))
        },
        "an archive without a manifest": { stage in
            try stage.site.home.write("<p>", to: "bare/index.html")
            return try await stage.say("package", "import", stage.site.home.path("bare"))
        },
        "a file that does not match its manifest": { stage in
            try stage.site.home.write("<p>one", to: "changed/index.html")
            let folder = stage.site.home.path("changed")
            _ = try await stage.say("package", "make", folder, "--name", "changed")
            try stage.site.home.write("<p>two", to: "changed/index.html")
            return try await stage.say("package", "import", folder)
        },
        "an invalid manifest": { stage in
            try stage.site.home.write("{}", to: "broken/manifest.json")
            return try await stage.say("package", "import", stage.site.home.path("broken"))
        },
        "a file that is not an archive": { stage in
            try await stage.say("package", "import", try stage.site.home.write("text", to: "a.zip"))
        },
        "a missing bsdtar": { stage in
            let file = try stage.site.home.write("text", to: "b.zip")
            return try await stage.say("package", "import", file, environment: ["PATH": "/nowhere"])
        },
        "an update that cannot be fetched": { stage in
            try stage.site.home.write("<p>", to: "lost/index.html")
            let folder = stage.site.home.path("lost")
            let manifest = "http://127.0.0.1:1/manifest.json"
            _ = try await stage.say("package", "make", folder, "--name", "lost", "--updates", manifest)
            _ = try await stage.say("package", "import", folder)
            return try await stage.say("package", "update", "lost")
        },
        "a package without an update address": { stage in
            try stage.site.home.write("<p>", to: "still/index.html")
            let folder = stage.site.home.path("still")
            _ = try await stage.say("package", "make", folder, "--name", "still")
            _ = try await stage.say("package", "import", folder)
            return try await stage.say("package", "update", "still")
        },
    ]

    private static let terminals: [String: Cause] = [
        "no terminal": { try await $0.say($0.site.address) },
        "TERM is missing": { try await $0.browser(["TERM": ""]) },
        "TERM is unknown": { try await $0.browser(["TERM": "no-such-terminal"]) },
        "a window that is too small": { try await $0.browser(rows: 3, columns: 15, [:]) },
    ]
}

/// A connection that fails at once, or, without a failure, responds with a small page.
private struct FailingConnection: Connection {
    let failure: ConnectionFailure?

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseEvents { continuation in
            if let failure {
                continuation.yield(.failed(failure))
            } else if let head = ResponseHead(raw: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) {
                continuation.yield(.headReceived(head))
                continuation.yield(.bodyReceived(Array("<p>page".utf8)))
                continuation.yield(.finished(TransferReport()))
            }
            continuation.finish()
        }
    }
}
