import FoundationEssentials
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import TestSupport
import Testing

/// The options that each command lists: each changes what happens, or is refused.
///
/// `browse` and `demo` are left out: they need a terminal, and share their options with `get`.
@Suite struct OptionTests {
    /// A command, with its operands. `URL` is the address of a page, `FILE` a HAR file of it.
    private static let commands: [(name: String, operands: [String])] = [
        ("dump", ["URL"]), ("get", ["URL"]), ("get --output saved", ["URL"]), ("diff", ["URL", "URL?2"]),
        ("replay", ["FILE"]), ("traffic", ["URL"]), ("traffic", ["FILE"]), ("watch", ["URL"]),
        ("split", ["page"]),
        ("merge", ["page", "update"]), ("check", ["URL"]), ("package", ["list"]),
        ("package", ["import", "URL"]),
        ("cache", ["list"]), ("cache", ["verify"]), ("cache", ["prune"]), ("history", []), ("unread", []),
        ("forget", ["all"]), ("cookies", ["import", "cookies"]), ("engine --stdio", []), ("config", []),
        ("manual", []), ("completion", ["bash"]), ("help", []),
    ]

    /// Values with which the options change what happens to a page. All other options have none, or a value that is
    /// refused.
    private static let values: [String: String] = [
        "--width": "3", "--type": "text", "--cache-policy": "only-if-cached", "--charset": "utf-16le",
        "--account": "ann", "--cache": "kept", "--header": "X-Tested: yes", "--without": "Accept",
        "--override": "no-accept-diff", "--method": "PUT", "--body": "text", "--form": "a=b", "--as": "ios",
        "--response-header": "X-Added: yes", "--user-agent": "Tested/1", "--proxy": "http://127.0.0.1:1",
        "--rule": "* => block", "--resolve": "nowhere", "--log": "log", "--har": "session",
        "--output": "saved", "--junit": "junit", "--expect": "allCached", "--expect-status": "404",
        "--changed": "news", "--clients": "ios", "--print": "body", "--part": "nothing", "--count": "1",
        "--exec": "echo", "--filter": "status=404", "--allow": "1", "--limit": "1K", "--color": "always",
    ]

    /// Options whose effect needs more than a page: a terminal, TLS, several polls, a secret, a problem.
    private static let unseen: [String: Set<String>] = [
        "dump": ["--reader", "--cache-policy", "--insecure", "--reload", "--response-header"],
        "get": ["--secrets", "--insecure", "--reload", "--clients"],
        "get --output saved": ["--insecure", "--account", "--private"],
        "diff": ["--insecure", "--account", "--private", "--log", "--source", "--response-header"],
        "replay": ["--step", "--max-time"],
        "traffic": ["--insecure", "--json", "--filter", "--color", "--offline"],
        "watch": [
            "--insecure", "--json", "--source", "--reload", "--exec", "--response-header", "--charset",
        ],
        "check": ["--insecure", "--clients", "--allow", "--strict"], "package": ["--insecure", "--json"],
        "unread": ["--insecure", "--response-header"],
        "engine --stdio": ["--insecure", "--stdio", "--response-header"],
        "cache": ["--json", "--account", "--cache"], "forget": ["--account", "--cache"],
        "cookies": ["--account"], "history": ["--account", "--count"],
    ]

    /// A server, and programs whose files are below one folder.
    private struct World {
        let server: RawServer
        let home: TemporaryFolder

        /// What a run was seen to do, with numbers as zeros.
        struct Run {
            var seen: String
            var status: TestSupport.ExitStatus
            var errors: String
        }

        init(isTraffic: Bool) async throws {
            let hello =
                #"{"hello":{"controller":1,"program":"sonic-server","version":"1","secrets":"masked","faults":[]}}"#
            let page =
                "<title>A</title><!--sonicdiff-news--><p>one <b>two</b> <a href=b>three</a></p>"
                + "<!--sonicdiff-news-end--><p style=display:none>four"
            let (type, body) = isTraffic ? ("application/x-ndjson", hello + "\n") : ("text/html", page)
            server = RawServer([
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
                        + "Set-Cookie: a=b; Max-Age=9999\r\nConnection: close\r\n\r\n" + body),
            ])
            home = try TemporaryFolder()
            try home.write(page, to: "page")
            try home.write(
                #"{"data":{"{title}":"<title>A</title>","{news}":"<!--sonicdiff-news-->x<!--sonicdiff-news-end-->"}}"#,
                to: "update")
            try home.write("localhost\tFALSE\t/\tFALSE\t99999999999\ta\tb\n", to: "cookies")
        }

