import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Findings about wrong hashes and validators.
@Suite struct HashFindingTests {
    private func findings(_ head: String, body: String) -> [String] {
        var play = Play(stored: Sample.stored(v1), [.answer(head, body: body), Sample.full(v2)])
        _ = play.run()
        return play.result?.findings.map { "\($0.rule.rawValue): \($0.message)" } ?? []
    }

    private let head = Sample.head(v2, change: "false")

    @Test func `different data under the requested validator is reported`() {
        let told = findings(head.replacing(Sample.sha1(v2), with: Sample.sha1(v1)), body: Sample.update(v2))
        #expect(
            told == [
                "etag-same-body-differs: ETag \(Sample.sha1(v1)) is the one that was sent, but the data differ "
                    + "(SHA-1 of the merged page \(Sample.sha1(v2)))"
            ])
        #expect(findings(Sample.head(v1, change: "false"), body: Sample.update(v1)) == [])
        var play = Play(
            stored: Sample.stored(v1),
            [.answer(head.replacing(Sample.sha1(v2), with: Sample.sha1(v1)), body: Sample.update(v2))])
        _ = play.run()
        #expect(
            play.result?.reason.words.contains(": ETag X1 is the one that was sent, template-tag".filled)
                == true)
    }

    @Test(arguments: ["sonic-html-sha1", "html-sha1"])
    func `a wrong hash in the headers is reported under its header's name`(name: String) {
        let ones = String(repeating: "1", count: 40)
        #expect(
            findings(head + "\n\(name): \(ones)", body: Sample.update(v2)) == [
                "html-sha1-wrong: \(name) in the headers is \(ones), but the merged page's SHA-1 is \(Sample.sha1(v2))"
            ])
        #expect(
            findings(Sample.head(v2) + "\n\(name): \(ones)", body: v2).first
                == "html-sha1-wrong: \(name) in the headers is \(ones), but the page's SHA-1 is \(Sample.sha1(v2))"
        )
        #expect(findings(head + "\n\(name): \(Sample.sha1(v2))", body: Sample.update(v2)) == [])
    }

    @Test func `a hash in upper case is reported`() {
        let upper = Sample.sha1(v2).uppercased()
        #expect(
            findings(head, body: Sample.update(v2, sha1: upper)) == [
                "html-sha1-upper-case: html-sha1 in the update is \(upper), in upper case"
            ])
        #expect(
            findings(head + "\nsonic-html-sha1: \(upper)", body: Sample.update(v2)) == [
                "html-sha1-upper-case: sonic-html-sha1 in the headers is \(upper), in upper case"
            ])
    }

    @Test func `a report of missing blocks lists what was received instead, up to a limit`() {
        let bare = Sample.update(v2).replacing("{a}", with: "a").replacing("{b}", with: "{B}")
        #expect(
            findings(head, body: bare) == [
                "update-missing-blocks: the update cannot be used: it lacks the blocks a, b; "
                    + "received instead: “a”, “{B}”"
            ])
        let many = (0..<30).map { "\"x\($0)\":\"\"" }.joined(separator: ",")
        let told = findings(head, body: "{\"data\":{\(many)}}").first ?? ""
        #expect(told.hasSuffix("“x17” and 20 more"), "\(told)")
    }
}
