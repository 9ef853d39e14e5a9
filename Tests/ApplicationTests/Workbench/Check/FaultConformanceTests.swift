import SonicProtocol
import TestSupport
import Testing

@testable import SonicServer

/// Every fault of sonic-server's table is found by the rules that it breaks.
@Suite struct FaultConformanceTests {
    /// The effect of each fault on the responses of a correct server with an unchanging page. Responses may be
    /// late or slow, and have names in another case, another validator header, or any known value of
    /// cache-offline.
    private static func expected(_ fault: Fault) -> Set<String>? {
        switch fault.rawValue {
        case "late", "slow", "lower-names", "upper-names", "etag-key", "offline-store", "offline-false",
            "offline-http":
            []
        case "endless", "silent", "hang-up", "reset", "truncated", "bad-gzip", "gzip-bomb": ["complete"]
        // Half of the page, which does not match the hash, and half of the update.
        case "overrun": ["etag-sha1", "template-sha1", "update-json"]
        case "unavailable", "closed", "error", "missing", "loop", "lost-redirect": ["status"]
        case "unasked-304": ["known-304"]
        // Both are sent to clients without Sonic as well.
        case "json-first": ["update-asked", "plain"]
        case "whole": ["not-modified", "update", "plain"]
        case "plain": ["sonic"]
        case "wrong-hash": ["update-sha1", "update-tags"]
        case "foreign-blocks", "missing-blocks": ["update-names"]
        case "bad-json", "empty-update": ["update-json"]
        // It does not recognize the tag that it sent.
        case "wrong-template-tag": ["template-sha1", "update"]
        case "weak-etag", "quoted-etag": ["etag-bare"]
        case "no-etag": ["etag"]
        case "no-template-tag": ["template-tag"]
        case "no-template-change": ["template-change"]
        case "no-cache-offline", "offline-odd": ["cache-offline"]
        case "doubled", "doubled-tags": ["once"]
        case "wrong-charset": ["utf-8"]
        case "cookies": ["cookies"]
        default: nil
        }
    }

    private static let page = """
        <title>Title</title><p>What stays, some words of it, so that half of the page cuts it here: words, words.</p>
        <!--sonicdiff-a-->one<!--sonicdiff-a-end-->
        <!--sonicdiff-b-->two<!--sonicdiff-b-end-->
        """

    @Test(arguments: Fault.allCases) func `a fault violates its rules and no others`(_ fault: Fault) throws {
        let site = OnePage(Self.page)
        let broken = try InProcess.broken { site.answer($0, with: fault) }
        #expect(broken == Self.expected(fault))
    }

    /// A site whose responses have wrong headers.
    private static func broken(
        _ change: (inout Headers, _ isUpdate: Bool) -> Void
    ) throws -> [String: [String]] {
        let site = OnePage(page)
        let verdicts = try InProcess.run { request in
            guard case .response(var response) = site.answer(request), response.status == 200,
                response.headers.contains("template-change")
            else { return site.answer(request) }
            change(&response.headers, response.headers.first("template-change") == "false")
            return .response(response)
        }
        var broken: [String: [String]] = [:]
        for verdict in verdicts {
            guard case .broken(let evidence) = verdict.result else { continue }
            broken[verdict.rule.name] = evidence.map(\.sentence)
        }
        return broken
    }

    @Test func `template-change is compared with the body`() throws {
        let pages = try Self.broken { headers, _ in headers.replace("template-change", "false") }
        #expect(Set(pages.keys) == ["template-change"])
        let updates = try Self.broken { headers, _ in headers.replace("template-change", "true") }
        #expect(Set(updates.keys) == ["template-change"])
    }

    /// The reason why the rest was not tested, for a first load with this Location.
    @Test(arguments: TableRow.rows("redirect", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a URL that redirects reports the one to check`(row: TableRow) throws {
        let (location, reason) = (row[1], row[2])
        let verdicts = try InProcess.run { _ in
            .response(
                ServerResponse(
                    status: 302, headers: Headers([HeaderField("Location", location)]), body: .bytes([])))
        }
        #expect(verdicts.first { $0.rule.name == "sonic" }?.result == .unseen(reason))
    }

    @Test func `values are compared exactly`() throws {
        let cased = try Self.broken { headers, isUpdate in
            headers.replace("template-change", isUpdate ? "False" : "True")
            headers.replace("Cache-Offline", "True")
        }
        #expect(Set(cased.keys) == ["template-change", "cache-offline"])
        for word in ["True", "False"] {
            #expect(cased["template-change"]?.contains { $0.contains("template-change: \(word) ") } == true)
        }
    }
}
