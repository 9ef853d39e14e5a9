import TestSupport
import Testing

/// The program's output, and what happens if it cannot be written.
@Suite struct OutputTests {
    @Test func `a dump without an end stops when its pipe is closed`() async throws {
        let finished = try await shell(
            "(yes '<p>word</p>' | timeout 20 \"$0\" dump -; echo ended $? >&2) | head -n 1")
        #expect(finished.output == "word\n")
        #expect(finished.errors.contains("ended 0"))
    }

    @Test func `a write error on standard output is reported as a failure`() async throws {
        for words in ["dump -", "get --offline http://x.example/", "--help"] {
            let finished = try await shell("echo '<p>word' | \"$0\" \(words) > /dev/full")
            #expect(finished.status == .exited(1), "\(words)")
            #expect(finished.errors.contains("standard output cannot be written"), "\(words)")
        }
    }

    @Test func `a dump has colours on request, and none in a pipe`() async throws {
        let page = "echo '<p>a <b>word</b>'"
        #expect(try await shell("\(page) | \"$0\" dump -").output == "a word\n")
        #expect(
            try await shell("\(page) | \"$0\" dump --color always -").output == "a \u{1B}[1mword\u{1B}[0m\n")
        let mistake = try await shell("\(page) | \"$0\" dump --color red -")
        #expect(mistake.status == .exited(2))
        #expect(mistake.errors.contains("auto, always or never"))
    }

    private func shell(_ script: String) async throws -> Finished {
        let home = try TemporaryFolder()
        return try await run(
            "/bin/sh", ["-c", script, binary(named: "sonic")], environment: Site.environment(home))
    }
}
