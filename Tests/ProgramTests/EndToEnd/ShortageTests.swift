import Glibc
import TestSupport
import Testing

/// The real programs with scarce system resources.
@Suite(.timeLimit(.minutes(2))) struct ShortageTests {
    /// Runs `sonic` with a limit, in the syntax of `ulimit`.
    private func sonic(_ limit: String, _ words: [String], _ site: Site, input: String = "") async throws
        -> Finished
    {
        try await run(
            "/bin/sh", ["-c", "ulimit \(limit) && exec \"$0\" \"$@\"", try binary(named: "sonic")] + words,
            input: Array(input.utf8), environment: site.environment)
    }

    @Test(arguments: ["-n 5", "-n 16", "-v 60000"])
    func `a limit too low to start is reported with a failure status`(limit: String) async throws {
        let site = try await Site.serving(["a.html": "<p>x"])
        let ended = try await sonic(limit, ["get", site.address + "/a.html"], site)
        guard case .exited(let status) = ended.status else {
            Issue.record("\(ended.status)")
            return
        }
        #expect(status != 0)
        #expect(!ended.errors.isEmpty && !ended.errors.contains("cannot connect to"), "\(ended.errors)")
    }

    @Test func `the browser reports a lack of descriptors and not an unknown terminal`() async throws {
        let site = try await Site.serving(["a.html": "<p>x"])
        let pty = try Pty(
            "/bin/sh",
            ["-c", "ulimit -n 16 && exec \"$0\" \"$1\"", try binary(named: "sonic"), site.address],
            environment: site.environment, columns: 200)
        try await pty.waitUntil(contains: "24 descriptors are required")
        #expect(try await pty.waitForExit() == .exited(1))
    }

    @Test func `many more requests than descriptors all get a response`() async throws {
        let site = try await Site.serving(["a.html": "<p>x"])
        let lines = (0..<400).map {
            #"{"id":\#($0),"url":"\#(site.address)/a.html?\#($0)","sonic":true}"# + "\n"
        }
        let ended = try await sonic("-n 64", ["engine", "--stdio", "--private"], site, input: lines.joined())
        #expect(ended.status == .exited(0))
        let answers = ended.output.split(separator: "\n")
        #expect(answers.count == 400)
        #expect(!answers.contains { $0.contains("\"error\"") })
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `processes that the program started end with it, with all their children`(signal: Int32) async throws
    {
        let site = try await Site.serving(["a.html": "<p>one"])
        let pipe = site.home.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Reads the end of the pipe when no process has the other end open.
        let reader = try Program("/bin/cat", [pipe])
        let program = try Program(
            try binary(named: "sonic"),
            [
                "watch", "--every", "50ms", site.address + "/a.html", "--exec",
                "exec 9> \(pipe); trap '' TERM; setsid sh -c 'echo one >&9; sleep 600' & echo two >&9; sleep 600; :",
            ],
            environment: site.environment)
        try await program.wait(for: "watching")
        try site.folder.write("<p>two", to: "a.html")
        try await reader.wait(for: "one")
        try await reader.wait(for: "two")
        await program.signal(signal)
        #expect(try await reader.finish().status == .exited(0))
        _ = try await program.finish()
    }

    @Test func `text piped to the pager has control characters made visible`() async throws {
        let site = try await Site.serving(["a.html": "<p>x"])
        let body = "one\u{1B}]0;two\u{7}\n\u{202E}three\n"
        let server = RawServer([
            .readRequest,
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/x-foo\r\nContent-Disposition: attachment; filename=x.foo\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body),
        ])
        let home = site.home
        try home.write("", to: "Downloads/.kept")
        let environment = site.environment.merging([
            "MAILCAPS": try home.write("text/x-foo; cat %s; copiousoutput\n", to: "mailcap"),
            "PAGER": "tee \(home.path("paged"))",
        ]) { $1 }
        let pty = try Pty(
            binary(named: "sonic"), [server.url()], environment: environment, rows: 24, columns: 100)
        try await pty.waitUntil(contains: "Save ")
        await pty.send("\r")
        try await pty.waitUntil(contains: "Saved ")
        await pty.send("\u{1B}w")
        try await pty.waitUntil(contains: "saved")
        await pty.send("\r")
        try await pty.waitUntil(contains: "Back in sonic.")
        #expect(
            String(decoding: home.read("paged") ?? [], as: UTF8.self) == "one␛]0;two␇\n\u{FFFD}three\n")
        let output = String(decoding: await pty.output, as: UTF8.self)
        #expect(!output.contains("\u{1B}]0;two") && !output.contains("\u{202E}"))
        withExtendedLifetime(server) {}
    }
}
