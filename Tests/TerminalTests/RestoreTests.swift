import Glibc
import TestSupport
import Testing

/// However the program ends, the person gets a usable shell back.
@Suite struct RestoreTests {
    private func probe() async throws -> Pty {
        let pty = try Pty(try binary(named: "terminal-probe"), environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        #expect(await !pty.isRestored)
        // Modes that would make a shell unusable.
        await pty.send("m")
        try await pty.waitUntil("mouse reports") { $0.reportsMouse }
        return pty
    }

    private func checkRestored(_ pty: Pty) async {
        let screen = await pty.screen
        #expect(!screen.isAlternate)
        #expect(screen.cursor != nil)
        #expect(!screen.reportsMouse)
        #expect(await pty.isRestored)
        let output = String(decoding: await pty.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[?2004l") && output.contains("\u{1B}[?1004l"))
    }

    @Test func `after a normal end`() async throws {
        let pty = try await probe()
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        await checkRestored(pty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `after a signal that asks for the end`(signal: Int32) async throws {
        let pty = try await probe()
        await pty.signal(signal)
        try await pty.waitUntil(contains: "terminated by \(signal)")
        #expect(try await pty.waitForExit() == .killed(signal))
        await checkRestored(pty)
    }

    @Test(arguments: [
        SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS, SIGPOLL, SIGSTKFLT,
        SIGPWR,
        34, 50, 64,
    ])
    func `after a signal that ends a program`(signal: Int32) async throws {
        let pty = try await probe()
        await pty.signal(signal)
        #expect(try await pty.waitForExit() == .killed(signal))
        await checkRestored(pty)
    }

    @Test func `what a parent ignores ends nothing`() async throws {
        let pty = try Pty(
            "/bin/sh", ["-c", "trap '' USR1; exec \"$0\"", try binary(named: "terminal-probe")],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        await pty.signal(SIGUSR1)
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `what nohup had a program not hear, it does not hear after its end either`() async throws {
        let sh = "trap '' HUP; exec \"$0\""
        let pty = try Pty(
            "/bin/sh", ["-c", sh, try binary(named: "terminal-probe")],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        // It hangs itself up once its terminal is closed.
        await pty.send("h")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `after a signal that the busy program does not hear`() async throws {
        let pty = try await probe()
        await pty.send("x")
        try await pty.waitUntil(contains: #"key character("x")"#)
        await pty.signal(SIGTERM)
        #expect(try await pty.waitForExit() == .killed(SIGTERM))
        await checkRestored(pty)
    }

    @Test(arguments: [
        ("c", [SIGILL, SIGTRAP]), ("s", [SIGSEGV]), ("a", [SIGABRT]), ("o", [SIGSEGV]),
    ])
    func `after a trap, a bad address, an abort and a full stack`(key: String, signals: [Int32]) async throws
    {
        let pty = try await probe()
        await pty.send(key)
        let status = try await pty.waitForExit()
        #expect(signals.map(ExitStatus.killed).contains(status))
        await checkRestored(pty)
    }

    @Test func `after a crash signal from outside`() async throws {
        let pty = try await probe()
        await pty.signal(SIGSEGV)
        #expect(try await pty.waitForExit() == .killed(SIGSEGV))
        await checkRestored(pty)
    }

    @Test(arguments: [
        (["TERM": ""], "TERM is not set"),
        (["TERM": "no-such-terminal"], "unknown terminal “no-such-terminal”"),
        (["TERM": "dumb"], "“dumb” cannot place the cursor"),
    ])
    func `a terminal that cannot be used is left alone and named`(
        environment: [String: String], message: String
    ) async throws {
        let pty = try Pty(try binary(named: "terminal-probe"), environment: environment, columns: 200)
        try await pty.waitUntil(contains: message)
        #expect(try await pty.waitForExit() == .exited(1))
        #expect(await pty.isRestored)
        #expect(await !pty.screen.isAlternate)
    }

    @Test func `a window that is too small is named with what is needed`() async throws {
        let pty = try Pty(try binary(named: "terminal-probe"), rows: 4, columns: 120)
        try await pty.waitUntil(contains: "has 120 columns and 4 rows; the browser needs at least 20 by 5")
    }

    @Test func `without a terminal the message says what to use`() async throws {
        let result = try await run(try binary(named: "terminal-probe"))
        #expect(result.status == .exited(1))
        #expect(result.errors.contains("sonic dump URL"))
    }

    @Test func `a closed window ends the program`() async throws {
        let pty = try await probe()
        await pty.hangUp()
        #expect(try await pty.waitForExit() == .killed(SIGHUP))
    }
}
