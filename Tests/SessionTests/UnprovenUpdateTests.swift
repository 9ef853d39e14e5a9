import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// Updates without a hash, and updates whose blocks are not exactly the page's (docs/reference/protocol.md#update).
@Suite struct UnprovenUpdateTests {
    private func rules(_ play: Play) -> [RuleID] { play.result?.findings.map(\.rule) ?? [] }

    /// The head of an update whose ETag is no hash.
    private static func head(_ tag: String? = Sample.templateTag(v1), etag: String = "v2") -> String {
        "200 OK\nEtag: \(etag)\ntemplate-change: false\nCache-Offline: true\nContent-Type: text/html"
            + (tag.map { "\ntemplate-tag: \($0)" } ?? "")
    }

    /// An update without a hash, with this template tag in its body.
    private static func body(_ tag: String? = Sample.templateTag(v1), sha1 member: String = "") -> String {
        let update = Sample.update(v2)
            .replacing("\"html-sha1\":\"\(Sample.sha1(v2))\",", with: member)
        let old = "\"template-tag\":\"\(Sample.templateTag(v2))\","
        return update.replacing(old, with: tag.map { "\"template-tag\":\"\($0)\"," } ?? "")
    }

    @Test(arguments: ["", "\"html-sha1\":\"\",", "\"html-sha1\":null,"])
    func `an update without a hash is merged as unverified, and stored with the hash of the merge`(
        member: String
    ) {
        for reply in [
            Reply.answer(Self.head(), body: Self.body(sha1: member)),
            .answer(Self.head(nil), body: Self.body(sha1: member)),
            .answer(Self.head(), body: Self.body(nil, sha1: member)),
        ] {
            var play = Play(stored: Sample.stored(v1), [reply])
            _ = play.run()
            #expect(play.result?.outcome == .dataUpdate && play.result?.changedBlocks == ["a"])
            #expect(play.commits.map(\.sha1) == [Sample.sha1(v2)])
            #expect(rules(play) == [.updateUnproven])
            #expect(play.reasonCase.hasSuffix("proof: nothing)"))
        }
    }

    @Test func `an ETag that is the hash of the update itself says nothing about the page`() {
        let body = Self.body()
        var play = Play(
            stored: Sample.stored(v1), [.answer(Self.head(etag: "\"\(Sample.sha1(body))\""), body: body)])
        _ = play.run()
        #expect(play.result?.outcome == .dataUpdate && rules(play).contains(.updateUnproven))
    }

    @Test(
        arguments: [
            (head("other"), body(), "unproven(templateTag: other)"),
            (head(), body("other"), "unproven(templateTag: other)"),
            (head(nil), body(nil), "unproven(templateTag: -)"),
            (head(), String(body().dropLast(9)), "body(malformed("),
            (
                head(), body().replacing("{a}", with: "{z}"),
                "merge(missing([a], instead: [{z}]))"
            ),
            (
                head(), body().replacing("\"{b}\"", with: "\"{z}\":\"\",\"{b}\""),
                "merge(unknown([z]))"
            ),
            (head(), body(sha1: "\"html-sha1\":\"\(Sample.sha1(other))\","), "merge(wrongHash("),
        ] as [(String, String, String)])
    func `it is refused if anything is wrong with it, and the page is requested again`(
        _ head: String, _ body: String, _ words: String
    ) {
        var play = Play(stored: Sample.stored(v1), [.answer(head, body: body), Sample.full(v2)])
        let lines = play.run()
        #expect(play.result?.outcome == .templateChange && play.commits.map(\.html) == [Array(v2.utf8)])
        #expect(lines.contains(words), "\(lines)")
    }

    @Test(
        arguments: [
            (
                Sample.update(v2).replacing("\"{b}\"", with: "\"{z}\":\"\",\"{b}\""),
                RuleID.updateUnknownBlocks
            ),
            (
                #"{"data":{"{a}":"<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"},"html-sha1":"SHA"}"#,
                .updateMissingBlocks
            ),
            (
                #"{"data":{"{a}":"<!--sonicdiff-a-->2<!--sonicdiff-a-end-->","{z}":""},"html-sha1":"SHA"}"#,
                .updateMissingBlocks
            ),
        ] as [(String, RuleID)])
    func `blocks too few or too many do not matter if the merged page has exactly the claimed hash`(
        _ body: String, _ rule: RuleID
    ) {
        let right = body.replacing("SHA", with: Sample.sha1(v2))
        var play = Play(stored: Sample.stored(v1), [.answer(Sample.head(v2, change: "false"), body: right)])
        _ = play.run()
        #expect(play.result?.outcome == .dataUpdate && play.commits.map(\.html) == [Array(v2.utf8)])
        #expect(rules(play) == [rule])
        #expect(play.findingCases.first?.hasPrefix("updateInexact(") == true)
        let wrong = right.replacing(Sample.sha1(v2), with: Sample.sha1(other))
        var refused = Play(
            stored: Sample.stored(v1),
            [.answer(Sample.head(other, change: "false"), body: wrong), Sample.full(v2)])
        _ = refused.run()
        #expect(refused.result?.outcome == .templateChange)
    }
}
