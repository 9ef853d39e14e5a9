import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The text in the panes and lines around the page is correct and not truncated.
struct TextDialogTests {
    private static let page = "<title>T</title><p>one two</p>"

    @Test func `a newer copy that is not shown is reported until it is`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(200)
        stage.report(.newerCopyStored)
        stage.end(.dataUpdate, "cache-offline: store", storage: .stored(number: 4))
        stage.press("j")
        #expect(!(stage.screen.last ?? "").contains("newer"))
        #expect(stage.text.contains("A newer copy is stored: press r to see it."))
        #expect(stage.text.contains("The newer copy is stored and not shown"))
        #expect(!stage.text.contains("No difference"))
        stage.press("v", "v", "j")
        #expect(stage.text.contains("A newer copy is stored: press r to see it."))
    }

    @Test func `messages lists the texts of the bottom line, the newest first`() throws {
        var stage = Stage()
        stage.press(":")
        stage.type("messages")
        stage.press(.enter)
        #expect(stage.screen.last?.contains("No messages") == true)
        stage.uptime = .seconds(1)
        stage.press("t")
        stage.uptime = .seconds(3)
        stage.press(":")
        stage.type("messages")
        stage.press(.enter)
        let theme = try #require(stage.screen.firstIndex { $0.contains("2 s ago: Theme ") })
        let refusal = try #require(stage.screen.firstIndex { $0.contains("3 s ago: No messages") })
        #expect(theme < refusal)
        stage.press("q")
        #expect(stage.model.overlay == nil)
    }

    @Test func `a message is replaced by the hints after a while, and a failure stays`() {
        var stage = Stage()
        let hints = stage.screen.last
        stage.uptime = .seconds(1)
        stage.press("t")
        #expect(stage.screen.last?.contains("Theme ") == true && stage.noticeEnd == .seconds(9))
        stage.uptime = .seconds(8)
        stage.send(.timerFired(.notice))
        #expect(stage.screen.last?.contains("Theme ") == true)
        stage.uptime = .seconds(9)
        stage.send(.timerFired(.notice))
        #expect(stage.screen.last == hints)
        var log = MessageLog()
        log.record(.failure("The disk is full."), at: .zero)
        #expect(log.end == nil)
    }

    @Test func `the number of messages is limited, and one that stays counts once`() {
        var log = MessageLog()
        for number in 0..<(MessageLog.limit + 2) { log.record(.news("\(number)"), at: .zero) }
        log.record(log.entries.last.map { .news($0.line.text) }, at: .seconds(1))
        log.record(.tally, at: .seconds(1))
        #expect(log.entries.count == MessageLog.limit && log.entries.first?.line.text == "2")
        #expect(log.entries.last?.moment == .zero)
    }

    @Test func `the source of the response is shown unless it is the network`() {
        for (name, headline) in [("network", "ALL CACHED · "), ("package", "ALL CACHED via package · ")] {
            var stage = Stage(columns: 120, rows: 30)
            stage.open("http://a.example/")
            stage.readCache(Self.page)
            stage.ask(304, "Not Modified")
            stage.end(.allCached, "status 304", answeredBy: ConnectionName(rawValue: name))
            stage.paint()
            #expect(stage.screen[0].contains(headline), "\(stage.screen[0])")
            stage.press("=")
            #expect(stage.text.contains("answered by  \(name)"))
        }
    }

    @Test func `a 304 has no body`() {
        var stage = Stage(columns: 200, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(304, "Not Modified")
        stage.end(.allCached, "status 304", storage: .renewed)
        #expect(stage.text.contains("●header 304──●body──·verify──●renewed"))
    }

    @Test func `a connection that is already open takes no time`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(nil)
        #expect(stage.text.contains("○connect"))
        stage.enter(.waiting)
        #expect(stage.text.contains("·connect"))
        #expect(stage.text.contains("○body"))
    }

    @Test func `if the server was not contacted, nothing was revalidated`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.paint()
        stage.end(.fresh(.cacheOnly), "only the cache was asked")
        #expect(stage.screen[0].contains("OFFLINE · painted 3 ms"))
        #expect(!stage.screen[0].contains("checked"))
    }

    @Test func `the times are removed from the title line before the address is truncated`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/alternating-faces")
        stage.readCache(Self.page)
        stage.paint()
        stage.ask(200)
        stage.end(.templateChange, "template-change: true", storage: .stored(number: 4))
        #expect(stage.screen[0].hasPrefix(" http://127.0.0.1:8420/alternating-faces "))
        #expect(stage.screen[0].contains("  TEMPLATE CHANGE"))
        #expect(!stage.screen[0].contains("painted"))
    }

    @Test func `no step's text is truncated in the narrowest state pane`() {
        for (status, reason) in [(200, "OK"), (304, "Not Modified"), (401, "Unauthorized")] {
            var stage = Stage()
            stage.press("v")
            stage.open("http://a.example/")
            stage.readCache(status == 304 ? Self.page : nil)
            stage.ask(status, reason)
            stage.end(.plain(.notSonic), "no tags")
            #expect(!stage.text.contains("…"))
        }
    }

    @Test func `the message about a layout is removed when the window is resized`() {
        var stage = Stage(columns: 40, rows: 12)
        stage.press("v")
        #expect((stage.screen.last ?? "").contains("Layout watch: press 1 to 4 for panes."))
        stage.send(.terminal(.resized(.init(rows: 60, columns: 200))))
        #expect(!(stage.screen.last ?? "").contains("Layout"))
    }

    @Test func `a table cell that grows marks only its own row`() {
        func table(_ name: String) -> String {
            "<!--sonicdiff-t--><table><tr><th>Time<th>Ship<th>From<tr><td>06:40<td>\(name)<td>Hull"
                + "<tr><td>09:15<td>Nordstern<td>Riga</table><!--sonicdiff-t-end-->"
        }
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(table("Anna"))
        stage.update(from: table("Anna"), to: table("Two Brothers of Hull"))
        let marked = stage.screen.filter { $0.contains("▌") }
        #expect(marked.count == 1)
        #expect(marked.first?.contains("▌06:40  Two Brothers of Hull") ?? false)
        #expect(stage.text.contains("- 06:40  Anna"))
        #expect(!stage.text.contains("- 09:15"))
    }

    @Test func `a selected link shows its whole address, one on this page its fragment`() {
        var stage = Stage()
        stage.open("http://a.example/one/two")
        stage.readCache("<a href='../three'>x</a> <a href='#here'>y</a> <a href='http://[/'>z</a>")
        stage.press(.tab)
        #expect(stage.screen.last?.contains(" http://a.example/three") ?? false)
        stage.press(.tab)
        #expect(stage.screen.last?.contains(" #here") ?? false)
        stage.press(.tab)
        #expect(stage.screen.last?.contains(" http://[/") ?? false)
    }

    @Test func `a stopped response is no longer shown as pending`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        #expect(stage.text.contains("Waiting for the response."))
        stage.press(.escape)
        #expect(!stage.text.contains("Waiting for the response."))
        #expect(stage.text.contains("No new page received."))
    }

    @Test func `a zoomed pane says how to leave zoom`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.end(.allCached, "status 304")
        stage.press("2", "z")
        #expect(stage.screen.last?.hasPrefix(" z zoom") ?? false)
    }

    @Test func `text that is not HTML is shown line by line as it is`() {
        var stage = Stage()
        stage.open("http://a.example/notes.txt")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/plain; charset=utf-8")])
        stage.report(.pieceReceived(Array("if a <b> c\n  twice </plaintext> &amp;\n".utf8)))
        stage.report(.pieceReceived(Array("end".utf8)))
        let lines = stage.screen.map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.contains("if a <b> c"))
        #expect(lines.contains("twice </plaintext> &amp;"))
        #expect(lines.contains("end"))
    }
}
