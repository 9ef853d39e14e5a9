import Glibc
import SonicProtocol
import TestSupport
import Testing

/// Signals and slow clients at the real proxy.
@Suite struct EndingTests {
    /// A server whose responses wait for a release, and that signals when it receives a request.
    private final class Holding: Sendable {
        private let asked: (reading: Int32, writing: Int32)
        private let word: (reading: Int32, writing: Int32)
        let server: PlainServer

        init() {
            let (asked, word) = (Self.pipe(), Self.pipe())
            (self.asked, self.word) = (asked, word)
            server = PlainServer { _ in
                var byte: UInt8 = 1
                write(asked.writing, &byte, 1)
                _ = read(word.reading, &byte, 1)
                return PlainServer.page("<p>at last</p>")
            }
        }

        deinit {
            // A thread that still waits for the release gets the end of the pipe.
            for descriptor in [word.writing, asked.reading] { close(descriptor) }
        }

        /// Waits until a request was received; false after twenty seconds.
        func wasAsked() -> Bool {
            var entry = pollfd(fd: asked.reading, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 20_000) == 1
        }

        func goOn() {
            var byte: UInt8 = 1
            write(word.writing, &byte, 1)
        }

        private static func pipe() -> (reading: Int32, writing: Int32) {
            var ends: [Int32] = [-1, -1]
            precondition(Glibc.pipe(&ends) == 0, "no pipe to be had")
            return (ends[0], ends[1])
        }
    }

    /// Waits until a port is no longer open.
    private static func waitUntilClosed(_ port: UInt16) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while Wire(to: port).isConnected {
            try #require(ContinuousClock.now < deadline, "the port stays open")
            await Task.yield()
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a request in progress is finished after the signal`(_ signal: Int32) async throws {
        let holding = Holding()
        let proxy = try await RunningProxy(to: holding.server, "--limit", "linger=600")
        let wire = Wire(to: proxy.port)
        wire.ask("/")
        #expect(holding.wasAsked())
        await proxy.program.signal(signal)
        try await Self.waitUntilClosed(proxy.port)
        holding.goOn()
        let reply = try #require(wire.reply())
        #expect(reply.text == "<p>at last</p>" && reply.headers.all("connection") == ["close"])
        let ended = try await proxy.program.finish()
        #expect(ended.status == .exited(0) && ended.output.contains(" GET / 200 plain "))
    }

    @Test func `a second signal ends the proxy without waiting`() async throws {
        let holding = Holding()
        let proxy = try await RunningProxy(to: holding.server, "--limit", "farewell=600")
        let wire = Wire(to: proxy.port)
        wire.ask("/")
        #expect(holding.wasAsked())
        await proxy.program.signal(SIGTERM)
        try await Self.waitUntilClosed(proxy.port)
        await proxy.program.signal(SIGINT)
        let ended = try await proxy.program.finish()
        #expect(ended.status == .exited(0) && ended.output.contains(" GET / - lost "))
        #expect(wire.rest().isEmpty)
    }

    @Test func `two signals received at once end the proxy without waiting`() async throws {
        let holding = Holding()
        let proxy = try await RunningProxy(to: holding.server, "--limit", "linger=600")
        let wire = Wire(to: proxy.port)
        wire.ask("/")
        #expect(holding.wasAsked())
        // Stopped, it receives both together when it continues.
        for signal in [SIGSTOP, SIGTERM, SIGINT, SIGCONT] { await proxy.program.signal(signal) }
        #expect(try await proxy.program.finish().status == .exited(0))
        #expect(wire.rest().isEmpty)
    }

    @Test func `SIGUSR1 prints statistics, and SIGHUP reloads rules and blocks`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("* weak-etag\n", to: "rules")
        try folder.write("hour = #hour\n", to: "blocks")
        let server = PlainServer { _ in PlainServer.page("<p id=hour>1</p>") }
        let proxy = try await RunningProxy(
            to: server, "--faults", folder.path("rules"), "--blocks", folder.path("blocks"),
            "--record", folder.path("record"))
        #expect(proxy.reply("/", ["accept-diff: true"])?.status == 200)
        try folder.write("* weak\n", to: "rules")
        try folder.write("hour = ..\n", to: "blocks")
        #expect(rename(folder.path("record"), folder.path("record.old")) == 0)
        await proxy.program.signal(SIGUSR1)
        await proxy.program.signal(SIGHUP)
        // No request is sent: the signal alone reloads the files.
        let ended = try await proxy.stop()
        #expect(ended.status == .exited(0))
        #expect(ended.errors.contains("1 requests: 1 firstLoad\n"))
        #expect(ended.errors.contains("0 refused, 0 ended for slow headers; requests under way: 0\n"))
        #expect(ended.errors.contains("rules:1:3: "))
        #expect(ended.errors.contains("blocks:1:8: "))
        #expect(folder.read("record")?.isEmpty == true && folder.read("record.old")?.isEmpty == false)
    }

    @Test func `many slow clients do not block others`() async throws {
        let page = [UInt8](repeating: 0x61, count: 3_000_000)
        let server = PlainServer { request in
            request.line.hasPrefix("GET /long") ? PlainServer.answer(page) : PlainServer.page("<p>quick</p>")
        }
        let proxy = try await RunningProxy(to: server, "--limit", "linger=1")
        let readers = (0..<40).map { _ in Wire(to: proxy.port, window: 4096) }
        for reader in readers {
            reader.ask("/long")
            #expect(reader.readHead()?.first == "HTTP/1.1 200 OK")
        }
        let writers = (0..<200).map { _ in Wire(to: proxy.port) }
        for writer in writers { writer.send("POST /form HTTP/1.1\r\nHost: a\r\nContent-Le") }
        for _ in 0..<20 { #expect(proxy.reply("/")?.text == "<p>quick</p>") }
        await proxy.program.signal(SIGUSR1)
        await proxy.program.signal(SIGTERM)
        await proxy.program.signal(SIGINT)
        let ended = try await proxy.program.finish()
        #expect(ended.errors.contains("20 requests: 20 plain"))
        #expect(ended.errors.contains(" open, 0 refused, 0 ended for slow headers; "))
        withExtendedLifetime((readers, writers)) {}
    }

    @Test func `a log that is not read does not block clients`() async throws {
        let server = PlainServer { _ in PlainServer.page("<p>here</p>") }
        let proxy = try await RunningProxy(to: server)
        let wire = Wire(to: proxy.port)
        let target = "/" + String(repeating: "%20", count: 90)
        // The pipe's buffer is 64 KiB; these lines are three times as long.
        for _ in 0..<500 {
            wire.ask(target)
            #expect(wire.reply()?.status == 200)
        }
        let ended = try await proxy.stop()
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count < 400 && lines.dropFirst().allSatisfy { $0.contains("Z 127.0.0.1 GET /%20%20") })
    }

    @Test func `heads and bodies are limited`() async throws {
        let server = PlainServer { request in PlainServer.page("\(request.body.count)") }
        let proxy = try await RunningProxy(to: server, "--control", "--limit=body=10")
        let long = Wire(to: proxy.port)
        long.ask("/", ["X: " + String(repeating: "a", count: 70_000)])
        #expect(long.readHead()?.first?.hasPrefix("HTTP/1.1 431 ") == true)
        // A forwarded body is not buffered, so its length is limited only by the upstream.
        let streamed = Wire(to: proxy.port)
        streamed.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello world")
        #expect(streamed.reply()?.text == "11")
        let gathered = Wire(to: proxy.port)
        gathered.send(
            "POST /__sonic/next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\nhello world")
        #expect(gathered.reply()?.status == 413)
    }
}
