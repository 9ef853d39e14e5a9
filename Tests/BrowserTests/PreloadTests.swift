import Configuration
import SonicProtocol
@testable import SonicSession
import Testing

@testable import Browser

/// What is prefetched, and what never is.
struct PreloadTests {
    private static let page = """
        <link rel=next href=/page/2><a href=/a>a</a> <a href=/b>b</a> <a href=/c download>c</a>
        <a href=https://news.example/d>d</a> <a href=#here>e</a> <a href=mailto:ann@news.example>f</a>
        <a href=http://shy.example/g>g</a> <a href=/h rel=nofollow>h</a> <a href=ftp://news.example/i>i</a>
        <a href=http://ann:secret@news.example/k>k</a>
        <form method=post action=/j><input name=q><input type=submit></form>
        """

    private func stage(_ preloading: PreloadChoice, at address: String = "http://news.example/") -> Stage {
        var stage = Stage { $0.host == "shy.example" ? .off : preloading }
        stage.open(address)
        stage.readCache(Self.page)
        stage.end(.allCached, "over")
        return stage
    }

    /// The addresses prefetched.
    private func asked(_ stage: Stage) -> [String] {
        stage.effects.compactMap { if case .preload(let url, _) = $0 { url.href } else { nil } }
    }

    /// The time of the timer set last.
    private func timer(_ stage: Stage) -> Duration? {
        stage.effects.compactMap { if case .setTimer(.loadAhead, let time) = $0 { time } else { nil } }.last
    }

    private func wake(_ stage: inout Stage) {
        guard let time = timer(stage) else { return }
        stage.uptime = max(stage.uptime, time)
        stage.send(.timerFired(.loadAhead))
    }

    private func report(_ report: PreloadReport, of address: String, to stage: inout Stage) {
        stage.send(.preloaded(report, of: Stage.url(address), after: .milliseconds(700)))
    }

    private func result(_ outcome: Outcome, of address: String) -> SessionResult {
        SessionResult(
            requested: Stage.url(address), url: Stage.url(address),
            pageID: PageID(account: "alice", digest: "5d41"), outcome: outcome,
            reason: .recorded("nothing answers", code: nil), by: .nobody, status: 200, head: nil,
            addedHeaders: [],
            answeredBy: nil,
            request: nil, redirects: [], changedBlocks: [], bytesReceived: 3210, bytesSent: 0, timings: [:],
            findings: [], answerBody: nil, storage: .untouched)
    }

    @Test func `nothing is prefetched unless the user allows it`() {
        var stage = stage(.off)
        stage.press(.tab)
        #expect(timer(stage) == nil)
        #expect(asked(stage).isEmpty)
    }

    @Test func `a link's page is prefetched once the link has been selected for a moment`() {
        var stage = stage(.chosen)
        stage.press(.tab)
        #expect(stage.effects.last == .setTimer(.loadAhead, at: .milliseconds(300)))
        // Moving on selects the next link. A pending timer is set again.
        stage.uptime = .milliseconds(100)
        stage.press(.tab)
        stage.uptime = .milliseconds(300)
        stage.send(.timerFired(.loadAhead))
        #expect(asked(stage).isEmpty)
        #expect(stage.effects.last == .setTimer(.loadAhead, at: .milliseconds(400)))
        stage.uptime = .milliseconds(400)
        stage.send(.timerFired(.loadAhead))
        #expect(asked(stage) == ["http://news.example/b"])
        // It is requested once.
        stage.press(.backTab, .tab)
        wake(&stage)
        report(
            .ended(result(.firstLoad, of: "http://news.example/b")), of: "http://news.example/b", to: &stage)
        stage.press(.backTab, .tab)
        wake(&stage)
        #expect(asked(stage) == ["http://news.example/b"])
    }

    @Test func `a link selected by number is prefetched like one selected by Tab`() {
        var stage = stage(.chosen)
        stage.press("F", "2")
        wake(&stage)
        #expect(asked(stage) == ["http://news.example/b"])
    }

