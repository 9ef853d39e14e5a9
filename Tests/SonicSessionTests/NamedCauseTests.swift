import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Sentences name the cause that there was, and not one that looks like it.
@Suite struct NamedCauseTests {
    private func reason(_ replies: [Reply], stored: StoredPage? = nil, sonicOff: Instant? = nil) -> String {
        var play = Play(stored: stored, sonicOff: sonicOff, replies)
        _ = play.run()
        return play.result?.reason.words ?? ""
    }

    @Test func `a copy that is damaged was stored`() {
        var owed = Sample.stored(v1)
        owed.verification = .owed
        let told = reason([Sample.full(v2)], stored: owed)
        #expect(told.hasPrefix("full page received, the stored copy is damaged and was not used"), "\(told)")
        #expect(reason([Sample.full(v2)]).hasPrefix("full page received, nothing was stored"))
    }

    @Test func `a Location that is empty is not one that is missing`() {
        let empty = reason([.answer("302 Found\nLocation:", body: "")])
        #expect(empty.contains("with an empty Location header"), "\(empty)")
        let none = reason([.answer("302 Found", body: "")])
        #expect(none.contains("without a Location header"), "\(none)")
    }

    @Test func `Sonic that is off says until when, and how that ends`() {
        let told = reason(
            [.answer("200 OK\nContent-Type: text/html", body: v1)], sonicOff: Play.now.adding(seconds: 3600))
        #expect(told.contains("until 1970-01-12 14:46:40 UTC") && told.contains("forget the page"), "\(told)")
    }

    @Test func `tags that look alike are told apart`() {
        let head = Sample.head(v2, change: "false").split(separator: "\n").map { line in
            line.hasPrefix("template-tag") ? line + "\u{200B}" : line
        }.joined(separator: "\n")
        var play = Play(stored: Sample.stored(v1), [.answer(head, body: Sample.update(v2))])
        _ = play.run()
        #expect(play.result?.reason.words.contains("<U+200B>") == true, "\(play.result?.reason.words ?? "")")
    }
}
