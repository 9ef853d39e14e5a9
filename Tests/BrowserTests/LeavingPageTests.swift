import Browser
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Responses and links that keep the current page, and what headers trigger.
@Suite struct LeavingPageTests {
    private static func stage(_ html: String, _ fields: [(String, String)] = []) -> Stage {
        var stage = Stage()
        stage.open("http://a.test/page")
        stage.readCache(nil)
        stage.ask(200, "OK", fields)
        stage.replace(with: html)
        stage.end(.plain(.notSonic), "status 200")
        return stage
    }

    private static func said(_ stage: Stage) -> String {
        switch stage.model.notice {
        case .news(let words), .refusal(let words), .failure(let words): words
        case .tally, nil: ""
        }
    }

    // MARK: 204 and 205

    @Test(arguments: [(204, "No Content"), (205, "Reset Content")])
    func `a 204 or 205 keeps the page and is reported`(status: Int, reason: String) {
        var stage = Self.stage("<p>Harbour <a href=/like>liked</a><form><input name=a value=b></form>")
        stage.press(.tab, .tab, .enter)
        stage.type("x")
        stage.press(.enter)
        #expect(stage.text.contains("[bx"))
        stage.press(.backTab, .enter)
        #expect(stage.url.path == "/like")
        stage.ask(status, reason)
        stage.end(.failed(.badAnswer), "status \(status) has no page")
        #expect(stage.text.contains("Harbour") && !stage.text.contains("cannot be shown"))
        #expect(Self.said(stage).contains("\(status) \(reason)"))
        #expect(stage.model.document?.url.path == "/page")
        #expect(stage.model.history.before.isEmpty)
        #expect(stage.text.contains("[bx") == (status == 204), "205 gives the form its first values")
    }

    @Test func `without a page a response without content is reported in its place`() {
        var stage = Stage()
        stage.open("http://a.test/like")
        stage.readCache(nil)
        stage.ask(204, "No Content")
        stage.end(.failed(.badAnswer), "status 204 has no page")
        #expect(stage.text.contains("204 No Content"))
    }

    // MARK: Refresh

    @Test func `a Refresh header is followed like a refresh in the page, and takes precedence`() {
        let stage = Self.stage(
            "<meta http-equiv=refresh content='0;/other'><p>Wait", [("Refresh", "0; url=/ok")])
        #expect(stage.url.path == "/ok")
        #expect(stage.model.history.before.isEmpty)
    }

    @Test(arguments: ["x", "; url=/ok", ""])
    func `an invalid Refresh header leaves the page's own refresh in effect`(value: String) {
        let stage = Self.stage("<meta http-equiv=refresh content='0;/other'>", [("Refresh", value)])
        #expect(stage.url.path == "/other")
    }

    @Test(arguments: [
        ("5; url=/ok", "http://a.test/ok in 5 s"), ("3", "every 3 s"),
        ("0; url=http://[", "an invalid address"),
    ])
    func `a Refresh header with a delay is reported and not followed automatically`(
        value: String, words: String
    ) {
        let stage = Self.stage("<p>Wait", [("Refresh", value)])
        #expect(stage.url.path == "/page")
        #expect(Self.said(stage).contains(words), "\(Self.said(stage))")
    }

    @Test func `the Refresh header of a stored page is used`() {
        var stage = Stage()
        stage.open("http://a.test/page")
        stage.enter(.readingCache)
        var stored = stage.stored(Array("<p>Wait".utf8), Headers([HeaderField("Refresh", "0;url=/ok")]))
        stored.verification = .done
        stage.report(.cachedPageFound(stored))
        stage.end(.fresh(.lifetime), "fresh")
        #expect(stage.url.path == "/ok")
    }

    // MARK: download=

    /// The link, and the suggested name for its file.
    @Test(arguments: [
        ("<a href=/f.bin download='My file.txt'>save</a>", "My file.txt"),
        ("<a href=/f.bin download>save</a>", "f.bin"),
        ("<a href=http://b.test/f.bin download=evil.sh>save</a>", "f.bin"),
        ("<a href=/f.bin download='../../.bashrc'>save</a>", "bashrc"),
        ("<map name=m><area href=/f.bin alt=save download=a.txt></map>", "a.txt"),
    ])
    func `a link with a download attribute is saved under the suggested name`(html: String, name: String)
        throws
    {
        var stage = Self.stage("<p>\(html)")
        stage.press(.tab, .enter)
        guard case .download(_, let order) = stage.effects.last else {
            Issue.record("\(String(describing: stage.effects.last))")
            return
        }
        #expect(order.url.path == "/f.bin")
        #expect(FileName(Headers(), at: order.url, order.suggestion).text == name)
        #expect(stage.text.contains(name))
        #expect(stage.model.document?.url.path == "/page")
    }

    @Test func `a suggested name is used only for same-origin responses that name no other`() {
        let suggestion = FileName.Suggestion(text: "mine.txt", origin: "http://a.test")
        let told = Headers([HeaderField("Content-Disposition", "attachment; filename=theirs.txt")])
        for (headers, address, name) in [
            (Headers(), "http://a.test/f.bin", "mine.txt"), (told, "http://a.test/f.bin", "theirs.txt"),
            (Headers(), "http://b.test/f.bin", "f.bin"), (Headers(), "https://a.test/f.bin", "f.bin"),
        ] {
            #expect(FileName(headers, at: Stage.url(address), suggestion).text == name, "\(address)")
        }
    }
}
