import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

@testable import BrowserServices

@Suite struct CheckedPageTests {
    /// A connection that never sends anything.
    private struct SilentConnection: Connection {
        func exchange(_ request: Request) -> ResponseEvents { ResponseEvents.makeStream().events }
    }

    private func check(
        _ response: ScriptedServer.Response, forgiving: CheckedPage.Forgiveness? = nil
    ) async -> CheckedPage {
        let sender = ProbeSender(
            connection: ScriptedConnection(server: ScriptedServer([response])), limit: .seconds(60))
        var run = ConformanceRun(StoredPages.url, headers: RequestHeaders(product: "test"), hashes: .nettle)
        while case let trials = run.next(), !trials.isEmpty { run.accept(await sender.send(trials)) }
        var forgiven: [String: CheckedPage.Forgiveness] = [:]
        if let forgiving { for verdict in run.verdicts { forgiven[verdict.rule.name] = forgiving } }
        return CheckedPage(
            url: StoredPages.url.href, verdicts: run.verdicts, forgiven: forgiven, clients: nil)
    }

    @Test func `a page has a verdict and a TAP line for each rule`() async {
        let page = await check(.init(body: "<p>one"))
        #expect(page.verdicts.count == Requirement.table.count)
        let points = page.tap(behind: 2).filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
        #expect(points.count == page.verdicts.count)
        #expect(points.first?.contains(" 3 - ") == true)
        #expect(page.tap(behind: 0).first == "# https://news.example/")
        #expect(page.tap(behind: 0).last == "# " + page.summary)
        #expect(page.junit.count { $0.hasPrefix("    <testcase ") } == page.verdicts.count)
    }

    @Test func `an unreachable server fails the check unless the failures are allowed`() async {
        let lost = ScriptedServer.Response.none
        let page = await check(lost)
        #expect(!page.failures.isEmpty && page.junit[0].contains("failures=\"\(page.failures.count)\""))
        let forgiven = await check(lost, forgiving: .allowed)
        #expect(forgiven.failures.isEmpty && forgiven.broken == page.broken)
        #expect(forgiven.tap(behind: 0).contains { $0.hasSuffix(" # todo allowed by --allow") })
    }

    @Test func `a response that never arrives ends at the time limit`() async throws {
        var run = ConformanceRun(StoredPages.url, headers: RequestHeaders(product: "test"), hashes: .nettle)
        let trials = run.next()
        let replies = await ProbeSender(connection: SilentConnection(), limit: .milliseconds(10)).send(trials)
        #expect(replies.map(\.trial.probe) == trials.map(\.probe))
        #expect(replies.allSatisfy { $0.reply.ending == .failed("no complete response in 0 s") })
    }
}
