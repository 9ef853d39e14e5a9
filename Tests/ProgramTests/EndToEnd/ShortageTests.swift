import Glibc
import TestSupport
import Testing

/// The real programs with scarce system resources.
@Suite(.timeLimit(.minutes(2))) struct ShortageTests {
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
}
