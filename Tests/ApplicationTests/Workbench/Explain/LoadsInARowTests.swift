import SonicLint
import SonicProtocol
import SonicSession
import Testing

/// The sessions that are evidence against a template: consecutive whole pages.
@Suite struct LoadsInARowTests {
    /// A session that stored a version, as in the history.
    private static func past(_ outcome: String, _ left: Int?) throws -> PastSession {
        let text = """
            {"began":0,"milliseconds":1,"requested":"http://a.example/","url":"http://a.example/",\
            "page":"5d41402a","outcome":"\(outcome)","left":\(left.map(String.init) ?? "null")}
            """
        return try #require(
            JSONNode.read(Array(text.utf8)).node.flatMap { PastSession($0, account: "") })
    }

    /// Sessions with the versions they stored, the last first, before version 3.
    @Test(
        arguments: [
            ([("templateChange", 2), ("firstLoad", 1)], true),
            // The current session may be in the history already.
            ([("templateChange", 3), ("templateChange", 2), ("firstLoad", 1)], true),
            // Nothing was loaded.
            ([("failed", 2), ("offline", 2), ("templateChange", 2), ("fresh", 1), ("firstLoad", 1)], true),
            // The template was unchanged for a while.
            ([("allCached", 2), ("templateChange", 2), ("firstLoad", 1)], false),
            ([("templateChange", 2), ("allCached", 1), ("firstLoad", 1)], false),
            ([("dataUpdate", 2), ("templateChange", 1)], false),
            ([("templateChange", 2), ("dataUpdate", 1)], false),
            ([("templateChange", 2), ("plain", 1)], false),
            // Another version was between them, or the history is missing.
            ([("templateChange", 2), ("templateChange", 0)], false),
            ([("templateChange", 2)], false), ([], false),
        ] as [([(String, Int)], Bool)])
    func `only consecutive whole pages are evidence`(_ past: [(String, Int)], _ expected: Bool) throws {
        let sessions = try past.map { try Self.past($0.0, $0.1) }
        #expect(LintReport.areLoadsInARow(sessions, 1, 2) == expected)
    }
}
