import Glibc
import TestSupport
import Testing

/// Files, mailcap, `BROWSER` and commands in the real browser on a terminal.
@Suite(.timeLimit(.minutes(3))) struct BrowserFileTests {
    /// A browser on a page with a link to a file, with a server that plays scripts.
    private struct Desk {
        let home: TemporaryFolder
        let folder: TemporaryFolder
        let pty: Pty

        init(
            _ server: RawServer, configuration: String = "", environment more: [String: String] = [:],
            rows: Int = 24, columns: Int = 80
        ) async throws {
            home = try TemporaryFolder()
            folder = try TemporaryFolder()
            try home.write(
                "{ downloads: '\(folder.path)', 'fresh-pages': 0, \(configuration) }",
                to: "config/sonic/config.json5")
            var environment = Site.environment(home)
            environment["TMPDIR"] = home.path
            pty = try Pty(
                binary(named: "sonic"), [server.url("/")], environment: environment.merging(more) { $1 },
                rows: rows, columns: columns)
            _ = try await pty.waitUntil(contains: "the file")
        }

        /// Follows the link and saves its target.
        func save() async throws {
            await pty.press(.tab, .enter)
            _ = try await pty.waitUntil(contains: " as: ")
            await pty.press(.enter)
        }

        func leave() async throws {
            await pty.send("q")
            #expect(try await pty.waitForExit() == .exited(0))
            #expect(await pty.isRestored)
        }
    }

    private static func head(_ status: String, _ fields: String...) -> String {
        (["HTTP/1.1 " + status, "Connection: close"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func page(_ name: String) -> [RawServer.Step] {
        let html = "<title>Files</title><h1>Files</h1><p><a href=\"/\(name)\">the file</a>"
        return [
            .readRequest,
            .send(head("200 OK", "Content-Type: text/html", "Content-Length: \(html.utf8.count)") + html),
        ]
    }

    private static func file(_ body: String, _ type: String, _ fields: String = "X: y") -> [RawServer.Step] {
        [
            .readRequest,
            .send(
                head(
                    "200 OK", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)", "ETag: \"v1\"",
                    fields)
                    + body),
        ]
    }

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `a download reuses the transfer of the followed link, and the page stays`(rows: Int, columns: Int)
        async throws
    {
        let server = RawServer { $0 == 0 ? Self.page("a.zip") : Self.file("0123456789", "application/zip") }
        let desk = try await Desk(server, rows: rows, columns: columns)
        try await desk.save()
        let screen = try await desk.pty.waitUntil(contains: "Saved ")
        #expect(screen.contains("the file"))
        #expect(desk.folder.names == ["a.zip"] && desk.folder.read("a.zip") == Array("0123456789".utf8))
        await desk.pty.send("\u{1B}w")
        _ = try await desk.pty.waitUntil("the list") { $0.contains("Files") && $0.contains("10 B, saved") }
        await desk.pty.send("q")
        try await desk.leave()
        // One request for the page, one for the file.
        var requests = 0
        for await event in server.events {
            if case .request = event { requests += 1 }
            if requests == 2 { break }
        }
    }

    @Test func `dangerous parts of a hostile file name are removed`() async throws {
        let name = "Content-Disposition: attachment; filename=\"../../.ssh/\u{1B}[31mauthorized_keys\""
        let server = RawServer { $0 == 0 ? Self.page("x") : Self.file("evil", "text/html", name) }
        let desk = try await Desk(server)
        try await desk.save()
        _ = try await desk.pty.waitUntil(contains: "Saved ")
        #expect(desk.folder.names == ["[31mauthorized_keys"])
        try await desk.leave()
    }

    @Test func `a slow download shows its progress, can be stopped, and resumes after a restart`()
        async throws
    {
        let gate = Gate()
        let body = String(repeating: "x", count: 4096)
        let server = RawServer { connection in
            switch connection {
            case 0, 2: return Self.page("a.bin")
            case 1:
                let head = Self.head("200 OK", "Content-Type: a/b", "Content-Length: 4096", "ETag: \"v1\"")
                return [.readRequest, .send(head + body.prefix(1024)), .wait(gate)]
            default:
                let head = Self.head(
                    "206 Partial Content", "Content-Range: bytes 1024-4095/4096", "Content-Length: 3072",
                    "ETag: \"v1\"")
                return [.readRequest, .send(head + body.dropFirst(1024))]
            }
        }
        let desk = try await Desk(server)
        try await desk.save()
        await desk.pty.send("\u{1B}w")
        _ = try await desk.pty.waitUntil(contains: "1,024 of 4,096 B")
        await desk.pty.send("q")
        await desk.pty.send("q")
        _ = try await desk.pty.waitUntil(contains: "A download is running")
        await desk.pty.send("y")
        #expect(try await desk.pty.waitForExit() == .exited(0))
        #expect(desk.folder.names == ["a.bin.part", "a.bin.part-record"])
        let second = try Pty(
            binary(named: "sonic"), [server.url("/")], environment: Site.environment(desk.home))
        _ = try await second.waitUntil(contains: "the file")
        await second.send("\u{1B}w")
        _ = try await second.waitUntil(contains: "1,024 of 4,096 B, stopped")
        await second.send("r")
        _ = try await second.waitUntil(contains: "4 KB, saved")
        #expect(desk.folder.names == ["a.bin"] && desk.folder.read("a.bin")?.count == 4096)
        gate.open()
        await second.send("q")
        await second.send("q")
        #expect(try await second.waitForExit() == .exited(0))
    }

    @Test func `a download of 64 MB is not held in memory, and the screen stays responsive`() async throws {
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        let server = RawServer { connection in
            guard connection > 0 else { return Self.page("a.iso") }
            let head = Self.head("200 OK", "Content-Type: application/x-iso", "Content-Length: \(64 << 20)")
            return [.readRequest, .send(head), .flood(piece, times: 64)]
        }
        let desk = try await Desk(server)
        try await desk.save()
        _ = try await desk.pty.waitUntil("the end", within: .seconds(60)) { $0.contains("Saved ") }
        #expect(desk.folder.read("a.iso")?.count == 64 << 20)
        let status = String(decoding: Self.contents("/proc/\(desk.pty.id)/status"), as: UTF8.self)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = peak.flatMap { Int($0.filter(\.isNumber)) } ?? .max
        #expect(kilobytes < 90_000 || Sanitizer.isWatching, "\(kilobytes) KB")
        try await desk.leave()
    }

    private static func contents(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    @Test func `a saved file is opened with the mailcap program, whatever its name contains`()
        async throws
    {
        let hostile = "a'b \"c\" $(touch pwned) `touch pwned`; touch pwned &.zip"
        let quoted = hostile.replacing("\"", with: "\\\"")
        let name = "Content-Disposition: attachment; filename=\"\(quoted)\""
        let server = RawServer { $0 == 0 ? Self.page("x") : Self.file("inside", "application/zip", name) }
        let scripts = try TemporaryFolder()
        try scripts.write(
            """
            application/zip; wrong; test=false
            application/zip; sh -c 'cat %s > \(scripts.path)/seen'; test=test -f '%s'
            """, to: "mailcap")
        let desk = try await Desk(server, environment: ["MAILCAPS": scripts.path("mailcap")])
        try await desk.save()
        _ = try await desk.pty.waitUntil(contains: "Saved ")
        #expect(desk.folder.names == [hostile])
        await desk.pty.send("\u{1B}w\r")
        _ = try await desk.pty.waitUntil(contains: "Opened ")
        while scripts.read("seen") != Array("inside".utf8) { await Task.yield() }
        #expect(scripts.names.sorted() == ["mailcap", "seen"])
        #expect(!desk.folder.names.contains("pwned") && !desk.home.names.contains("pwned"))
        await desk.pty.send("q")
        try await desk.leave()
    }

    @Test func `a program that needs the terminal gets it and returns it`() async throws {
        let server = RawServer { $0 == 0 ? Self.page("a.zip") : Self.file("inside", "application/zip") }
        let scripts = try TemporaryFolder()
        try scripts.write("application/zip; cat %s && read answer; needsterminal\n", to: "mailcap")
        let desk = try await Desk(server, environment: ["MAILCAPS": scripts.path("mailcap")])
        try await desk.save()
        _ = try await desk.pty.waitUntil(contains: "Saved ")
        await desk.pty.send("\u{1B}w\r")
        _ = try await desk.pty.waitUntil("the program") { $0.contains("inside") && !$0.contains("saved") }
        await desk.pty.press(.enter)
        _ = try await desk.pty.waitUntil(contains: "Back in sonic.")
        await desk.pty.send("q")
        try await desk.leave()
    }

    @Test func `a file without a mailcap entry is reported`() async throws {
        let server = RawServer { $0 == 0 ? Self.page("a.zip") : Self.file("inside", "application/zip") }
        let desk = try await Desk(server, environment: ["MAILCAPS": "/nowhere"])
        try await desk.save()
        _ = try await desk.pty.waitUntil(contains: "Saved ")
        await desk.pty.send("\u{1B}w\r")
        _ = try await desk.pty.waitUntil(contains: "No mailcap entry for application/zip")
        await desk.pty.send("q")
        try await desk.leave()
    }

    @Test func `an external browser gets the address as one argument, and the next one is the fallback`()
        async throws
    {
        let server = RawServer { _ in Self.page("a?b=1&c=$(touch%20pwned);d='e'") }
        let scripts = try TemporaryFolder()
        let script = try scripts.write("printf '%s\\n' \"$#\" \"$@\" > \(scripts.path)/seen", to: "browser")
        let desk = try await Desk(server, environment: ["BROWSER": "false:sh -c 'x %s':sh \(script) -x %s"])
        await desk.pty.press(.tab)
        await desk.pty.send("\u{1B}g")
        _ = try await desk.pty.waitUntil(contains: "Opened in another browser: ")
        let seen = String(decoding: scripts.read("seen") ?? [], as: UTF8.self)
        #expect(seen == "2\n-x\n\(server.url("/a?b=1&c=$(touch%20pwned);d=%27e%27"))\n", "\(seen)")
        #expect(scripts.names.sorted() == ["browser", "seen"])
        try await desk.leave()
    }

    @Test func `commands receive addresses and pages, and their output is shown`() async throws {
        let server = RawServer { _ in Self.page("a.zip") }
        let commands =
            "commands: { count: { run: 'wc -c', input: 'page' }, words: { run: 'cat', input: 'text' } }"
        let desk = try await Desk(server, configuration: commands)
        await desk.pty.send(":send count\r")
        _ = try await desk.pty.waitUntil(contains: "count: 66")
        await desk.pty.send(":send words\r")
        _ = try await desk.pty.waitUntil("the text") { $0.contains("┌ words") && $0.contains("Files") }
        await desk.pty.send("q")
        await desk.pty.send(":send printf '%s.'\r")
        _ = try await desk.pty.waitUntil(contains: server.url("/") + ".")
        await desk.pty.send(":send sh -c 'exit 3'\r")
        _ = try await desk.pty.waitUntil(contains: "ended with status 3")
        try await desk.leave()
    }

    @Test func `a command's output cannot inject escape sequences`() async throws {
        let server = RawServer { _ in Self.page("a.zip") }
        let desk = try await Desk(server)
        await desk.pty.send(":send printf '\\033]0;owned\\007one\\ntwo\\n' #\r")
        _ = try await desk.pty.waitUntil("the output") { $0.contains("┌ printf") && $0.contains("two") }
        let output = String(decoding: await desk.pty.output, as: UTF8.self)
        #expect(!output.contains("\u{1B}]0;owned"))
        await desk.pty.send("q")
        try await desk.leave()
    }
}