    @Test(arguments: [
        ("c", "a download"), ("d", "another scheme"), ("e", "a place on the page"), ("f", "no page"),
        ("g", "a site where it is not wanted"), ("h", "nothing for machines"), ("i", "another protocol"),
        ("k", "a name and a password"), ("field", "a field"), ("submit", "a form that is posted"),
    ])
    func `some links are never prefetched automatically`(link: String, what: String) {
        var stage = stage(.next)
        report(
            .ended(result(.firstLoad, of: "http://news.example/page/2")), of: "http://news.example/page/2",
            to: &stage)
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "field", "submit"]
        for _ in 0...(names.firstIndex(of: link) ?? 0) { stage.press(.tab) }
        wake(&stage)
        #expect(asked(stage) == ["http://news.example/page/2"], "\(what)")
    }

    @Test func `a page's link to the next page is prefetched, one page at a time`() {
        var stage = stage(.next)
        #expect(asked(stage) == ["http://news.example/page/2"])
        stage.press(.tab)
        wake(&stage)
        #expect(asked(stage).count == 1)
        report(
            .ended(result(.firstLoad, of: "http://news.example/page/2")), of: "http://news.example/page/2",
            to: &stage)
        #expect(asked(stage) == ["http://news.example/page/2", "http://news.example/a"])
        // The user's own requests are not delayed.
        stage.press(.tab, "P")
        #expect(asked(stage).last == "http://news.example/b")
    }

    @Test(arguments: [PreloadChoice.off, .chosen])
    func `the next page is not prefetched if the setting is off`(preloading: PreloadChoice) {
        #expect(asked(stage(preloading)).isEmpty)
    }

    @Test func `nothing is prefetched while a page loads or after one failed`() {
        var stage = stage(.chosen)
        stage.press(.tab)
        stage.press("r")
        wake(&stage)
        #expect(asked(stage).isEmpty)
        stage.end(
            .offline(.connection(.unreachable(host: "news.example", port: 80, detail: "refused"))), "gone")
        #expect(asked(stage).isEmpty)
        stage.press("r")
        stage.end(.allCached, "over")
        #expect(asked(stage) == ["http://news.example/a"])
    }

    @Test func `after a page was stopped nothing more is prefetched`() {
        var stage = Stage { _ in .next }
        stage.open("http://news.example/")
        stage.readCache(Self.page)
        stage.press(.tab)
        wake(&stage)
        stage.press(.escape)
        #expect(asked(stage).isEmpty)
    }

    @Test func `offline nothing is prefetched, even on demand`() {
        var stage = stage(.chosen)
        stage.press(.tab, "O")
        wake(&stage)
        stage.press(":")
        stage.type("preload http://news.example/b")
        stage.press(.enter)
        #expect(stage.text.contains("Offline: press O to go online."))
        stage.press(.escape)
        #expect(asked(stage).isEmpty)
        stage.press("O")
        #expect(asked(stage) == ["http://news.example/a"])
    }

    @Test func `a timer of a page that was left is ignored`() {
        var stage = stage(.chosen)
        stage.press(.tab)
        stage.open("http://news.example/other")
        stage.readCache("<p>Other")
        stage.end(.allCached, "over")
        wake(&stage)
        #expect(asked(stage).isEmpty)
    }

    @Test func `the bottom line and the log report prefetching`() {
        let url = "http://news.example/a"
        var stage = stage(.chosen)
        stage.press(.tab)
        wake(&stage)
        report(.begun, of: url, to: &stage)
        #expect(stage.screen.last?.contains("Loading ahead: http://news.example/a") ?? false)
        report(.ended(result(.firstLoad, of: url)), of: url, to: &stage)
        #expect(stage.screen.last?.contains("Loaded ahead: http://news.example/a: first load, 3 KB") ?? false)
        stage.press("@", "G")
        #expect(stage.text.contains("loading ahead since its link stays chosen: http://news.example/a"))
        #expect(stage.text.contains("loaded ahead: http://news.example/a: first load"))
        // A session that was not requested is not reported.
        report(.ended(result(.firstLoad, of: "http://x.example/")), of: "http://x.example/", to: &stage)
        #expect(!stage.text.contains("x.example"))
    }

    @Test func `a failed prefetch is reported without covering a more important message`() {
        let url = "http://news.example/a"
        var stage = stage(.off)
        stage.press(.tab, "P")
        report(.begun, of: url, to: &stage)
        report(.ended(result(.failed(.notStored), of: url)), of: url, to: &stage)
        #expect(
            stage.screen.last?.contains("Not loaded ahead: http://news.example/a: nothing answers") ?? false)
        stage.press("P", "B")
        report(.begun, of: url, to: &stage)
        #expect(stage.screen.last?.contains("no page to go back to") ?? false)
    }
}
