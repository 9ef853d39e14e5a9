import Glibc
import SonicProtocol
import TestSupport
import Testing

@testable import SonicServer

/// The program itself, as started by a user or a browser.
@Suite struct ServerProgramTests {
    private func run(_ arguments: String...) async throws -> Finished {
        try await TestSupport.run(binary(named: "sonic-server"), arguments)
    }

    /// The running program, and the port that it reports.
    private func start(_ arguments: String...) async throws -> (program: Program, port: UInt16) {
        let program = try Program(binary(named: "sonic-server"), arguments)
        let port = try await program.line(beginning: "listening on http://127.0.0.1:")
        return (program, try #require(UInt16(port)))
    }

    @Test func `help and version are printed on standard output`() async throws {
        let help = try await run("--help")
        #expect(help.status == .exited(0) && help.errors.isEmpty)
        for word in [
            "serve DIR", "proxy URL", "--blocks FILE", "demo", "faults", "--as NAME", "--faults FILE",
            "--control",
            "--log", "--stats", "--listen ADDRESS:PORT", "--with-parent", "Exit status",
        ] {
            #expect(help.output.contains(word), "\(word)")
        }
        #expect(try await run("help").output == help.output)
        let version = try await run("--version")
        #expect(version.status == .exited(0) && version.output.hasPrefix("sonic-server "))
    }

    @Test(arguments: TableRow.rows("usage", in: "Tests/ServerTests/SonicServer/usage.table"))
    func `incorrect usage is described in a line and exits with 2`(row: TableRow)
        async throws
    {
        let (arguments, sentence) = (row.lines(1), row[2])
        let ended = try await TestSupport.run(binary(named: "sonic-server"), arguments)
        #expect(ended.status == .exited(2))
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains(sentence))
    }

