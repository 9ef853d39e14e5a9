import CellGrid
import PageLayout
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Browser
@testable import BrowserValues

/// Every terminal control sequence, in every place of the screen where untrusted text is shown: what is drawn
/// contains none of them, at any size.
struct HostilePlacesTests {
    private static let word = HostileWords.word
    private static let text = HostileWords.text
    /// The same in a file or header name, which cannot contain a line end.
    private static let name = word.replacing("\\", with: "").replacing("\"", with: "")
    private static let address = "http://a.test/a%1B%5D0;owned%07"

    /// A place where untrusted text is shown.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Text that proves that the untrusted text is on the screen, such as a mark.
        var shows = "owned"
        /// The steps that lead there.
        let reach: @Sendable (inout Stage) throws -> Void

        init(
            _ name: String, shows: String = "owned", _ reach: @escaping @Sendable (inout Stage) throws -> Void
        ) {
            (testDescription, self.shows, self.reach) = (name, shows, reach)
        }
    }

    /// A page of some type on the screen, with equally hostile headers.
    private static func open(
        _ stage: inout Stage, _ body: String, type: String = "text/html", outcome: Outcome = .firstLoad
    ) {
        stage.open(address)
        stage.readCache(nil)
        stage.ask(200, "OK " + name, [("Content-Type", type), ("ETag", name), ("X-" + name, name)])
        stage.report(.pieceReceived(Array(body.utf8)))
        stage.receive(Array(body.utf8))
        stage.end(outcome, "because " + text)
        stage.paint()
        stage.settle()
    }

    private static let page =
        "<title>\(text)</title><h1>\(text)</h1><p>\(text) <a href='/\(text)' title='\(text)'>\(text)</a>"
        + "<img src='/\(text).png' alt='\(text)'><form><input name='\(text)' value='\(text)'></form>"
        + "<main><p>\(String(repeating: text + " main words. ", count: 4))</main>"

    private static let places = [
        Place("a page, its title and its link") {
            open(&$0, page)
            $0.press(.tab)
        },
        Place("reader view") {
            open(&$0, page)
            $0.press(.alt("r"))
        },
        Place("JSON as a tree") {
            let json = JSONValue.string(text).text(.compact)
            open(&$0, "{\(json): [\(json), {\(json): \(json)}]}", type: "application/json")
            $0.press(.tab)
        },
        Place("JSON with raw controls") { open(&$0, "{\"\(text)\": \"\(text)\"}", type: "application/json") },
        Place("Markdown") {
            let markdown =
                "# \(text)\n\n[\(text)](</\(word)>) `\(text)`\n\n```\n\(text)\n```\n\n| \(text) |\n|--|\n| \(text) |\n"
            open(&$0, markdown, type: "text/markdown")
            $0.press(.tab)
        },
        Place("plain text") { open(&$0, text, type: "text/plain") },
        Place("the words of a picture") {
            open(&$0, "<img src=a.png alt='\(text)'>")
            $0.press(.alt("v"))
        },
        Place("what another program drew", shows: "one") {
            open(&$0, "<p>one <img src=a.png alt='\(text)'>")
            $0.press(.alt("v"))
            for case .ask(.picture(let order, _)) in $0.effects {
                let picture = Picture(symbols: Array("▄\(text)▄\n".utf8), within: order.size)
                $0.answer(order, picture.map { .drawn($0) } ?? .failed)
            }
        },
        Place("the facts, the log and the findings") {
            open(&$0, page)
            $0.press("=", .escape, "@", .escape, "!")
        },
        Place("the inspector") {
            open(&$0, page)
            $0.press("I", "2")
        },
        Place("a request being edited") {
            open(&$0, page)
            $0.press("e")
        },
        Place("an answer aside") {
            open(&$0, page)
            $0.press("e", .enter)
        },
        Place("a held answer") {
            open(&$0, page)
            $0.press("r")
            $0.readCache(nil)
            $0.hold(200, "OK " + name, body: text)
        },
        Place("the list of what is held") {
            open(&$0, page)
            $0.press("r")
            $0.readCache(nil)
            $0.hold(200, "OK " + name, body: text)
            $0.hold(200, "OK " + name, body: text, id: 9)
            $0.press(.alt("i"))
        },
        Place("an error while a page is watched") {
            open(&$0, page)
            $0.press("w")
            $0.readCache(nil)
            $0.end(.failed(.connection(.malformed(detail: word))), "the answer is not HTTP (\(text))")
        },
        Place("the watch") {
            open(&$0, page)
            $0.press("w")
            $0.readCache(nil)
            $0.end(.failed(.connection(.reset(detail: word))), "lost (\(text))")
            $0.press("W")
        },
        Place("a failure without a page") {
            $0.open(address)
            $0.readCache(nil)
            $0.end(.failed(.connection(.proxy(detail: word))), "the proxy says \(text)")
        },
        Place("a redirect, and the answer of an error") {
            $0.open(address)
            $0.report(
                .redirected(
                    from: Stage.url(address), to: Stage.url("http://b.test/?\(word)#\(word)"), status: 302))
            $0.readCache(nil)
            $0.ask(500, name)
            $0.end(.failed(.status(500)), "500 " + text, answer: page)
            $0.press("A")
        },
        Place("a demand for a password") {
            $0.open(address)
            $0.readCache(nil)
            $0.ask(401, "No", [("WWW-Authenticate", "Basic realm=\"\(name)\"")])
            $0.end(.failed(.status(401)), "401")
        },
        Place("a file that is offered") {
            $0.open(address)
            $0.offer(name, length: 5, type: name)
        },
        Place("the list of files") {
            $0.open(address)
            $0.offer(name, length: 5, type: name)
            $0.press(.enter)
            try $0.come(["1", "broken", text])
            $0.press(.alt("w"))
        },
        Place("the inbox") {
            let page = InboxPage(
                url: Stage.url(address), title: text, isBookmarked: true, news: .lines(3),
                checked: Instant(milliseconds: 0), outcome: text)
            $0.report(inbox: [page])
            $0.report(refreshed: page, failure: text)
        },
        Place("bookmarks and pages that were read") {
            open(&$0, page)
            let bookmark = Bookmark(
                url: Stage.url(address), title: text, since: Instant(milliseconds: 0), isKeptOffline: true)
            $0.known = [
                KnownPage(
                    url: bookmark.url, title: text, read: Instant(milliseconds: 0), bookmark: bookmark)
            ]
            $0.bookmarks = [bookmark]
            $0.press(.alt("m"), .escape, .alt("f"))
        },
        Place("the tabs") {
            open(&$0, page)
            $0.press("l")
        },
        Place("the accounts") {
            $0.accounts = [word, "bob"]
            $0.press("u")
        },
        Place("headings and links") {
            open(&$0, page)
            $0.press("H", .escape, "L")
        },
        Place("what is typed and pasted") {
            open(&$0, page)
            $0.press("o", .paste(text))
        },
        Place("a text that is looked for") {
            open(&$0, page)
            $0.press("/", .paste(text), .enter)
        },
        Place("an account's name") { $0.send(.accountSwitched(word)) },
        Place("what another program said") {
            open(&$0, page)
            $0.send(.printed(title: word, text))
        },
        Place("why another program failed") {
            open(&$0, page)
            $0.send(.failed(text))
        },
        Place("an address for mail") {
            open(&$0, "<a href='mailto:\(text)'>mail</a>")
            $0.press(.tab, .enter)
        },
        Place("why something is not kept") {
            open(&$0, page)
            $0.send(.cookiesPersisted(.fails(text), account: "alice"))
        },
        Place("a mistake in the configuration") {
            $0.send(.configured($0.model.settings, keys: .standard, warning: text))
        },
    ]

    @Test(arguments: places)
    func `no control sequence is drawn`(_ place: Place) throws {
        for (columns, rows) in [(80, 24), (200, 60), (20, 5)] {
            var stage = Stage(columns: columns, rows: rows)
            try place.reach(&stage)
            check(stage, place)
            if columns == 200 {
                #expect(stage.text.contains(place.shows), "\(stage.text)")
                continue
            }
            // Whatever covers it, and the rest of the panes.
            for key: Key in ["v", " ", "G", .tab, .enter, .escape, "x", .escape, "y", .escape] {
                stage.press(key)
                stage.settle()
                check(stage, place)
            }
        }
    }

    private func check(_ stage: Stage, _ place: Place) {
        for (row, line) in stage.screen.enumerated() {
            let scalar = line.unicodeScalars.first(where: HostileWords.isDangerous)
            #expect(
                scalar == nil,
                "U+\(String(scalar?.value ?? 0, radix: 16)) in row \(row) of \(place.testDescription): \(line)"
            )
        }
    }
}
