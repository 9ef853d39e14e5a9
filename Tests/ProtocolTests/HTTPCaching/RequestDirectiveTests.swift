import SonicProtocol
import TestSupport
import Testing

@Suite struct RequestDirectiveTests {
    @Test(arguments: CachingTable.rows(below: "a request's directives"))
    func `a request's directives restrict or extend which responses it accepts`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "max-stale does not"))
    func `max-stale does not apply to responses that must be revalidated`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "stale-while-revalidate allows a"))
    func `stale-while-revalidate allows a stale response within its window`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "stale-if-error of response"))
    func `stale-if-error of response or request allows a stale response`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `only-if-cached with nothing stored is a 504`() {
        #expect(CacheScene().word("Cache-Control: only-if-cached") == "504")
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
}