        private init(server: RawServer, home: TemporaryFolder) {
            (self.server, self.home) = (server, home)
        }

        /// A world of the same server and of copies of the files.
        func copy() async throws -> World {
            let copies = try TemporaryFolder()
            let made = try await TestSupport.run("/bin/cp", ["-a", home.path + "/.", copies.path])
            #expect(made.status == .exited(0), "\(made.errors)")
            return World(server: server, home: copies)
        }

        /// Stores a page, bookmarks it, and records it, for the commands that use such.
        func prepare() async throws {
            let url = try #require(WebURL("http://localhost:\(server.port)/"))
            _ = try await BookmarkFile(root: home.path("state/sonic"), account: "").set([
                Bookmark(url: url, title: "A", since: Instant(milliseconds: 0))
            ])
            for account in ["", "ann"] {
                _ = try await run(["get", "--account", account, "URL", "--har", "recorded"])
            }
        }

        /// Runs a command, and returns what it did: its requests, its output, and the files that are there then.
        func run(_ words: [String]) async throws -> Run {
            let words = words.map {
                $0.replacing("URL", with: "http://localhost:\(server.port)/").replacing(
                    "FILE", with: "recorded")
            }
            let line =
                words.contains("--stdio")
                ? #"{"id":1,"sonic":true,"url":"http://localhost:\#(server.port)/"}"# + "\n" : ""
            let finished = try await TestSupport.run(
                binary(named: "sonic"), words, input: Array(line.utf8), environment: Site.environment(home),
                folder: home.path)
            var parts = ["\(finished.status)", finished.output, finished.errors]
            // The server reports requests in order, so that the last one shows that all were reported.
            let (client, probe) = (
                socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "GET /end HTTP/1.1\r\n\r\n"
            )
            withLoopback(port: UInt16(server.port)) { _ = connect(client, $0, $1) }
            _ = write(client, probe, probe.utf8.count)
            close(client)
            for await case .request(let head, _) in server.events {
                let text = String(decoding: head, as: UTF8.self)
                if text.hasPrefix("GET /end ") { break }
                parts.append(text)
            }
            for name in try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted() {
                parts.append(name.split(separator: "/").filter { $0.count < 32 }.joined(separator: "/"))
            }
            let seen = parts.joined(separator: "\n").replacing(home.path, with: "~")
            return Run(
                seen: String(seen.map { $0.isNumber ? "0" : $0 }), status: finished.status,
                errors: finished.errors)
        }
    }

    private static func options(of command: String) async throws -> [String] {
        let name = String(command.split(separator: " ")[0])
        let help = try await run(binary(named: "sonic"), [name, "--help"])
        return help.output.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { line in
            line.split { " ,".contains($0) }.first { $0.hasPrefix("--") }.map(String.init)
        }.filter { !["--help", "--version"].contains($0) }
    }

    @Test(arguments: commands.indices)
    func `every option that a command lists has an effect or is refused`(_ index: Int) async throws {
        let (command, operands) = Self.commands[index]
        let words = command.split(separator: " ").map(String.init)
        let world = try await World(isTraffic: command == "traffic" && operands == ["URL"])
        if !["dump", "get", "check", "engine --stdio"].contains(command) { try await world.prepare() }
        let more = command == "watch" ? ["--times", "1"] : []
        let plain = try await world.copy().run(words + operands + more)
        for option in try await Self.options(of: command)
        where !words.contains(option) && !more.contains(option) && option != "--reconnect" {
            // `--reconnect` is left out, since a run with it does not end.
            let value = Self.values[option].map { [$0] } ?? []
            var run = try await world.copy().run(words + [option] + value + operands + more)
            if run.errors.contains("requires a value") || run.errors.contains("takes") && value.isEmpty {
                run = try await world.copy().run(words + [option, "/none"] + operands + more)
            }
            let isUnseen = Self.unseen[command]?.contains(option) ?? false
            #expect(
                run.status == .exited(2) || run.seen != plain.seen || isUnseen,
                "sonic \(command) \(operands.joined(separator: " ")) drops \(option)")
        }
    }
}
