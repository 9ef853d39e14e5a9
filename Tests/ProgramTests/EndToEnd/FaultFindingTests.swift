import SessionWords
import TestSupport
import Testing
import Workbench

/// Each fault of `sonic-server` is found by its rule, as documented in docs/reference/lint.md.
@Suite struct FaultFindingTests {
    @Test func `the lint's table lists every fault of the server, in its order`() async throws {
        let list = try await run(binary(named: "sonic-server"), ["faults"], environment: [:])
        let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(FaultTrace.table.map(\.fault) == names)
    }

    @Test func `every rule in the table of faults has advice`() {
        for case .rule(let rule, _) in FaultTrace.table.map(\.shows) {
            #expect(rule.advice != nil, "\(rule)")
        }
    }

    private static let visible = FaultTrace.table.filter {
        if case .rule = $0.shows { true } else { false }
    }.map(\.fault)

    @Test(arguments: visible) func `a fault is found by its rule`(_ fault: String) async throws {
        guard case .rule(let rule, let answers)? = FaultTrace.table.first(where: { $0.fault == fault })?.shows
        else { return }
        let site = try await Site.faulty(fault, ["a.html": Self.page(1)])
        for number in 1...answers {
            try site.folder.write(Self.page(number), to: "a.html")
            let answer = try await site.get("/a.html", "--timeout", "5")
            guard number == answers else { continue }
            #expect(answer.problems.map(\.rule).contains(rule.rawValue), "\(answer.problems)")
        }
    }

    @Test func `the same pages have no findings without a fault`() async throws {
        // Enough text around the block for an update to be smaller than the page.
        let around = String(repeating: "<p>always the same\n", count: 20)
        let site = try await Site.serving(["a.html": Self.page(1) + around])
        for number in [1, 1, 2, 3] {
            try site.folder.write(Self.page(number) + around, to: "a.html")
            #expect(try await site.get("/a.html").problems == [])
        }
    }

    /// A page whose only block contains this number.
    private static func page(_ number: Int) -> String {
        "<title>T</title>\n<!--sonicdiff-a--><p>é \(number)<!--sonicdiff-a-end-->\n"
    }

    @Test func `text outside the blocks that differs on each load is reported with its values`() async throws
    {
        func page(_ token: String) -> String { "<title>T</title>\n<p id=\"\(token)\">\n" + Self.page(1) }
        let site = try await Site.serving(["a.html": page("t1")])
        for token in ["t1", "t2"] {
            try site.folder.write(page(token), to: "a.html")
            #expect(try await site.get("/a.html").problems.map(\.rule).contains("template-unsteady") == false)
        }
        try site.folder.write(page("t3"), to: "a.html")
        let found = try await site.get("/a.html").problems.first { $0.rule == "template-unsteady" }
        #expect(found?.severity == "error")
        #expect(found?.message.hasPrefix("line 2, outside the blocks, ") == true)
        #expect(found?.message.contains("t2") == true && found?.message.contains("t3") == true)
    }

    @Test func `request headers whose changed case the server ignores are reported`() async throws {
        let site = try await Site.faulty("late 1ms", ["a.html": Self.page(1)], "--as", "php")
        #expect(try await site.get("/a.html", "-H", "X-Other: 1").outcome == "firstLoad")
        let told = try await site.get(
            "/a.html", "--force", "-H", "accept-diff:", "-H", "Accept-Diff: true")
        #expect(told.problems.map(\.rule).contains("request-names-changed"), "\(told.problems)")
        #expect(told.problems.map(\.rule).contains("blocks-without-sonic"))
    }

    @Test func `a full page sent despite a matching ETag is reported`() async throws {
        let site = try await Site.faulty("whole", ["a.html": Self.page(1)])
        #expect(try await site.get("/a.html").problems == [])
        #expect(try await site.get("/a.html").problems.map(\.rule) == ["etag-same-page-sent"])
    }

    @Test func `a wrong hash is reported with a comparison of the merged page`() async throws {
        let site = try await Site.faulty("wrong-hash", ["a.html": Self.page(1)])
        _ = try await site.get("/a.html")
        try site.folder.write(Self.page(2), to: "a.html")
        let told = try await site.sonic("get", site.address + "/a.html")
        #expect(told.output.contains("error update-wrong-hash: "))
        #expect(told.output.contains("merged, it is byte for byte the full page received next"))
        // The cause is known: other advice is not shown.
        #expect(told.output.contains("\n    fix: Compute html-sha1 over the bytes of the full page"))
        #expect(!told.output.contains("the page was changed in between"))
    }
}
