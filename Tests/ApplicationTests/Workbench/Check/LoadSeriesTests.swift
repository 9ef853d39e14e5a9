import SonicLint
import SonicProtocol
import SonicServer
import TestSupport
import Testing
import Workbench

/// Whether the templates of several loads are one, were edited, or alternate.
@Suite struct LoadSeriesTests {
    /// The verdict about templates for a server that returns these in turn, then the last one; a load with the cookie
    /// that the first one sets gets those after the bar.
    private static func verdict(_ templates: String) throws -> Verdict.Result {
        let parts = templates.split(separator: "|").map(Array.init)
        var turns = [0, 0]
        let verdicts = try InProcess.run { request in
            let series = request.headers.contains("cookie") ? 1 : 0
            let name = parts[series][min(turns[series], parts[series].count - 1)]
            turns[series] += 1
            let page = OnePage("<title>T</title><p>\(name)</p><!--sonicdiff-a-->1<!--sonicdiff-a-end-->")
            guard parts.count == 2, series == 0, case .response(var response) = page.answer(request) else {
                return page.answer(request)
            }
            response.headers.append("Set-Cookie", "node=1; Path=/")
            return .response(response)
        }
        return try #require(verdicts.first { $0.rule.id == .templateSteady }).result
    }

    @Test(arguments: ["A", "A|A"])
    func `one template in all loads is steady`(_ templates: String) throws {
        #expect(try Self.verdict(templates) == .held(answers: 1))
    }

    @Test(arguments: ["AB", "ABB", "ABBB", "ABBBB", "ABC", "ABBC", "ABBBC", "AB|AB", "ABAB|AB"])
    func `a template that changes once or twice and does not return may have been edited`(
        _ templates: String
    ) throws {
        #expect(
            try Self.verdict(templates)
                == .unseen("the template changed between two loads, and did not return")
        )
    }

    @Test(
        arguments: TableRow.rows(
            "a template that returns or", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `a template that returns, or changes on each load, is a fault`(row: TableRow) throws {
        let (templates, words) = (row[1], row[2])
        guard case .broken(let evidence) = try Self.verdict(templates) else {
            Issue.record("not broken")
            return
        }
        #expect(evidence.map(\.probe) == [.furtherLoad])
        #expect(
            evidence[0].sentence.hasPrefix(
                "5 loads over new connections had the templates \(words); A and B: "))
    }

    @Test func `a template that is steady with the cookies of the first load is no fault of the server`()
        throws
    {
        guard case .unseen(let why) = try Self.verdict("ABABA|A") else {
            Issue.record("the loads with cookies are all the same")
            return
        }
        #expect(
            why.hasPrefix("with the cookies that the first load set, the template stays the same; without"))
    }

    @Test(
        arguments: [
            ("A|ABABA", [.cookieLoad]), ("ABABA|ABABA", [.furtherLoad, .cookieLoad]),
            ("AB|ABABA", [.cookieLoad]),
        ] as [(String, [Probe])])
    func `the evidence says which loads have other templates`(_ templates: String, _ probes: [Probe]) throws {
        guard case .broken(let evidence) = try Self.verdict(templates) else {
            Issue.record("not broken")
            return
        }
        #expect(evidence.map(\.probe) == probes)
    }

    @Test func `each load has a connection of its own, and at most ten are made`() throws {
        var run = ConformanceRun(
            try WebURL.parse("http://localhost/page"), headers: RequestHeaders(product: "test"),
            hashes: .nettle)
        var loads = 0
        while case let trials = run.next(), !trials.isEmpty {
            for trial in trials where trial.request.needsNewConnection { loads += 1 }
            let page = "<title>T</title><p>\(loads)</p><!--sonicdiff-a-->1<!--sonicdiff-a-end-->"
            run.accept(
                trials.map {
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=\(loads)\r\n"
                        + "cache-offline: true\r\nETag: e\(loads)\r\ntemplate-tag: t\(loads)\r\n\r\n"
                    return (
                        $0,
                        Reply(
                            head: ResponseHead(raw: Array(head.utf8)), body: Array(page.utf8), ending: .whole)
                    )
                })
        }
        #expect(loads == 10)
    }
}
