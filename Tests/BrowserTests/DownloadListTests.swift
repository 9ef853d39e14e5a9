import Browser
import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues
@testable import Configuration

/// Downloads in the browser: offered, in progress, saved, and opened in other programs.
@Suite struct DownloadListTests {
    private func stage(
        _ page: String = "<title>A</title><p><a href=/b.zip>file</a> <a href=mailto:me@x.test>mail</a>"
    )
        -> Stage
    {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.test/")
        stage.readCache(page)
        stage.end(.allCached, "status 304")
        return stage
    }

    private func offered() -> Stage {
        var stage = stage()
        stage.press(.tab, .enter)
        stage.enter(.waiting)
        stage.offer("b.zip", length: 4096)
        return stage
    }

    private func ordered(_ stage: Stage) -> [FileOrder] {
        stage.effects.compactMap { if case .download(_, let order) = $0 { order } else { nil } }
    }

    @Test func `the page stays, and a name for the file is prompted for`() throws {
        var stage = offered()
        #expect(stage.text.contains("Save 4 KB as: b.zip"))
        #expect(stage.text.contains("file mail") && stage.model.document?.url.href == "http://a.test/")
        #expect(!stage.text.contains("FAILED"))
        stage.press(.enter)
        let order = try #require(ordered(stage).first)
        #expect(
            order.target == .path("b.zip") && order.handover != nil
                && order.url.href == "http://a.test/b.zip")
        #expect(stage.text.contains("Saving b.zip: M-w shows the progress."))
    }

    @Test func `a file is requested again with the same initiator`() throws {
        var stage = offered()
        let cause = RequestCause(chain: [try WebURL.parse("http://a.test/")])
        stage.press(.enter)
        try stage.come(["1", "100", "1"])
        try stage.come(["1", "broken", "reset"])
        stage.press(.alt("w"), .enter)
        #expect(ordered(stage).map(\.cause) == [cause, cause])
        var record = DownloadRecord(
            url: try WebURL.parse("http://b.test/c.zip"), type: nil, length: 9, validator: .tag("\"v\""))
        record.initiators = cause.chain
        stage.answer([FoundPart(path: "/tmp/c.zip", record: record, received: 4)])
        #expect(stage.model.account.downloads.entries.last?.cause == cause)
    }

    @Test func `a declined file is discarded`() {
        var stage = offered()
        stage.press(.escape)
        #expect(stage.text.contains("Nothing was saved."))
        #expect(stage.model.account.downloads.entries.isEmpty && ordered(stage).isEmpty)
    }

    @Test func `an empty name saves nothing, and one with control characters must be corrected`() {
        var stage = offered()
        stage.press(.control("u"), .enter)
        #expect(stage.model.account.downloads.entries.isEmpty && ordered(stage).isEmpty)
        stage = offered()
        stage.type("/")
        stage.press(.enter)
        #expect(stage.text.contains("or end with “/”") && ordered(stage).isEmpty)
    }

    @Test func `a file that arrives during typing waits in the list`() {
        var stage = stage()
        stage.press(.tab, .enter)
        stage.enter(.waiting)
        stage.press("o")
        stage.offer("b.zip", length: nil)
        #expect(stage.text.contains(" Open:"))
        stage.press(.escape, .alt("w"))
        #expect(stage.text.contains("offered"))
        stage.press(.enter)
        #expect(stage.text.contains("Save as: b.zip"))
        stage.press(.enter)
        #expect(ordered(stage).count == 1)
    }

    @Test func `the same file offered again is listed once`() {
        var stage = offered()
        stage.press(.escape)
        for _ in 0..<2 {
            stage.press(.enter)
            stage.enter(.waiting)
            stage.offer("b.zip", length: 4096)
        }
        #expect(stage.model.account.downloads.entries.count == 1)
    }

    @Test func `a new tab without a page reports that a file was received`() {
        var stage = stage()
        stage.press(.tab, ";")
        stage.enter(.waiting)
        stage.offer("b.zip", length: 4096)
        #expect(stage.text.contains("This is a file"))
        #expect(stage.text.contains("Save 4 KB as: b.zip"))
    }

    @Test func `a file that could not be saved is retried under a name that is prompted for`() {
        var stage = offered()
        stage.type("none/")
        for _ in 0..<5 { stage.press(.backspace) }
        stage.press(.enter)
        stage.send(
            .downloadReported(.begun(path: "/none/b.zip", type: nil, received: 0, length: 9), 1))
        stage.send(.downloadReported(.ended(.failed("there is no folder /none")), 1))
        stage.press(.alt("w"))
        for key: Key in ["r", .enter, "o"] {
            stage.press(key)
            #expect(stage.text.contains("as: /none/b.zip"), "\(key.name)")
            stage.press(.escape)
            #expect(stage.model.account.downloads.entries.count == 1)
        }
        stage.press("r")
        stage.model.prompt?.editor = LineEditor("c.zip")
        stage.press(.enter)
        #expect(ordered(stage).last?.target == .path("c.zip") && ordered(stage).last?.handover == nil)
        #expect(stage.text.contains("requesting"))
    }

    @Test func `a link is saved without being shown`() throws {
        var stage = stage()
        stage.press(.alt("x"))
        #expect(stage.text.contains("no link or field is chosen"))
        stage.press(.tab, .alt("x"))
        let order = try #require(ordered(stage).first)
        #expect(
            order.target == .folder("") && order.handover == nil && order.url.href == "http://a.test/b.zip")
    }

    @Test func `the list shows progress, and stops, resumes and removes a download`() throws {
        var stage = offered()
        stage.press(.enter)
        try stage.come(["1", "2048", "2"])
        stage.press(.alt("w"))
        #expect(stage.effects.contains(.ask(.parts(.any))))
        #expect(stage.text.contains("2,048 of 4,096 B · 50% · 1 KB/s · 0:02"))
        stage.press("c")
        #expect(stage.effects.last == .stopDownload(1))
        stage.send(.downloadReported(.ended(.stopped), 1))
        #expect(stage.text.contains("2,048 of 4,096 B, stopped"))
        stage.press("r")
        #expect(ordered(stage).last?.target == .path("/home/alice/Downloads/b.zip"))
        #expect(ordered(stage).last?.handover == nil)
        stage.press("r")
        #expect(stage.text.contains("b.zip was not interrupted."))
        stage.send(.downloadReported(.ended(.broken("the network is down")), 1))
        #expect(stage.text.contains("interrupted") && stage.text.contains("the network is down"))
        stage.press("c")
        let url = Stage.url("http://a.test/b.zip")
        #expect(stage.effects.last == .removePart(path: "/home/alice/Downloads/b.zip", url: url))
        #expect(stage.text.contains("No downloads yet."))
    }

    @Test func `a saved file is opened only by a key`() throws {
        var stage = offered()
        stage.press(.enter)
        try stage.come(["1", "4096", "1"])
        try stage.come(["1", "saved"])
        #expect(stage.text.contains("Saved /home/alice/Downloads/b.zip: 4 KB."))
        #expect(!stage.effects.contains { if case .openFile = $0 { true } else { false } })
        stage.press(.alt("w"), .enter)
        let opening = Effect.openFile(path: "/home/alice/Downloads/b.zip", type: "application/zip")
        #expect(stage.effects.last == opening)
        stage.send(.failed("no mailcap entry shows application/zip"))
        #expect(stage.text.contains("No mailcap entry shows application/zip."))
        stage.press("c")
        #expect(stage.model.account.downloads.entries.isEmpty)
    }

    @Test func `partial files of earlier runs are listed once each`() {
        var stage = stage()
        stage.press(.alt("w"))
        let record = DownloadRecord(
            url: Stage.url("http://a.test/old.iso"), type: nil, length: 2048, validator: .tag("\"v\""))
        let part = FoundPart(path: "/d/old.iso", record: record, received: 1024)
        stage.answer([part])
        stage.answer([part])
        #expect(stage.model.account.downloads.entries.count == 1)
        #expect(stage.text.contains("old.iso") && stage.text.contains("1,024 of 2,048 B, stopped"))
        stage.press(.enter)
        #expect(ordered(stage).last?.target == .path("/d/old.iso"))
    }

    @Test func `quitting asks for confirmation once while a download runs`() throws {
        var stage = offered()
        stage.press(.enter, "q")
        #expect(stage.text.contains("A download is running; its part is kept. Leave?"))
        stage.press("n")
        #expect(stage.text.contains("The downloads continue.") && !stage.effects.contains(.quit))
        stage.press("q", "y")
        #expect(stage.effects.last == .quit)
        var hurried = offered()
        hurried.press(.enter, .control("c"))
        #expect(hurried.effects.last == .quit)
    }

    @Test func `control characters in a file name are visible on the screen`() {
        var stage = stage()
        stage.press(.tab, .enter)
        stage.enter(.waiting)
        stage.offer("../../a\u{1B}[31m\u{202E}b.zip", length: nil)
        #expect(stage.text.contains("Save as: a[31mb.zip"))
    }

    @Test func `megabytes are shown with one decimal`() {
        #expect(3_000_000.byteText == "2.8 MB" && (1 << 20).byteText == "1.0 MB" && 1023.byteText == "1023 B")
    }

    // MARK: Other programs

    @Test func `an address is passed to a command, the selected link before the page`() {
        var stage = stage()
        stage.press(.alt("e"))
        stage.type("wget -q")
        stage.press(.enter)
        guard case .send(let order)? = stage.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(order.line == "wget -q" && order.url.href == "http://a.test/")
        #expect(order.page?.bytes.isEmpty == false)
        stage.press(.tab, .alt("g"))
        #expect(stage.effects.last == .browse(Stage.url("http://a.test/b.zip")))
    }

    @Test func `the output of a command is reported`() {
        var stage = stage()
        stage.send(.done("wget: done."))
        #expect(stage.text.contains("wget: done."))
        stage.send(.printed(title: "count", "one\u{1B}[2J\ntwo"))
        #expect(stage.text.contains("two") && stage.text.contains("one") && !stage.text.contains("\u{1B}"))
        stage.press(.escape)
        #expect(stage.model.overlay == nil)
    }

    @Test func `mail links run their command, or the address is shown`() {
        var stage = stage()
        stage.press(.tab, .tab, .enter)
        #expect(stage.text.contains("Mail to me@x.test: no command “mailto” is configured"))
        var settings = BrowserSettings()
        settings.general[Settings.commands] = [
            NamedCommand(name: "mailto", run: "mutt", input: .address, place: .terminal)
        ]
        stage.send(.configured(settings, keys: .standard, warning: nil))
        stage.press(.enter)
        guard case .send(let order)? = stage.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(order.line == "mailto" && order.url.href == "mailto:me@x.test")
        stage.press(.alt("g"))
        #expect(stage.text.contains("Only http and https addresses are opened in another browser"))
    }

    // MARK: Refreshes

    private func refreshing(_ content: String) -> Stage {
        stage("<title>R</title><meta http-equiv=refresh content='\(content)'><p>Wait")
    }

    @Test func `a refresh without delay is followed instead of showing its page`() {
        var stage = refreshing("0; url=/next")
        #expect(stage.url.href == "http://a.test/next")
        #expect(stage.text.contains("Refreshed to http://a.test/next"))
        stage.readCache("<p>Here")
        stage.end(.allCached, "status 304")
        #expect(stage.text.contains("Here") && stage.model.history.before.isEmpty)
    }

    @Test(arguments: [
        ("5; url=/next", "[redirects to /next in 5 s]"), ("30", "[reloads every 30 s]"),
        ("0; url=javascript:alert(1)", "[redirects to javascript:alert(1) at once]"),
        ("0; url=http://a.test/", "[redirects to http://a.test/ at once]"),
        ("0; url='file:///etc/passwd'", "[redirects to file:///etc/passwd at once]"),
    ])
    func `any other refresh is shown as a link`(content: String, words: String) {
        let stage = stage("<title>R</title><meta http-equiv=Refresh content=\"\(content)\"><p>Wait")
        #expect(stage.url.href == "http://a.test/")
        #expect(stage.text.contains(words), "\(stage.text)")
    }

    @Test func `refreshes stop after five, and in a loop`() {
        var stage = refreshing("0;/1")
        for number in 2...9 where stage.outstanding.count > 0 {
            stage.readCache("<meta http-equiv=refresh content='0;/\(number)'>")
            stage.end(.allCached, "status 304")
        }
        #expect(stage.url.href == "http://a.test/5")
        #expect(stage.text.contains("is not followed: it may be part of a loop."))
        var loop = refreshing("0;/b")
        loop.readCache("<meta http-equiv=refresh content='0;/'>")
        loop.end(.allCached, "status 304")
        #expect(loop.url.href == "http://a.test/b")
        #expect(loop.text.contains("it may be part of a loop"))
    }

    @Test func `a refresh is not followed on reload or if it is off for the site`() {
        var stage = refreshing("5;/next")
        stage.press("r")
        stage.readCache("<meta http-equiv=refresh content='0;/next'>")
        stage.end(.allCached, "status 304")
        #expect(stage.url.href == "http://a.test/")
        var site = Choices()
        site[Settings.followsRefreshes] = false
        stage.send(.configured(BrowserSettings { [site] _ in site }, keys: .standard, warning: nil))
        stage.open("http://a.test/off")
        stage.readCache("<meta http-equiv=refresh content='0;/next'>")
        stage.end(.allCached, "status 304")
        #expect(stage.url.href == "http://a.test/off")
    }
}
