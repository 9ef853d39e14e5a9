import TestSupport
import Testing

/// Every fault that `sonic-server` can have, met by the real program that has the page stored already: what the session
/// comes to and why, that it neither hangs nor takes memory without bound, and that afterwards all is as it should be.
@Suite struct FaultTableTests {
    /// What a session comes to, and words of its reason.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        let outcome: String
        let reason: String
        /// Which text is stored then.
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
        // HTTP ends a body where Content-Length says, and what is packed knows that more was meant.
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
        Row("missing-blocks", "templateChange", whole + "it lacks the blocks b"),
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
        Row("offline-false", "dataUpdate", "cache-offline: false: no copy is kept", stored: nil),
        Row("offline-http", "dataUpdate", "Sonic is off for six hours", stored: nil),
        Row("offline-odd", "dataUpdate", ours),
        Row("wrong-charset", "dataUpdate", ours),
        Row("bad-gzip", "dataUpdate", ours),
        Row("gzip-bomb", "failed", "response is larger than 256 MiB and was stopped", stored: "one"),
        Row("cookies", "dataUpdate", ours),
    ]

    /// A page with blocks, one of which has this text.
    static func page(_ text: String) -> String {
        "<title>T</title>\n<!--sonicdiff-a--><p>\(text)<!--sonicdiff-a-end-->\n"
            + "<!--sonicdiff-b--><p>b<!--sonicdiff-b-end-->\n"
            // Enough around the blocks that an update is the smaller answer.
            + String(repeating: "<p>always the same\n", count: 20)
    }

    @Test func `the table has every fault of the server`() async throws {
        let list = try await run(binary(named: "sonic-server"), ["faults"], environment: [:])
        let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(Self.table.map { String($0.fault.prefix { $0 != " " }) } == names)
    }

    @Test(arguments: table)
    func `a fault has its outcome and its reason, and leaves the cache sound`(_ row: Row) async throws {
        let site = try await Site.faulty(row.fault + " if X-Fault: *", ["a.html": Self.page("one")])
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try site.folder.write(Self.page("two"), to: "a.html")
        // Two gigabytes for all that the program maps: some 400 MB of libraries, stacks and a heap of 64 MB reserved
        // for each thread; and a body of 256 MiB beside the room for twice as much that it was about to move to.
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
        // `R` helps, whatever was stored meanwhile.
        let healed = try await site.get("/a.html", "--force")
        #expect(!["failed", "offline"].contains(healed.outcome), "\(healed.reason)")
        let shown = try await site.sonic("dump", site.address + "/a.html")
        #expect(shown.output.split(separator: "\n").first == "two", "\(shown.output)")
    }
}
