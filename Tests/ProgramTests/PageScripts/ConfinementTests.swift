import Browser
import CPageScripts
import PageScripts
import TestSupport
import Testing
import Workbench

/// Scripts run in a process that can do nothing else, and is ended.
@Suite struct ConfinementTests {
    @Test func `each call that must be refused is found where it is not`() {
        let all = (0...).prefix { confinement_call($0) != nil }
        #expect(all.count > 20 && confinement_gaps() == all.reduce(0) { $0 | 1 << $1 })
    }

    @Test func `no script runs in a process that a call is left to`() {
        let output = Array(#"{"unconfined":"socket"}"#.utf8)
        #expect(throws: ScriptFailure.unconfined("socket")) { try CallbackRun.Reports(output, isLate: false) }
    }

    // A child that answers has found each of those calls refused.
    @Test func `a page is run where each of them is refused`() async throws {
        let reports = try await ScriptPage.reports(Self.run("")).get()
        #expect(reports.stored.isCalled && reports.stored.errors.isEmpty)
    }

    @Test(arguments: [
        ("while (true) {}", ScriptFailure.endless(.callback)),
        ("/^(a+)+$/.test('a'.repeat(64) + 'b')", .endless(.callback)),
        ("const all = []; while (true) all.push({ all, next: {} })", .ended(.callback)),
        ("(function again() { Promise.resolve().then(again) })()", .endless(.callback)),
    ])
    func `scripts without end are ended`(code: String, failure: ScriptFailure) async throws {
        let result = await ScriptPage.reports(try Self.run(code))
        // What needs memory without end may be late on a busy machine.
        #expect(
            result == .failure(failure)
                || failure == .ended(.callback) && result == .failure(.endless(.callback)))
    }

    @Test func `recursion without end is an error of the script`() async throws {
        let reports = try await ScriptPage.reports(Self.run("(function again() { again() })()")).get()
        #expect(reports.stored.errors.map(\.text) == ["RangeError: Maximum call stack size exceeded."])
    }

    @Test(arguments: [
        ("", ScriptFailure.ended(.load)), ("{", .ended(.load)), (#"{"failure":"engine"}"#, .noEngine),
        (#"{"stage":"load"}\#n{"stage":"callback"}\#n{"report":{}}"#, .ended(.callback)),
        (#"{"failure":"no memory"}"#, .fault("no memory")), (#"{"report":[]}\#n{"report":7}"#, .ended(.load)),
    ])
    func `output that is no report is a failure`(text: String, failure: ScriptFailure) {
        #expect(throws: failure) { try CallbackRun.Reports(Array(text.utf8), isLate: false) }
    }

    private static func run(_ code: String) throws -> CallbackRun {
        let page = """
            <title>Tides</title><p id=tide><!--sonicdiff-tide-->[[1.2|1.4]] m<!--sonicdiff-tide-end--></p>
            <script>function getDiffDataCallback() { \(code) }
            sonic.getDiffData()</script>
            """
        return try #require(ScriptPage.run(page))
    }
}
