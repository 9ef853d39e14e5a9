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
}
