import TestSupport
import Testing

/// Every fault of `sonic-server` with `sonic get` and the page stored: the session's outcome and reason, that it
/// neither hangs nor uses unbounded memory, and that the cache is correct afterwards.
@Suite struct FaultTableTests {
    /// A fault with the session's outcome and the code of its reason.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        let outcome: String
        let code: String
        /// The text that is stored then.
        let stored: String?

        init(_ row: TableRow) {
            (fault, outcome, code) = (row[0], row[1], row[2])
            stored = row[3].isEmpty ? nil : row[3]
        }

        var testDescription: String { fault }
    }

    static let table = TableRow.all(in: Story.folder + "/faults.table").map(Row.init)

    /// A page with two blocks, one of which has this text.
    static func page(_ text: String) -> String {
        "<title>T</title>\n<!--sonicdiff-a--><p>\(text)<!--sonicdiff-a-end-->\n"
            + "<!--sonicdiff-b--><p>b<!--sonicdiff-b-end-->\n"
            // Enough text around the blocks for an update to be smaller than the page.
            + String(repeating: "<p>always the same\n", count: 20)
    }

    @Test func `the table lists every fault of the server`() async throws {
        let list = try await run(binary(named: "sonic-server"), ["faults"], environment: [:])
        let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(Self.table.map { String($0.fault.prefix { $0 != " " }) } == names)
    }

    @Test(arguments: table)
    func `a fault has its outcome and reason, and leaves the cache consistent`(_ row: Row) async throws {
        let site = try await Site.faulty(row.fault + " if X-Fault: *", ["a.html": Self.page("one")])
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try site.folder.write(Self.page("two"), to: "a.html")
        // Two gigabytes of address space: some 400 MB of libraries, stacks and 64 MB of reserved heap for each thread;
        // and a body of 256 MiB, with a buffer of twice that size that it is about to be copied to.
        let bound = Sanitizer.isWatching ? "" : "ulimit -v 2000000; "
        let met = try await run(
            "/bin/sh",
            [
                "-c", bound + "exec \"$0\" \"$@\"", try binary(named: "sonic"), "get", "--json",
                "--timeout", "1", "-H", "X-Fault: 1", site.address + "/a.html",
            ], environment: site.environment, within: .seconds(60))
        let answer = try Answer(met)
        #expect(answer.outcome == row.outcome, "\(answer.reason)")
        #expect(answer.reasonCode == row.code, "\(answer.reason)")
        #expect(met.status == .exited(row.outcome == "failed" ? 1 : 0))

        #expect(try await site.sonic("cache", "verify").status == .exited(0))
        if let text = row.stored {
            let stored = try await site.sonic("dump", "--offline", site.address + "/a.html")
            #expect(stored.output.split(separator: "\n").first == text[...], "\(stored.output)")
        }
        // `R` recovers, whatever was stored meanwhile.
        let healed = try await site.get("/a.html", "--force")
        #expect(!["failed", "offline"].contains(healed.outcome), "\(healed.reason)")
        let shown = try await site.sonic("dump", site.address + "/a.html")
        #expect(shown.output.split(separator: "\n").first == "two", "\(shown.output)")
    }
}
