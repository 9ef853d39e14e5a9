import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// Findings about wrong hashes and validators.
@Suite struct HashFindingTests {
    private func findings(_ head: String, body: String) -> [String] {
        var play = Play(stored: Sample.stored(v1), [.answer(head, body: body), Sample.full(v2)])
        _ = play.run()
        return play.findingCases
    }

    private let head = Sample.head(v2, change: "false")

    @Test func `different data under the requested validator is reported`() {
        let told = findings(head.replacing(Sample.sha1(v2), with: Sample.sha1(v1)), body: Sample.update(v2))
        #expect(
            told == ["sameETagOtherData(etag: X1, sha1: X2)".filled])
        #expect(findings(Sample.head(v1, change: "false"), body: Sample.update(v1)) == [])
        var play = Play(
            stored: Sample.stored(v1),
            [.answer(head.replacing(Sample.sha1(v2), with: Sample.sha1(v1)), body: Sample.update(v2))])
        _ = play.run()
        #expect(play.reasonCase.contains("etag: same(X1), ".filled))
    }

    @Test(arguments: ["sonic-html-sha1", "html-sha1"])
    func `a wrong hash in the headers is reported under its header's name`(name: String) {
        let ones = String(repeating: "1", count: 40)
        #expect(
            findings(head + "\n\(name): \(ones)", body: Sample.update(v2)) == [
                "hashWrong(name: \(name), value: 11111111…, mergedPage, sha1: X2)".filled
            ])
        #expect(
            findings(Sample.head(v2) + "\n\(name): \(ones)", body: v2).first
                == "hashWrong(name: \(name), value: 11111111…, page, sha1: X2)".filled
        )
        #expect(findings(head + "\n\(name): \(Sample.sha1(v2))", body: Sample.update(v2)) == [])
    }

    @Test func `a hash in upper case is reported`() {
        let upper = Sample.sha1(v2).uppercased()
        #expect(
            findings(head, body: Sample.update(v2, sha1: upper)) == [
                "claimInUpperCase(\(Words.short(upper)))"
            ])
        #expect(
            findings(head + "\nsonic-html-sha1: \(upper)", body: Sample.update(v2)) == [
                "hashInUpperCase(name: sonic-html-sha1, value: \(Words.short(upper)))"
            ])
    }

    @Test func `a report of missing blocks lists what was received instead`() {
        let bare = Sample.update(v2).replacing("{a}", with: "a").replacing("{b}", with: "{B}")
        #expect(
            findings(head, body: bare) == [
                "updateRejected(merge(missing([a, b], instead: [a, {B}])), change: false)"
            ])
    }
}
