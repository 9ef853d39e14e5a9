import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Tags that no head had are never told as the server's.
@Suite struct ComputedTagTests {
    /// The head of an answer without these headers.
    private func head(_ page: String, change: String = "true", without names: String...) -> String {
        Sample.head(page, change: change).split(separator: "\n").filter { line in
            !names.contains { line.hasPrefix($0) }
        }.joined(separator: "\n")
    }

    private func reason(_ stored: StoredPage?, _ replies: Reply...) -> String {
        var play = Play(stored: stored, replies)
        _ = play.run()
        return play.result?.reason.words ?? ""
    }

    private let body = Sample.update(v2)

    @Test func `an update with another template-tag is told with both`() {
        let other = String(repeating: "c", count: 40)
        let head = Sample.head(v2, change: "false").replacing(Sample.templateTag(v2), with: other)
        let told = reason(Sample.stored(v1), .answer(head, body: body))
        #expect(told.contains(", template-tag T1 sent, cccccccc… received, ".filled), "\(told)")
    }

    @Test func `where no template-tag ever came none is ours`() {
        let bare = body.replacing("template-tag", with: "other")
        let told = reason(
            Sample.stored(v1, tags: false),
            .answer(head(v2, change: "false", without: "template-tag"), body: bare))
        let words = ", template-tag T1 (computed here) sent, none received, template-change: false"
        #expect(told.contains(words.filled), "\(told)")
        let whole = reason(
            Sample.stored(v1, tags: false), .answer(head(other, without: "template-tag"), body: other))
        #expect(
            whole.hasPrefix("full page received: template-change: true, no template-tag received"), "\(whole)"
        )
    }

    @Test func `where no ETag ever came two hashes are told as such`() {
        let told = reason(
            Sample.stored(v1, tags: false), .answer(head(v2, change: "false", without: "Etag"), body: body))
        #expect(told.contains(": no ETag received, SHA-1 changed X1 → X2, ".filled), "\(told)")
        let first = reason(nil, .answer(head(v1, without: "Etag"), body: v1))
        #expect(first.hasSuffix("template-change: true, no ETag, SHA-1 X1".filled), "\(first)")
    }

    @Test func `a tag that comes for the first time did not become one`() {
        let told = reason(Sample.stored(v1, tags: false), Sample.data(v2))
        #expect(
            told.contains(": ETag X2 received, none before, template-tag T1 matches the stored one, ".filled),
            "\(told)")
        let whole = reason(Sample.stored(v1, tags: false), Sample.full(other))
        #expect(whole.contains("template-tag changed (none) → T3, ".filled), "\(whole)")
    }

    @Test func `a request says which of its tags no head had`() {
        var attempt = Attempt(
            number: 1, url: Play.url, pageID: PageID(account: "", digest: "x"), stored: Sample.stored(v1),
            asked: RequestConditions(), purpose: .ordinary)
        #expect(SessionMachine.asked(attempt).notes.count == 1)
        attempt.stored = Sample.stored(v1, tags: false)
        #expect(
            SessionMachine.asked(attempt).notes.dropFirst() == [
                .templateTagNotReceived, .etagNotReceived,
            ])
    }
}