    @Test func `a missing folder exits with 1`() async throws {
        let ended = try await run("serve", "/no/such/folder")
        #expect(ended.status == .exited(1))
        #expect(
            ended.errors
                == "sonic-server: The folder /no/such/folder cannot be served: No such file or directory.\n")
    }

    @Test func `the faults are listed, and rules with errors exit with 1 and report the position`()
        async throws
    {
        #expect(try await run("faults").output == Fault.list)
        let folder = try TemporaryFolder()
        try folder.write("\n/a wrong-hsh\n/b late 3x\n", to: "rules")
        let ended = try await run("demo", "--faults", folder.path("rules"))
        #expect(ended.status == .exited(1) && ended.output.isEmpty)
        let path = folder.path("rules")
        #expect(ended.errors.contains("sonic-server: \(path):2:4: "))
        #expect(ended.errors.contains("sonic-server: \(path):3:9: "))
        #expect(try await run("demo", "--faults=/none").errors.contains("The rules /none cannot be read: No"))
    }

    @Test func `responses have faults according to the rules, and a changed file applies at once`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write("/static weak-etag\n", to: "rules")
        let (program, port) = try await start(
            "demo", "--listen", "127.0.0.1:0", "--faults", folder.path("rules"), "--as", "php")
        let client = RawClient(port)
        client.ask("/static", ["accept-diff: true"])
        #expect(client.reply()?.head.headers.first("etag")?.hasPrefix("W/") == true)
        try folder.write("/static closed 1 of 2\n", to: "rules")
        for status in [200, 503, 200, 503] {
            client.ask("/static", ["accept-diff: true"])
            #expect(client.reply()?.head.status == status)
        }
        await program.signal(SIGTERM)
        #expect(try await program.finish().status == .exited(0))
    }

    @Test func `requests are logged, controlled and summarized`() async throws {
        let (program, port) = try await start(
            "demo", "--listen", "127.0.0.1:0", "--control", "--log", "--stats")
        let client = RawClient(port)
        // The order is for /static; the client addresses the server as localhost.
        let order = "path=%2Fstatic&fault=closed"
        client.send(
            "POST /__sonic/next HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(order.count)\r\n\r\n" + order
        )
        #expect(client.reply()?.head.status == 303)
        client.ask("/static", ["accept-diff: true"])
        #expect(client.reply()?.head.status == 503)
        client.ask("/static", ["accept-diff: true"])
        #expect(client.reply()?.head.status == 200)
        await program.signal(SIGTERM)
        let ended = try await program.finish()
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count == 6 && ended.errors.isEmpty)
        #expect(lines[1].contains(" 127.0.0.1 POST /__sonic/next 303 other "))
        #expect(lines[2].contains(" GET /static 503 other ") && lines[3].contains(" 200 firstLoad "))
        #expect(lines[4] == "3 requests: 1 firstLoad, 2 other")
    }

    @Test func `without --control there is no control page, and arguments are escaped in messages`()
        async throws
    {
        let (program, port) = try await start("demo", "--listen", "127.0.0.1:0", "--json")
        let client = RawClient(port)
        client.send("GET /__sonic/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.reply()?.head.status == 404)
        await program.signal(SIGTERM)
        let ended = try await program.finish()
        #expect(ended.output.split(separator: "\n").last?.hasPrefix(#"{"time":""#) == true)
        #expect(try await run("fly\u{1B}[2J\nhigh").errors.contains(#"command “fly\u{1b}[2J\u{a}high”"#))
    }

    @Test func `a port in use exits with 1 and suggests an option`() async throws {
        let (first, port) = try await start("demo", "--listen", "127.0.0.1:0")
        let ended = try await run("demo", "--listen", "127.0.0.1:\(port)")
        #expect(ended.status == .exited(1))
        #expect(ended.errors.contains("127.0.0.1:\(port) is in use by another program."))
        #expect(ended.errors.contains("--listen"))
        await first.signal(SIGTERM)
        #expect(try await first.finish().status == .exited(0))
    }

    @Test func `the demo uses another port if its default is in use`() async throws {
        // Whether this test or another process has it, the port is in use.
        let holder = try? Listener(address: "127.0.0.1", port: 8420)
        let (program, port) = try await start("demo")
        #expect(port != 8420)
        await program.signal(SIGTERM)
        #expect(try await program.finish().status == .exited(0))
        if let holder { close(holder.descriptor) }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `the program shuts down cleanly on a signal`(_ signal: Int32)
        async throws
    {
        let (program, port) = try await start("demo", "--listen", "127.0.0.1:0")
        let client = RawClient(port)
        client.ask("/")
        #expect(client.reply()?.text.contains("<h1>Sonic demo</h1>") == true)
        await program.signal(signal)
        let ended = try await program.finish()
        #expect(ended.status == .exited(0))
        #expect(ended.output == "listening on http://127.0.0.1:\(port)\n" && ended.errors.isEmpty)
    }

    @Test func `five hundred slow clients do not block the others`() async throws {
        // A separate process, because one process can seldom open the descriptors of both ends.
        let (program, port) = try await start(
            "demo", "--listen", "127.0.0.1:0", "--limit", "linger=1")
        let slow = (0..<500).map { number in
            let client = RawClient(port)
            if number % 2 == 0 { client.send("GET /static HTTP/1.1\r\nHost: a\r\nX-Slow: ") }
            return client
        }
        #expect(!slow.map(\.isConnected).contains(false))
        for _ in 0..<200 {
            let client = RawClient(port)
            client.ask("/static")
            #expect(client.reply()?.head.status == 200)
        }
        // The slow clients are still served once they complete their requests.
        slow[0].send("y\r\n\r\n")
        slow[1].ask("/static")
        #expect(slow[0].reply()?.head.status == 200 && slow[1].reply()?.head.status == 200)
        await program.signal(SIGTERM)
        #expect(try await program.finish().status == .exited(0))
    }

    @Test func `with --with-parent the program ends when its standard input ends`() async throws {
        let ended = try await run("demo", "--with-parent", "--listen", "127.0.0.1:0")
        #expect(ended.status == .exited(0))
        #expect(ended.output.hasPrefix("listening on "))
    }

    @Test func `with --with-parent the program ends when the process that holds the pipe is killed`()
        async throws
    {
        // The shell's `sleep` holds the write end, prints its process ID, and is killed as a browser might be.
        let script = """
            exec 3>&1
            sh -c 'echo holder $$ >&3; exec sleep 1000 3>&-' | \
            { "$0" demo --with-parent --listen 127.0.0.1:0; echo "ended with $?"; }
            """
        let program = try Program("/bin/sh", ["-c", script, binary(named: "sonic-server")])
        _ = try await program.line(beginning: "listening on ")
        let holder = try #require(pid_t(try await program.line(beginning: "holder ")))
        kill(holder, SIGKILL)
        #expect(try await program.line(beginning: "ended with ") == "0")
    }

    @Test func `serve makes Sonic pages of a folder, and an edited file is the next update`() async throws {
        let folder = try TemporaryFolder()
        func page(_ hour: Int) -> String {
            "<title>Board</title><!--sonicdiff-hour-->\(hour)<!--sonicdiff-hour-end-->"
        }
        try folder.write(page(1), to: "board.html")
        let (program, port) = try await start("serve", folder.path)
        let client = RawClient(port)
        client.ask("/board.html", ["accept-diff: true"])
        let first = try #require(client.reply())
        let tags = [
            "accept-diff: true", "template-tag: \(first.head.headers.first("template-tag") ?? "")",
            "If-None-Match: \(first.head.headers.first("etag") ?? "")",
        ]
        client.ask("/board.html", tags)
        #expect(client.reply()?.head.status == 304)
        try folder.write(page(2), to: "board.html")
        client.ask("/board.html", tags)
        #expect(
            client.reply()?.text.contains(#""{hour}":"<!--sonicdiff-hour-->2<!--sonicdiff-hour-end-->""#)
                == true)
        client.ask("/../../etc/passwd")
        #expect(client.reply()?.head.status == 404)
        await program.signal(SIGTERM)
        #expect(try await program.finish().status == .exited(0))
    }
}
