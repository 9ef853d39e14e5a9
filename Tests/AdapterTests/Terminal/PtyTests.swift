import Testing

@testable import TestSupport

/// The pseudo-terminal that other tests use.
@Suite struct PtyTests {
    @Test func `a program's text, colours and exit status are observed`() async throws {
        let pty = try Pty("/bin/sh", ["-c", #"printf '\033[1;31mred\033[0m \346\234\254 done'; exit 3"#])
        let screen = try await pty.waitUntil(contains: "done")
        #expect(screen.rows[0] == "red 本 done")
        #expect(screen.cell(of: "red")?.foreground == .palette(1))
        #expect(screen.cell(of: "red")?.isBold == true)
        #expect(screen.cell(of: "本")?.width == 2)
        #expect(screen.cell(of: "done")?.foreground == .standard)
        #expect(screen.position(of: "done") == ScreenPosition(row: 0, column: 7))
        #expect(try await pty.waitForExit() == .exited(3))
    }

    @Test func `a frame is delivered once it is complete, wherever the bytes are split`() {
        let whole = "a\u{1B}[?2026hone two\u{1B}[?2026lb\u{1B}[?2026hthree\u{1B}[?2026l"
        let bytes = Array(whole.utf8)
        for cut in 0...bytes.count {
            var frames = WholeFrames()
            let first = String(decoding: frames.take(bytes[..<cut]), as: UTF8.self)
            let parts = first.split(separator: "\u{1B}", omittingEmptySubsequences: false)
            // Text, then pairs of a begin and an end marker; all text before an open frame is delivered.
            #expect(parts.count % 2 == 1 && whole.hasPrefix(first))
            #expect(first.count >= 1 || cut == 0)
            let rest = String(decoding: frames.take(bytes[cut...]), as: UTF8.self)
            #expect(first + rest == whole)
            #expect(frames.rest().isEmpty)
        }
        var frames = WholeFrames()
        #expect(frames.take(bytes[..<12]).elementsEqual("a".utf8))
        #expect(frames.rest().elementsEqual(bytes[1..<12]))
    }

    @Test func `keys reach the program and a signal ends it`() async throws {
        let pty = try Pty("/bin/cat")
        await pty.send("hello\r")
        try await pty.waitUntil("the echo and the answer") { $0.rows[0] == "hello" && $0.rows[1] == "hello" }
        #expect(await pty.isRestored)
        await pty.press(.control("c"))
        #expect(try await pty.waitForExit() == .killed(2))
    }

    @Test func `a wait that times out reports the screen`() async throws {
        let pty = try Pty("/bin/sh", ["-c", "echo here I stand"])
        do {
            try await pty.waitUntil(contains: "never", within: .milliseconds(300))
            Issue.record("the wait succeeded")
        } catch let failure as TimedOut {
            #expect(failure.description.contains("here I stand"))
            #expect(failure.description.contains("“never”"))
        }
    }

    @Test func `a new size reaches the program`() async throws {
        let pty = try Pty(
            "/bin/sh", ["-c", "trap 'stty size; exit' WINCH; echo ready; while :; do read x; done"])
        try await pty.waitUntil(contains: "ready")
        await pty.resize(rows: 30, columns: 100)
        try await pty.waitUntil(contains: "30 100")
    }

    @Test func `a command's output, errors, input and status are captured`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("from a file", to: "deep/file")
        let result = try await run(
            "/bin/sh", ["-c", "cat; cat deep/file; echo $NAME >&2; exit 7"], input: Array("in ".utf8),
            environment: ["NAME": "own"], folder: folder.path)
        #expect(result.output == "in from a file")
        #expect(result.errors == "own\n")
        #expect(result.status == .exited(7))
    }

    @Test func `a server's first line is awaited and the server is terminated`() async throws {
        let program = try Program("/bin/sh", ["-c", "echo listening on 42; exec sleep 1000"])
        #expect(try await program.line(beginning: "listening on ") == "42")
        await program.signal(15)
        #expect(try await program.finish().status == .killed(15))
    }

    @Test func `the package's programs are found next to the tests`() async throws {
        #expect(try binary(named: "sonic").hasSuffix("/sonic"))
        #expect(throws: SystemError.self) { try binary(named: "no-such-program") }
    }
}
