import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

struct AddressLineTests {
    private func stage(columns: Int = 80, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.kept = [
            "https://weather.example/today", "http://news.example/one", "http://b.example/news/old",
            "http://news.example/two",
        ].map(Stage.url)
        for path in ["one", "two", "three"] {
            stage.open("http://news.example/\(path)")
            stage.readCache("<p>Page \(path)")
            stage.end(.allCached, "over")
        }
        return stage
    }

    private func line(_ stage: Stage) -> String? { stage.model.prompt?.editor.text }

    @Test func `Tab completes from visited and stored pages, the best first, without duplicates`() {
        var stage = stage()
        stage.press("o")
        stage.type("news")
        #expect(stage.text.contains("Pages"))
        var found: [String] = []
        for _ in 0..<5 {
            stage.press(.tab)
            found.append(line(stage) ?? "")
        }
        // Visited pages come first, the latest on top; the text that was typed comes last.
        #expect(
            found == [
                "http://news.example/three", "http://news.example/two", "http://news.example/one",
                "http://b.example/news/old", "http://b.example/news/old",
            ])
        stage.press(.up, .enter)
        #expect(stage.url.href == "http://news.example/one")
    }

    @Test func `the typed text is opened unless a page was chosen`() {
        var stage = stage()
        stage.press("o")
        stage.type("weather.example")
        #expect(stage.text.contains("https://weather.example/today"))
        stage.press(.enter)
        #expect(stage.url.host == "weather.example" && stage.url.path == "/")
        stage.press("o")
        stage.type("weather")
        stage.press(.down, .enter)
        #expect(stage.url.href == "https://weather.example/today")
    }

    @Test func `cycling returns to the typed text, then reaches lines typed earlier`() {
        var stage = stage()
        stage.press("o")
        stage.type("a.example/x")
        stage.press(.enter, "o")
        stage.type("today")
        stage.press(.down, .up)
        #expect(line(stage) == "today")
        stage.press(.up)
        #expect(line(stage) == "a.example/x")
        #expect(!stage.text.contains("weather"))
        stage.press(.down)
        #expect(line(stage) == "today")
        stage.press(.down)
        #expect(line(stage) == "https://weather.example/today")
        // Edited text counts as typed.
        stage.press(.control("w"))
        stage.press(.tab)
        #expect(line(stage) == "https://weather.example/today")
    }

    @Test func `no list is shown if nothing matches`() {
        var stage = stage()
        stage.press("o")
        #expect(stage.text.contains("Page three"))
        #expect(!stage.text.contains("Pages"))
        stage.type("zzz")
        #expect(!stage.text.contains("Pages"))
        stage.press(.tab)
        #expect(stage.text.contains("No visited page matches."))
        #expect(line(stage) == "zzz")
    }

    @Test func `bookmarks come before other stored pages, and their titles are searched, too`() {
        var stage = stage()
        let marked = Bookmark(
            url: Stage.url("http://marked.example/weather"), title: "Sunshine",
            since: Instant(milliseconds: 0))
        stage.known = [
            KnownPage(url: Stage.url("http://kept.example/weather"), title: "Rain"),
            KnownPage(url: marked.url, title: marked.title, bookmark: marked),
        ]
        stage.press("o")
        stage.type(".example/weather")
        stage.press(.tab)
        #expect(line(stage) == "http://marked.example/weather")
        #expect(stage.text.contains("★") && stage.text.contains("Sunshine"))
        stage.press(.control("u"))
        stage.type("rain")
        stage.press(.tab, .enter)
        #expect(stage.url.href == "http://kept.example/weather")
    }

    @Test func `pages found later join the list, but never those of another account`() {
        var stage = stage()
        stage.kept = []
        stage.press("o")
        stage.type("today")
        stage.report(known: [KnownPage(url: Stage.url("http://c.example/today"))], of: "ben")
        #expect(!stage.text.contains("c.example"))
        stage.report(known: [KnownPage(url: Stage.url("http://d.example/today"))])
        stage.press(.tab)
        #expect(line(stage) == "http://d.example/today")
        // The choice stays when more pages are found.
        stage.report(known: [KnownPage(url: Stage.url("http://e.example/today"))])
        #expect(line(stage) == "http://d.example/today")
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `a long list fits the screen`(columns: Int, rows: Int) {
        var stage = stage(columns: columns, rows: rows)
        stage.kept = (0..<500).map {
            Stage.url("http://many.example/\($0)/中文/" + String(repeating: "x", count: 90))
        }
        stage.press("o")
        stage.type("many")
        for _ in 0..<40 {
            stage.press(.down)
            #expect(stage.text.contains("▸"))
        }
        for _ in 0..<41 { stage.press(.up) }
        #expect(line(stage) == "many")
    }
}

/// Local paths typed in the address line.
struct TypedPathTests {
    @Test(arguments: [
        ("/usr/share/a b.html", "file:///usr/share/a%20b.html"), ("./notes.md", "file:///srv/here/notes.md"),
        ("../x?#%41", "file:///srv/x%3F%23%2541"), ("~/notes", "file:///home/ann/notes"),
        ("~", "file:///home/ann"), (".", "file:///srv/here/"), ("..", "file:///srv/"),
        ("//host/x", nil), ("notes.md", nil), ("~ann/x", nil), (".hidden", nil), ("http://a.example/", nil),
    ])
    func `text that begins like a path is a file address`(text: String, address: String?) {
        var environment = Setup.Environment()
        (environment.currentFolder, environment.homeFolder) = ("/srv/here", "/home/ann")
        #expect(environment.url(ofPath: text)?.href == address)
    }

    @Test func `the address of the page has its own key for editing`() {
        var stage = Stage()
        stage.press("C")
        #expect(stage.model.prompt == nil && stage.text.contains("there is no page yet"))
        stage.open("http://a.example/one?x=1")
        stage.readCache("<p>One")
        stage.end(.allCached, "over")
        stage.press("C")
        #expect(stage.model.prompt?.editor.text == "http://a.example/one?x=1")
        stage.type("2")
        stage.press(.enter)
        #expect(stage.url.href == "http://a.example/one?x=12")
    }

    @Test func `memory-only mode can be switched on and off`() {
        var stage = Stage()
        stage.press(":")
        stage.type("incognito")
        stage.press(.enter)
        let change = Query.changeSetting(name: "private", value: "true", lasting: .thisRun, .any)
        #expect(stage.effects.contains(.ask(change)))
        var back = Stage(choices: Choices { $0[Settings.isPrivate] = true })
        back.press(":")
        back.type("private")
        back.press(.enter)
        #expect(
            back.effects.contains(
                .ask(.changeSetting(name: "private", value: "false", lasting: .thisRun, .any))))
    }
}
