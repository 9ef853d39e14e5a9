import SonicProtocol
import Testing

@testable import SonicSession

/// Text and images: plain, but stored, so that they open at once.
@Suite struct TextTests {
    private static let head = "200 OK\nContent-Type: text/plain\nETag: \"A\""

    private static func stored(_ text: String) -> StoredPage {
        Sample.stored(text, sonic: false, type: "text/plain")
    }

    @Test func `a text is shown as it arrives and stored`() {
        var play = Play([.answer(Self.head, body: "words")])
        #expect(
            play.run() == """
                ask http://news.example/ accept-diff
                piece of 2 bytes
                piece of 3 bytes
                show page of 5 bytes
                write commit 5 bytes
                end plain -: plain(notHTML(text/plain), isStoredCopy: false)
                """)
        #expect(play.commits.map(\.html) == [Array("words".utf8)])
    }

    @Test func `a stored text is shown at once and requested with its validators`() {
        var play = Play(stored: Self.stored("words"), [.answer("304 Not Modified", body: "")])
        #expect(
            play.run() == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                write renew 3
                end allCached 304: notModified(etag: "plain-1")
                """)
    }

    @Test func `on a reload, a text under no-store is shown only when complete`() {
        var play = Play([.answer(Self.head + "\nCache-Control: no-store", body: "words")])
        let lines = play.run(.reload)
        #expect(!lines.contains("piece") && lines.contains("show page of 5 bytes"))
    }

    @Test func `a changed text replaces the stored one`() {
        var play = Play(stored: Self.stored("words"), [.answer(Self.head, body: "other words")])
        #expect(
            play.run() == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                show page of 11 bytes
                write commit 11 bytes
                end plain -: plain(notHTML(text/plain), isStoredCopy: false)
                """)
    }

    @Test func `the same text without a 304 renews the stored one`() {
        var play = Play(stored: Self.stored("words"), [.answer(Self.head, body: "words")])
        #expect(
            play.run() == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                write renew 3
                end plain -: plain(notHTML(text/plain), isStoredCopy: true)
                """)
    }

    @Test func `a text received in place of an HTML page leaves the stored page`() {
        var play = Play(
            stored: Sample.stored(v1), [.answer(Self.head, body: "log in first")])
        #expect(
            play.run()
                == """
                show version 3
                ask http://news.example/ accept-diff etag=X1 tag=T1
                show page of 12 bytes
                end plain -: plain(notHTML(text/plain), isStoredCopy: false)
                """.filled)
        #expect(play.commits.isEmpty)
        #expect(play.result?.storage == .notAllowed(.htmlStays))
    }

    @Test func `an image is stored like a text`() {
        var play = Play([.answer("200 OK\nContent-Type: image/png", body: "bytes")])
        #expect(play.run().contains("write commit 5 bytes"))
        #expect(play.result?.outcome == .plain(.notHTML))
    }

    @Test(arguments: [
        "Content-Type: application/pdf", "Content-Type: font/woff2",
        "Content-Type: text/plain\nContent-Disposition: attachment",
    ])
    func `a file is not a page and not stored as one`(lines: String) {
        var play = Play([.answer("200 OK\n" + lines, body: "bytes")])
        #expect(!play.run().contains("piece"))
        #expect(play.commits.isEmpty)
        #expect(play.result?.storage == .notAllowed(.file))
    }

    @Test func `neither a text under no-store nor a response to a form is stored`() {
        var play = Play([.answer(Self.head + "\nCache-Control: no-store", body: "words")])
        _ = play.run()
        #expect(play.commits.isEmpty)
        #expect(play.result?.storage == .notAllowed(.noStore))
        var posted = Play([.answer(Self.head, body: "words")])
        _ = posted.run(.open, .post(PostBody(Array("a=b".utf8), contentType: "text/plain", origin: nil)))
        #expect(posted.commits.isEmpty)
        #expect(posted.result?.storage == .notAllowed(.posted(method: "POST")))
    }
}
