import SonicProtocol
import Testing

@Suite struct RequestDirectiveTests {
    @Test(
        arguments: [
            // Request, seconds later, expected result. The response is fresh for 100 s and has a tag.
            ("", 99, "use"), ("", 100, "validate"),
            ("Cache-Control: max-age=0", 1, "validate"), ("Cache-Control: max-age=10", 9, "use"),
            ("Cache-Control: max-age=10", 10, "validate"), ("Cache-Control: max-age=1000", 100, "validate"),
            ("Cache-Control: max-age=x", 1, "validate"), ("Cache-Control: min-fresh=50", 49, "use"),
            ("Cache-Control: min-fresh=50", 51, "validate"), ("Cache-Control: min-fresh=x", 1, "validate"),
            ("Cache-Control: max-stale", 100_000, "use"), ("Cache-Control: max-stale=50", 149, "use"),
            ("Cache-Control: max-stale=50", 150, "validate"), ("Cache-Control: max-stale=x", 101, "validate"),
            ("Cache-Control: max-stale, max-age=10", 50, "validate"),
            ("Cache-Control: no-cache", 1, "validate"), ("Pragma: no-cache", 1, "validate"),
            ("Pragma: No-Cache, a", 1, "validate"), ("Pragma: a", 1, "use"),
            ("Pragma: no-cache\nCache-Control: max-stale", 1, "use"), ("Cache-Control: no-store", 1, "use"),
            ("Cache-Control: only-if-cached", 1, "use"), ("Cache-Control: only-if-cached", 100, "504"),
            ("Cache-Control: only-if-cached, max-stale", 100, "use"),
            ("Cache-Control: only-if-cached, no-cache", 1, "504"),
            ("Cache-Control: a=\"no-cache\"", 1, "use"),
        ] as [(String, Int64, String)])
    func `a request's directives restrict or extend which responses it accepts`(
        _ request: String, _ seconds: Int64, _ word: String
    ) {
        #expect(
            CacheScene.word("Cache-Control: max-age=100\nETag: \"a\"", then: request, after: seconds) == word,
            "\(request)")
    }

    @Test func `only-if-cached with nothing stored is a 504`() {
        #expect(CacheScene().word("Cache-Control: only-if-cached") == "504")
    }

    @Test(arguments: ["must-revalidate", "no-cache", "must-revalidate, stale-while-revalidate=100"])
    func `max-stale does not apply to responses that must be revalidated`(_ directive: String) {
        let lines = "Cache-Control: max-age=10, \(directive)\nETag: \"a\""
        #expect(CacheScene.word(lines, then: "Cache-Control: max-stale", after: 20) == "validate")
    }

    @Test(
        arguments: [
            ("", 19, "refresh"), ("", 20, "validate"), ("Cache-Control: max-age=100", 19, "refresh"),
            ("Cache-Control: max-age=5", 19, "validate"), ("Cache-Control: no-cache", 19, "validate"),
            ("Cache-Control: max-stale=50", 19, "use"),
        ] as [(String, Int64, String)])
    func `stale-while-revalidate allows a stale response within its window`(
        _ request: String, _ seconds: Int64, _ word: String
    ) {
        let lines = "Cache-Control: max-age=10, stale-while-revalidate=10\nETag: \"a\""
        #expect(CacheScene.word(lines, then: request, after: seconds) == word, "\(request)")
    }

    @Test func `a background revalidation does not use the stale response itself`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=10, stale-while-revalidate=10\nETag: \"a\"")
        let decision = scene.policy(purpose: .refresh).decide(at: CacheScene.start.adding(seconds: 15))
        guard case .ask(let question) = decision else {
            Issue.record("nothing is asked")
            return
        }
        #expect(question == .validate(scene.stored))
    }

    @Test(
        arguments: [
            ("max-age=10, stale-if-error=10", "", 19, true), ("max-age=10, stale-if-error=10", "", 20, false),
            ("max-age=10", "", 11, false), ("max-age=10", "Cache-Control: stale-if-error=10", 19, true),
            ("max-age=10, stale-if-error=10, must-revalidate", "", 19, false),
            ("max-age=10, stale-if-error=10, no-cache", "", 1, false),
            ("max-age=10, stale-if-error=x", "", 11, false), ("max-age=10, stale-if-error", "", 11, false),
            ("max-age=10, must-revalidate", "Cache-Control: stale-if-error=100", 19, false),
        ] as [(String, String, Int64, Bool)])
    func `stale-if-error of response or request allows a stale response`(
        _ response: String, _ request: String, _ seconds: Int64, _ isRescued: Bool
    ) {
        var scene = CacheScene()
        scene.receive("Cache-Control: \(response)")
        let rescue = scene.policy(request).rescue(at: CacheScene.start.adding(seconds: seconds))
        #expect((rescue != nil) == isRescued, "\(response) \(request)")
    }
}
