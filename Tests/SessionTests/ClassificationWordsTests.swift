import SessionWords
import SonicProtocol
import Testing

@Suite struct ClassificationWordsTests {
    @Test(arguments: [
        (
            InvalidResponse.unconditionalNotModified,
            "304 Not Modified was received for a request without a validator"
        ),
        (
            .redirectWithoutLocation(status: 302, isEmpty: false),
            "status 302 redirects without a Location header"
        ),
        (
            .redirectWithoutLocation(status: 308, isEmpty: true),
            "status 308 redirects with an empty Location header"
        ),
        (.noPage(status: 204, .nothing), "status 204 has no page"),
        (.noPage(status: 206, .part), "status 206 has a part of a page, though no range was requested"),
        (.noPage(status: 226, .changes), "status 226 has changes to a page, though none were requested"),
    ])
    func `an invalid response is described with what is wrong`(_ what: InvalidResponse, _ words: String) {
        #expect(what.words == words)
    }

    @Test(arguments: [
        (Classification.Evidence.status(200), "status is 200"),
        (.location(status: 302, nil), "status is 302, Location is missing"),
        (.location(status: 302, ""), "status is 302, Location is empty"),
        (.location(status: 302, "/a"), "status is 302, Location: /a"),
        (.acceptDiff(status: 503, isSent: true), "status is 503, accept-diff was sent"),
        (.acceptDiff(status: 503, isSent: false), "status is 503, accept-diff was not sent"),
        (.fields([]), "none received"),
        (
            .fields([.present(HeaderField("Template-Tag", "a")), .missing("cache-offline")]),
            "Template-Tag: a, cache-offline is missing"
        ),
    ])
    func `a classification's evidence names what was examined`(
        _ evidence: Classification.Evidence, _ words: String
    ) {
        #expect(evidence.words == words)
    }
}
