import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Updates whose head announces a page (docs/reference/protocol.md#classification): used if a hash proves them,
/// and never treated as a page.
@Suite struct UndeclaredUpdateTests {
    private static let (old, new) = (Sample.page("1"), Sample.page("2"))

    /// The head of a response without `template-change`, or with this value.
    private func head(_ page: String, change: String? = nil, etag: Bool = true) -> String {
        Sample.head(page, change: change ?? "-").split(separator: "\n").filter { line in
            (change != nil || !line.hasPrefix("template-change")) && (etag || !line.hasPrefix("Etag"))
        }.joined(separator: "\n")
    }

    private func rules(_ play: Play) -> [RuleID] { play.result?.findings.map(\.rule) ?? [] }

    @Test(arguments: [nil, "true", "1", "maybe"])
    func `an undeclared update is used if a hash proves it, and reported`(change: String?) {
        var play = Play(
            stored: Sample.stored(Self.old),
            [.answer(head(Self.new, change: change), body: Sample.update(Self.new))])
        _ = play.run()
        #expect(play.result?.outcome == .dataUpdate && play.result?.changedBlocks == ["a"])
        #expect(play.commits.map(\.html) == [Array(Self.new.utf8)])
        #expect(play.reasonCase.contains("announcement: undeclared(\(change ?? "-"))"))
        #expect(!play.reasonCase.contains("proof: nothing"))
        #expect(rules(play).contains(.updateUndeclared))
    }

    @Test func `the ETag proves it if html-sha1 is missing`() {
        let body = Sample.update(Self.new).replacing("html-sha1", with: "other")
        var play = Play(stored: Sample.stored(Self.old), [.answer(head(Self.new), body: body)])
        _ = play.run()
        #expect(play.result?.outcome == .dataUpdate && play.commits.map(\.html) == [Array(Self.new.utf8)])
    }

    @Test func `unchanged data leave the page as it is`() {
        var play = Play(
            stored: Sample.stored(Self.old),
            [.answer(head(Self.old).replacing("Etag: ", with: "Etag: x"), body: Sample.update(Self.old))])
        _ = play.run()
        #expect(play.result?.outcome == .allCached && play.commits.isEmpty)
        #expect(play.reasonCase.hasPrefix("sameData(undeclared(-), "), "\(play.reasonCase)")
    }

    @Test(arguments: [
        (Sample.update(new, sha1: Sample.sha1("other")), "merge(wrongHash("),
        (
            Sample.update(new).replacing("html-sha1", with: "other"),
            "undeclared"
        ),
        (Sample.update(new).replacing("{a}", with: "{c}"), "merge(missing([a]"),
    ])
    func `an unproven update is requested again, and the old page stays until then`(
        body: String, why: String
    ) {
        let answer = Reply.answer(head(Self.new, etag: false), body: body)
        var play = Play(stored: Sample.stored(Self.old), [answer, Sample.full(Self.new)])
        let lines = play.run()
        #expect(play.result?.outcome == .templateChange)
        #expect(play.reasonCase.contains("withoutTags(" + why), "\(lines)")
        #expect(play.commits.map(\.html) == [Array(Self.new.utf8)])
        // If the same is received again, the old page stays.
        play = Play(stored: Sample.stored(Self.old), [answer, answer])
        let again = play.run()
        #expect(play.result?.outcome.name == "failed" && play.commits.isEmpty, "\(again)")
        #expect(!again.contains("show page"))
        guard case .rejectedTwice(_, _, .storedPage) = play.result?.reason else {
            Issue.record("\(again)")
            return
        }
    }

    @Test func `without a stored page an update is not shown as a page either`() {
        let answer = Reply.answer(head(Self.new), body: Sample.update(Self.new))
        var play = Play([answer, answer])
        let lines = play.run()
        #expect(play.commits.isEmpty && !lines.contains("show page") && !lines.contains("piece"), "\(lines)")
        #expect(play.result?.reason == .badResponse(.dataForNothing, .nothing))
        play = Play([answer, .answer("200 OK\nContent-Type: text/html", body: Self.new)])
        _ = play.run()
        #expect(play.result?.outcome.name == "plain")
    }

    @Test(arguments: [
        "{title} is what a template has", "{\"data\":[1]}<p>", "{}", "{\"data\":{\"a\":1}}", new,
    ])
    func `a body that is not update data is the page its head announces`(page: String) {
        var play = Play(stored: Sample.stored(Self.old), [.answer(head(page), body: page)])
        _ = play.run()
        #expect(play.result?.outcome == .templateChange && play.commits.map(\.html) == [Array(page.utf8)])
        play = Play([.answer(head(page), body: page)])
        _ = play.run()
        #expect(play.result?.outcome == .firstLoad && play.commits.map(\.html) == [Array(page.utf8)])
    }
}
