import TestSupport
import Testing

/// Every fault of `sonic-server` with `sonic get` and the page stored: the session's outcome and reason, that it
/// neither hangs nor uses unbounded memory, and that the cache is correct afterwards.
@Suite struct FaultTableTests {
    /// A fault with the session's outcome and a part of its reason.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        let outcome: String
        let reason: String
        /// The text that is stored then.
        let stored: String?

        init(_ fault: String, _ outcome: String, _ reason: String, stored: String? = "two") {
            self.fault = fault
            self.outcome = outcome
            self.reason = reason
            self.stored = stored
        }

        var testDescription: String { fault }
    }

    private static let ours =
        "template-change: false; merged page verified (SHA-1 "
    private static let whole = "full page received (requested again without tags: "

    static let table = [
        Row("late 50ms", "dataUpdate", ours),
        Row("slow 200ms", "dataUpdate", ours),
        Row("endless", "failed", "response is larger than 256 MiB and was stopped", stored: "one"),
        Row("silent 1m", "offline", "took longer than 1 s to begin its response", stored: "one"),
        Row("hang-up", "offline", "closed the connection without a response", stored: "one"),
        Row("reset", "offline", "the connection closed after ", stored: "one"),
        Row("truncated", "offline", "the connection closed after ", stored: "one"),
        // HTTP ends a body at Content-Length, and gzip detects that data is missing.
        Row("overrun", "offline", "its gzip data is truncated", stored: "one"),
        Row("unavailable", "plain", "(requested again without Sonic after status 503)", stored: "one"),
        Row("closed", "failed", "the server answered 503 Service Unavailable", stored: "one"),
        Row("error", "failed", "the server answered 500 Internal Server Error", stored: "one"),
        Row("missing", "failed", "the server answered 404 Not Found", stored: "one"),
        Row("loop", "failed", "its redirects probably form a loop", stored: "one"),
        Row("lost-redirect", "failed", "status 302 redirects without a Location header", stored: "one"),
        Row("unasked-304", "allCached", "status 304 to If-None-Match", stored: "one"),
        Row("json-first", "dataUpdate", ours),
        Row("whole", "templateChange", "full page received: template-change: true, template-tag "),
        Row(
            "plain", "dataUpdate",
            "but now the response has no template-tag, template-change or cache-offline"),
        Row("wrong-hash", "templateChange", whole + "the SHA-1 of the merged page is "),
        Row("foreign-blocks", "templateChange", whole + "it lacks the blocks a, b"),
        Row("missing-blocks", "dataUpdate", ours),
        Row("bad-json", "templateChange", whole + "its body is not a data update"),
        Row("empty-update", "templateChange", whole + "its body is empty"),
        Row("wrong-template-tag", "dataUpdate", ours),
        Row("weak-etag", "dataUpdate", ours),
        Row("quoted-etag", "dataUpdate", ours),
        Row("etag-key", "dataUpdate", ours),
        Row("no-etag", "dataUpdate", ours),
        Row("no-template-tag", "dataUpdate", ours),
        Row(
            "no-template-change", "dataUpdate",
            "template-change is missing, but the body is the data of an update; merged page verified (SHA-1 "
        ),
        Row("no-cache-offline", "dataUpdate", ours),
        Row("doubled", "dataUpdate", "cache-offline: true, store: the new copy is stored, the screen stays"),
        Row("doubled-tags", "dataUpdate", ours),
        Row("lower-names", "dataUpdate", ours),
        Row("upper-names", "dataUpdate", ours),
        Row("offline-store", "dataUpdate", "cache-offline: store: the new copy is stored, the screen stays"),
        Row("offline-false", "dataUpdate", "cache-offline: false: no copy is stored", stored: nil),
        Row("offline-http", "dataUpdate", "Sonic is off for six hours", stored: nil),
        Row("offline-odd", "dataUpdate", ours),
        Row("wrong-charset", "dataUpdate", ours),
        Row("bad-gzip", "dataUpdate", ours),
        Row("gzip-bomb", "failed", "response is larger than 256 MiB and was stopped", stored: "one"),
        Row("cookies", "dataUpdate", ours),
    ]

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
        #expect(answer.reason.contains(row.reason), "\(answer.reason)")
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
