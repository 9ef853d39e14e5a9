import SessionWords
import TestSupport
import Testing

/// Each fault of `sonic-server` is found by its rule, as documented in docs/reference/lint.md.
@Suite struct FaultFindingTests {
    @Test func `the lint's table lists every fault of the server, in its order`() async throws {
        let list = try await run(binary(named: "sonic-server"), ["faults"], environment: [:])
        let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(FaultTrace.table.map(\.fault) == names)
    }

    @Test func `the stories list every fault of the server`() async throws {
        let list = try await run(binary(named: "sonic-server"), ["faults"], environment: [:])
        let names = list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        let stories = try Story.all(in: "faults.story").compactMap { story in
            story.values["fault"].map { ($0.prefix { $0 != " " }, story.title) }
        }
        #expect(stories.count == 2 * names.count)
        #expect(Set(stories.map(\.0)) == Set(names))
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

    /// A page whose only block contains this number.
    private static func page(_ number: Int) -> String {
        "<title>T</title>\n<!--sonicdiff-a--><p>é \(number)<!--sonicdiff-a-end-->\n"
    }

}
