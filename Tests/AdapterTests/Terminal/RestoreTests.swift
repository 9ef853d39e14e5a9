import Glibc
import TestSupport
import Testing

/// However the program ends, the terminal is restored for the shell.
@Suite struct RestoreTests {
    private func probe() async throws -> Pty {
        let pty = try Pty(try binary(named: "terminal-probe"), environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        #expect(await !pty.isRestored)
        // Turn on mouse reports, which would make a shell unusable.
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

    @Test func `the terminal is restored after a normal exit`() async throws {
        let pty = try await probe()
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        await checkRestored(pty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `the terminal is restored after a signal that requests termination`(signal: Int32) async throws {
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
    func `the terminal is restored after any other signal that terminates a program`(signal: Int32)
        async throws
    {
        let pty = try await probe()
        await pty.signal(signal)
        #expect(try await pty.waitForExit() == .killed(signal))
        await checkRestored(pty)
    }

    @Test func `a signal that the parent ignores terminates nothing`() async throws {
        let pty = try Pty(
            "/bin/sh", ["-c", "trap '' USR1; exec \"$0\"", try binary(named: "terminal-probe")],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        await pty.signal(SIGUSR1)
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `SIGHUP ignored by nohup stays ignored after the program's cleanup`() async throws {
        let sh = "trap '' HUP; exec \"$0\""
        let pty = try Pty(
            "/bin/sh", ["-c", sh, try binary(named: "terminal-probe")],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await pty.waitUntil(contains: "depth")
        // The probe sends itself SIGHUP once its terminal is closed.
        await pty.send("h")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    /// Takes two seconds, which the terminal leaves a program to end by itself.
    @Test func `the terminal is restored after a signal while the program is busy`() async throws {
        let pty = try await probe()
        await pty.send("x")
        try await pty.waitUntil(contains: #"key character("x")"#)
        await pty.signal(SIGTERM)
        #expect(try await pty.waitForExit() == .killed(SIGTERM))
        await checkRestored(pty)
    }

    @Test(arguments: [
        ("c", [SIGILL, SIGTRAP]), ("s", [SIGSEGV]), ("a", [SIGABRT]), ("o", [SIGSEGV]),
        // On a thread that never draws, and on one that blocks all signals.
        ("A", [SIGABRT]), ("S", [SIGSEGV]),
    ])
    func `the terminal is restored after a trap, a bad address, an abort and a stack overflow`(
        key: String, signals: [Int32]
    ) async throws {
        let pty = try await probe()
        await pty.send(key)
        let status = try await pty.waitForExit()
        #expect(signals.map(ExitStatus.killed).contains(status))
        await checkRestored(pty)
    }

    @Test func `the terminal is restored after a crash signal from outside`() async throws {
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
    func `an unusable terminal is left alone and the error says why`(
        environment: [String: String], message: String
    ) async throws {
        let pty = try Pty(try binary(named: "terminal-probe"), environment: environment, columns: 200)
        try await pty.waitUntil(contains: message)
        #expect(try await pty.waitForExit() == .exited(1))
        #expect(await pty.isRestored)
        #expect(await !pty.screen.isAlternate)
    }

    @Test func `the error for a window that is too small states the minimum size`() async throws {
        let pty = try Pty(try binary(named: "terminal-probe"), rows: 4, columns: 120)
        try await pty.waitUntil(contains: "has 120 columns and 4 rows; the browser needs at least 20 by 5")
    }

    @Test func `without a terminal the error suggests sonic dump`() async throws {
        let result = try await run(try binary(named: "terminal-probe"))
        #expect(result.status == .exited(1))
        #expect(result.errors.contains("sonic dump URL"))
    }

    @Test func `closing the window terminates the program`() async throws {
        let pty = try await probe()
        await pty.hangUp()
        #expect(try await pty.waitForExit() == .killed(SIGHUP))
    }
}
