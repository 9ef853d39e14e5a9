import SonicProtocol
import SonicServer
import Testing

@Suite struct SonicOutcomeTests {
    private static let tags = [("template-tag", "t"), ("template-change", "true"), ("Cache-Offline", "true")]

    @Test(
        arguments: [
            (200, tags, [("accept-diff", "true")], .firstLoad),
            (200, tags, [("accept-diff", "true"), ("template-tag", "")], .firstLoad),
            (200, tags, [("accept-diff", "true"), ("template-tag", "u")], .templateChange),
            (
                200, [("template-change", "false")], [("accept-diff", "true"), ("template-tag", "t")],
                .dataUpdate
            ),
            (304, [("Cache-Offline", "store")], [("accept-diff", "true")], .allCached),
            (304, [("Etag", "x")], [("accept-diff", "true")], .other),
            (200, [], [("accept-diff", "true")], .plain),
            (404, tags, [("accept-diff", "true")], .other), (200, tags, [], .plain),
            (200, [("Content-Type", "image/png")], [("accept-diff", "true")], .other), (302, [], [], .other),
            (200, tags, [("accept-diff", "false")], .plain),
        ] as [(Int, [(String, String)], [(String, String)], SonicOutcome)])
    func `the outcome follows from the status, the tags and the request's tags`(
        _ status: Int, _ answer: [(String, String)], _ request: [(String, String)], _ outcome: SonicOutcome
    ) {
        let headers = { (fields: [(String, String)]) in Headers(fields.map { HeaderField($0, $1) }) }
        #expect(SonicOutcome(of: status, headers(answer), to: headers(request)) == outcome)
    }
}
