import TestSupport
import Testing

/// What the program does when its output goes nowhere.
@Suite struct OutputTests {
    @Test func `a dump without end stops when its reader leaves`() async throws {
        let finished = try await shell(
            "(yes '<p>word</p>' | timeout 20 \"$0\" dump -; echo ended $? >&2) | head -n 1")
        #expect(finished.output == "word\n")
        #expect(finished.errors.contains("ended 0"))
    }

    @Test func `output that cannot be written is a failure and is told`() async throws {
        for words in ["dump -", "get --offline http://x.example/", "--help"] {
            let finished = try await shell("echo '<p>word' | \"$0\" \(words) > /dev/full")
            #expect(finished.status == .exited(1), "\(words)")
            #expect(finished.errors.contains("standard output cannot be written"), "\(words)")
        }
    }

    private func shell(_ script: String) async throws -> Finished {
        let home = try TemporaryFolder()
        return try await run(
            "/bin/sh", ["-c", script, binary(named: "sonic")], environment: Site.environment(home))
    }
}
