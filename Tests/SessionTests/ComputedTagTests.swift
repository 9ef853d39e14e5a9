import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Tags computed locally are never reported as received from the server.
@Suite struct ComputedTagTests {
    /// The head of a response without these headers.
    private func head(_ page: String, change: String = "true", without names: String...) -> String {
        Sample.head(page, change: change).split(separator: "\n").filter { line in
            !names.contains { line.hasPrefix($0) }
        }.joined(separator: "\n")
    }

    private func reason(_ stored: StoredPage?, _ replies: Reply...) -> String {
        var play = Play(stored: stored, replies)
        _ = play.run()
        return play.reasonCase
    }

    private let body = Sample.update(v2)

    @Test func `an update with another template-tag reports both tags`() {
        let other = String(repeating: "c", count: 40)
        let head = Sample.head(v2, change: "false").replacing(Sample.templateTag(v2), with: other)
        let told = reason(Sample.stored(v1), .answer(head, body: body))
        #expect(told.contains("templateTag: other(sent: T1, received: cccccccc…)".filled), "\(told)")
    }

    @Test func `without a template-tag in any response, none is reported as matching`() {
        let bare = body.replacing("template-tag", with: "other")
        let told = reason(
            Sample.stored(v1, tags: false),
            .answer(head(v2, change: "false", without: "template-tag"), body: bare))
        let words = "templateTag: notReceived(sent: T1, isComputed: true), announcement: declared(false)"
        #expect(told.contains(words.filled), "\(told)")
        let whole = reason(
            Sample.stored(v1, tags: false), .answer(head(other, without: "template-tag"), body: other))
        #expect(whole.contains("noTag(isSameTemplate: false)"), "\(whole)")
    }

    @Test func `without an ETag in any response, two hashes are reported as hashes`() {
        let told = reason(
            Sample.stored(v1, tags: false), .answer(head(v2, change: "false", without: "Etag"), body: body))
        #expect(told.contains("etag: missing(oldSHA1: X1, newSHA1: X2)".filled), "\(told)")
        let first = reason(nil, .answer(head(v1, without: "Etag"), body: v1))
        #expect(first.contains("(change: true, etag: -, sha1: X1,".filled), "\(first)")
    }

    @Test func `a tag received for the first time is not reported as a change`() {
        let told = reason(Sample.stored(v1, tags: false), Sample.data(v2))
        #expect(
            told.contains("etag: first(X2), templateTag: same(T1)".filled),
            "\(told)")
        let whole = reason(Sample.stored(v1, tags: false), Sample.full(other))
        #expect(whole.contains("otherTag(old: -, new: T3)".filled), "\(whole)")
    }

    @Test func `a request notes which of its tags were not received in a head`() {
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
