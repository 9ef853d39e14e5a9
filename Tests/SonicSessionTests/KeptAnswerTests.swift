import SonicProtocol
import Testing

@testable import SonicSession

/// What a session keeps of the answers as they came.
@Suite struct KeptAnswerTests {
    private func kept(_ stored: StoredPage?, _ replies: [Reply], keeping: ResponseRetention = .first)
        -> RetainedResponse?
    {
        var play = Play(stored: stored, replies)
        play.keeping = keeping
        _ = play.run()
        return play.result?.retainedResponse
    }

    @Test func `nothing is kept that nobody asks for`() {
        #expect(kept(nil, [Sample.full(v1)], keeping: .nothing) == nil)
    }

    @Test func `an update is kept with what it was compared with and what came of it`() throws {
        let answer = try #require(kept(Sample.stored(v1), [Sample.data(v2)]))
        #expect(answer.stored?.version.html == Array(v1.utf8))
        #expect(answer.asked.templateTag == Sample.templateTag(v1))
        #expect(answer.status == 200)
        #expect(answer.headers.first("template-change") == "false")
        #expect(try DataUpdate(json: answer.body).htmlSHA1 == Sample.sha1(v2))
        #expect(answer.page == Array(v2.utf8))
    }

    @Test func `of an update that is refused, and the page that comes then, the update is kept`() throws {
        let broken = Reply.answer("200 OK\ntemplate-change: false\ntemplate-tag: t", body: "{}")
        let answer = try #require(kept(Sample.stored(v1), [broken, Sample.full(v2)]))
        #expect(answer.body == Array("{}".utf8))
        #expect(answer.page == Array(v2.utf8))
    }

    @Test func `an answer that changes nothing leaves the stored page`() throws {
        let answer = try #require(kept(Sample.stored(v1), [.answer("304 Not Modified", body: "")]))
        #expect(answer.status == 304)
        #expect(answer.page == Array(v1.utf8))
    }

    @Test func `redirects are not kept`() throws {
        let moved = Reply.answer("302 Found\nLocation: /other", body: "moved")
        let answer = try #require(kept(nil, [moved, Sample.full(v1)]))
        #expect(answer.status == 200)
        #expect(answer.page == Array(v1.utf8))
    }

    @Test func `without a response there is none to keep`() {
        #expect(kept(Sample.stored(v1), [.failure(.reset(detail: "gone"))]) == nil)
    }
}
