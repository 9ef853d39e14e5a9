import SonicProtocol
import Testing

@testable import SonicSession

/// What a session retains of the responses.
@Suite struct KeptAnswerTests {
    private func kept(_ stored: StoredPage?, _ replies: [Reply], keeping: ResponseRetention = .first)
        -> RetainedResponse?
    {
        var play = Play(stored: stored, replies)
        play.keeping = keeping
        _ = play.run()
        return play.result?.retainedResponse
    }

    @Test func `no response is retained unless requested`() {
        #expect(kept(nil, [Sample.full(v1)], keeping: .nothing) == nil)
    }

    @Test func `an update is retained with the page it was compared with and the merged page`() throws {
        let answer = try #require(kept(Sample.stored(v1), [Sample.data(v2)]))
        #expect(answer.stored?.version.html == Array(v1.utf8))
        #expect(answer.asked.templateTag == Sample.templateTag(v1))
        #expect(answer.status == 200)
        #expect(answer.headers.first("template-change") == "false")
        #expect(try DataUpdate(json: answer.body).htmlSHA1 == Sample.sha1(v2))
        #expect(answer.page == Array(v2.utf8))
    }

    @Test func `of a rejected update and the page that follows, the update is retained`() throws {
        let broken = Reply.answer("200 OK\ntemplate-change: false\ntemplate-tag: t", body: "{}")
        let answer = try #require(kept(Sample.stored(v1), [broken, Sample.full(v2)]))
        #expect(answer.body == Array("{}".utf8))
        #expect(answer.page == Array(v2.utf8))
    }

    @Test func `a response without changes is retained with the stored page`() throws {
        let answer = try #require(kept(Sample.stored(v1), [.answer("304 Not Modified", body: "")]))
        #expect(answer.status == 304)
        #expect(answer.page == Array(v1.utf8))
    }

    @Test func `redirects are not retained`() throws {
        let moved = Reply.answer("302 Found\nLocation: /other", body: "moved")
        let answer = try #require(kept(nil, [moved, Sample.full(v1)]))
        #expect(answer.status == 200)
        #expect(answer.page == Array(v1.utf8))
    }

    @Test func `without a response, nothing is retained`() {
        #expect(kept(Sample.stored(v1), [.failure(.reset(detail: "gone"))]) == nil)
    }
}
