import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

@Suite struct FaultRuleTests {
    private func rule(_ line: String) -> FaultRule? { FaultRule.read(line).rules.first }

    private func mistake(_ text: String) -> String? {
        FaultRule.read(text).mistakes.first.map { "\($0.line):\($0.column): \($0.sentence)" }
    }

    @Test func `every fault can be named in a rule and has its own description`() {
        for fault in Fault.allCases { #expect(rule("/a \(fault.rawValue)")?.fault == .init(fault)) }
        #expect(Set(Fault.allCases.map(\.meaning)).count == Fault.allCases.count)
        #expect(Fault.list.split(separator: "\n").count == Fault.allCases.count)
        #expect(Fault.list.contains("wrong-hash          claims a wrong hash in updates\n"))
    }

    @Test func `a rule has a path, a fault, an amount, a frequency and a condition`() {
        let whole = rule("  /news/*\tlate 200ms 1 of 3 if User-Agent: *Android 4* # old ")
        #expect(whole?.pattern == "/news/*" && whole?.fault.fault == .late)
        #expect(whole?.fault.time == .milliseconds(200) && whole?.turn == .oneOf(3))
        #expect(whole?.condition == HeaderField("User-Agent", "*Android 4* # old"))
        #expect(rule("* slow 10m")?.fault.time == .seconds(600))
        #expect(rule("* slow 1 of 2")?.fault == .init(.slow))
        #expect(rule("* slow 5%")?.turn == .percent(5, seed: 1))
        #expect(rule("* gzip-bomb 64M 50% seed 7")?.fault.bytes == 64 << 20)
        #expect(rule("* gzip-bomb 64M 50% seed 7")?.turn == .percent(50, seed: 7))
    }

    @Test func `blank lines and comments are neither rules nor errors`() {
        let (rules, mistakes) = FaultRule.read("\n# a comment\n   \n/a error # why\r\n\t# another\n")
        #expect(rules.count == 1 && mistakes.isEmpty)
    }

    @Test(arguments: TableRow.rows("fault rule", in: "Tests/ServerTests/SonicServer/usage.table"))
    func `an error is reported with its position`(row: TableRow) {
        let (text, told) = (row[1], row[2])
        #expect(mistake(text) == told)
    }

    @Test func `a rule matches by path, by query if it has one, and by header`() {
        func fits(_ line: String, _ target: String, _ fields: [HeaderField] = []) -> Bool {
            rule(line)?.fits(ServerRequest(target: target, headers: Headers(fields))) ?? false
        }
        #expect(fits("/a error", "/a?x=1") && !fits("/a error", "/ab"))
        #expect(fits("/a?x=* error", "/a?x=1") && !fits("/a?x=* error", "/a"))
        #expect(fits("* error", "/"))
        let header = "* error if accept-diff: t*e"
        #expect(fits(header, "/", [HeaderField("Accept-Diff", "true")]))
        #expect(!fits(header, "/") && !fits(header, "/", [HeaderField("accept-diff", "false")]))
    }

    @Test func `1 of N applies to each Nth request, and a percentage is reproducible`() {
        func met(_ line: String, _ count: Int) -> [Int] {
            let plan = FaultPlan(rules: FaultRule.read(line).rules)
            return (1...count).filter { _ in !plan.faults(for: ServerRequest(target: "/a")).isEmpty }
        }
        #expect(met("/a error 1 of 3", 10) == [3, 6, 9])
        #expect(met("/a error 1 of 1", 3) == [1, 2, 3])
        #expect(met("/a error 0%", 100) == [] && met("/a error 100%", 5).count == 5)
        let share = met("/a error 30% seed 7", 1000)
        #expect((250...350).contains(share.count))
        #expect(met("/a error 30% seed 7", 1000) == share && met("/a error 30% seed 8", 1000) != share)
    }

    @Test func `an order takes precedence over the rules, once, for its page only`() {
        let plan = FaultPlan(rules: FaultRule.read("/a error").rules)
        #expect(plan.order(.init(.closed), path: "/a") && plan.order(.init(.whole), path: "/a"))
        func next(_ target: String) -> [Fault] {
            plan.faults(for: ServerRequest(target: target)).map(\.fault)
        }
        #expect(next("/b") == [])
        #expect(plan.waiting.map(\.path) == ["/a"] && plan.waiting.map(\.faults) == [[.closed, .whole]])
        #expect(next("/a?x") == [.closed] && next("/a") == [.whole] && next("/a") == [.error])
        for _ in 0..<FaultPlan.maxOrders { #expect(plan.order(.init(.whole), path: "/a")) }
        #expect(!plan.order(.init(.whole), path: "/a"))
    }

    @Test func `a changed rules file applies at once, and one with errors is reported and not applied`()
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("/a error\n", to: "rules")
        var told: [String] = []
        let plan = try FaultPlan(path: folder.path("rules")) { told.append($0) }
        func next() -> [Fault] { plan.faults(for: ServerRequest(target: "/a")).map(\.fault) }
        #expect(next() == [.error])
        try folder.write("/a closed\n/a weak-etag\n", to: "rules")
        #expect(next() == [.closed, Fault("weak-etag")] && told == [])
        try folder.write("/a closed now\n", to: "rules")
        #expect(next() == [.closed, Fault("weak-etag")])
        let path = folder.path("rules")
        let sentence =
            "\(path):1:11: Expected a frequency such as 1 of N or P%, not now. The previous rules stay in use."
        #expect(told == [sentence])
        #expect(next() == [.closed, Fault("weak-etag")] && told.count == 1)
        #expect(throws: FaultPlan.Failure.self) { try FaultPlan(path: path) { _ in } }
        #expect(throws: FaultPlan.Failure.unreadable(path: "/none", reason: "No such file or directory")) {
            try FaultPlan(path: "/none") { _ in }
        }
    }
}
