import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

struct HoldingTests {
    private static let page = "<title>T</title><h1>Head</h1><p>one two</p>"

    /// A reloaded page whose response is intercepted.
    private func holding() -> Stage {
        var stage = Stage(columns: 120, rows: 40)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(200)
        stage.hold(200, "OK", body: "<p>three")
        return stage
    }

    private func edit(_ stage: inout Stage, _ change: (String) -> String) {
        stage.press("E")
        guard case .ask(.edit(let text, _, _))? = stage.effects.last else {
            Issue.record("nothing goes to the editor")
            return
        }
        stage.answer(Edit.changed(change(text)))
    }

    @Test func `an intercepted response is shown with its age and forwarded unchanged`() {
        var stage = holding()
        #expect(stage.text.contains("▶ intercepted for 0 s: response 200 OK, 8"))
        #expect(
            stage.effects.contains(.setTimer(.interception, at: .seconds(1)))
                && stage.screen[0].hasPrefix(" INTERCEPTED 1 "))
        stage.uptime = .seconds(75)
        stage.send(.timerFired(.interception))
        #expect(
            stage.text.contains("for 75 s")
                && stage.effects.last == .setTimer(.interception, at: .seconds(76)))
        stage.uptime = .seconds(600)
        stage.send(.timerFired(.interception))
        #expect(stage.text.contains("for 10 min"))
        stage.press("a")
        #expect(stage.effects.contains(.release(1, .unchanged)))
        let count = stage.effects.count
        stage.send(.intercepted([]))
        stage.uptime = .seconds(601)
        stage.send(.timerFired(.interception))
        #expect(!stage.screen[0].contains("INTERCEPTED"))
        #expect(!stage.text.contains("intercepted for"))
        // The page's own time continues.
        #expect(
            stage.effects.dropFirst(count).allSatisfy {
                if case .setTimer(.progress, _) = $0 { true } else { false }
            })
    }

    @Test func `an edited response is forwarded as edited`() {
        var stage = holding()
        edit(&stage) { $0.replacing("three", with: "four") }
        #expect(stage.text.contains("Edited: a forwards it."))
        #expect(stage.text.contains("bytes of body, edited"))
        stage.press("a")
        guard
            case .release(1, .answer(let answer))? = stage.effects.last(where: {
                $0 != .setTimer(.interception, at: .seconds(1))
            })
        else {
            Issue.record("no answer is let go")
            return
        }
        #expect(answer.body == Array("<p>four".utf8) && answer.means == .editing)
        // Editing again starts with the edited response.
        edit(&stage) { text in
            #expect(text.contains("<p>four"))
            return text.replacing("200 OK", with: "404 Not Found")
        }
        stage.press(.alt("i"))
        #expect(stage.text.contains("HTTP/1.1 404 Not Found   (edited)") && stage.text.contains("<p>four"))
    }

    @Test func `an invalid edit is not applied, and nor is one that arrives too late`() {
        var stage = holding()
        edit(&stage) { $0.replacing("HTTP/1.1", with: "http") }
        #expect(stage.text.contains("Not changed: line 4: “http 200 OK” is not a valid status line"))
        stage.press("a")
        #expect(stage.effects.contains(.release(1, .unchanged)))
        stage.send(.intercepted([]))
        stage.answer(Edit.changed("HTTP/1.1 200 OK\n\n"))
        #expect(stage.text.contains("Not changed: the request has ended."))
    }

    @Test func `a dropped response fails, and without an intercepted one the keys say so`() {
        var stage = holding()
        stage.press("X")
        #expect(stage.effects.contains(.release(1, .dropped)))
        stage.send(.intercepted([]))
        for key: Key in ["a", "X", "E", .alt("i")] {
            let count = stage.effects.count
            stage.press(key)
            #expect(stage.effects.count == count)
            #expect(stage.text.contains("nothing is intercepted: press i first"))
        }
    }

    @Test func `a response that is too late to be intercepted is reported`() {
        func saying(_ filter: String, _ act: (inout Stage) -> Void) -> String {
            var stage = Stage(columns: 120, rows: 40)
            stage.open("http://a.example/")
            stage.readCache(Self.page)
            act(&stage)
            stage.press("i", .control("u"))
            stage.type("intercept \(filter)")
            stage.press(.enter)
            return stage.screen.last ?? ""
        }
        let late = "The response under way is not: it has started already."
        #expect(saying("responses") { $0.ask(200) }.contains("Intercepting responses. \(late)"))
        #expect(!saying("status=304") { $0.ask(200) }.contains(late))
        #expect(!saying("responses") { _ in }.contains("already"))
        #expect(
            !saying("responses") {
                $0.ask(200)
                $0.end(.allCached, "status 304")
            }.contains("already"))
        let request = Request(
            method: "GET", url: Stage.url("http://a.example/"), headers: Headers(), body: [])
        let gone = saying("requests") { $0.report(.requestDecided(request, notes: [])) }
        #expect(gone.contains("The request under way is not: it was sent already."))
    }

    @Test func `an intercept filter is typed, completed and switched off`() throws {
        var stage = Stage(columns: 120, rows: 40)
        stage.press("i")
        #expect(stage.model.prompt?.editor.text == "intercept responses")
        stage.type(" st")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "intercept responses status:")
        stage.type("304 outcome=d")
        stage.press(.tab, .enter)
        let filter = try ExchangeFilter("responses status:304 outcome=data-update", for: .interception)
        #expect(
            stage.effects.last == .ask(.intercept(filter, .any))
                && stage.screen[0].hasPrefix(" INTERCEPT ON "))
        #expect(stage.text.contains("Intercepting responses status:304 outcome=data-update."))
        stage.press("i")
        #expect(stage.model.prompt?.editor.text == "intercept " + filter.text)
        stage.type(",abc")
        stage.press(.enter)
        #expect(stage.text.contains("“abc” is not a valid outcome at column 22"))
        stage.press(.control("u"))
        stage.type("intercept")
        stage.press(.enter)
        #expect(stage.effects.last == .ask(.intercept(nil, .any)))
        #expect(stage.text.contains("Interception off."))
    }

    @Test func `ambiguous words of a filter are listed with their meaning`() {
        var stage = Stage(columns: 120, rows: 40)
        stage.press("i")
        stage.type(" res")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "intercept responses res")
        #expect(stage.text.contains("responses resources") && stage.text.contains("also style sheets"))
        stage.type("ources (status:200 or outcome:plain,al")
        stage.press(.tab)
        #expect(
            stage.model.prompt?.editor.text
                == "intercept responses resources (status:200 or outcome:plain,all-cached")
    }

    @Test func `a file answers the intercepted request, or else the next request of the page`() {
        var stage = holding()
        stage.type(":respond a.http")
        stage.press(.enter)
        guard case .ask(.respond("a.http", to: .intercepted(let exchange), _))? = stage.effects.last
        else {
            Issue.record("the file does not answer what is held")
            return
        }
        #expect(exchange.id == 1)
        stage.send(.intercepted([]))
        stage.type(":respond a.http")
        stage.press(.enter)
        #expect(
            stage.effects.last
                == .ask(.respond(file: "a.http", to: .next(Stage.url("http://a.example/")), .any)))
        stage.answer(.failure(QueryRefusal("a.http cannot be read: No such file or directory."))) {
            if case .respond(_, _, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("a.http cannot be read: No such file or directory."))
        stage.answer(.success(["Content-Length is 5"])) {
            if case .respond(_, _, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("The response is taken from the file. Content-Length is 5."))
        stage.type(":respond")
        stage.press(.enter)
        #expect(stage.text.contains("respond requires a file"))
    }

    @Test
    func
        `keys act on the item of the front tab, else the oldest, and in the list the selected one`()
    {
        var stage = Stage(columns: 120, rows: 40)
        for (id, name) in [(1, "a"), (2, "b")] {
            if id == 2 {
                stage.press(.control("t"))
                stage.type("http://b.example/")
                stage.press(.enter)
            } else {
                stage.open("http://\(name).example/")
            }
            stage.readCache(nil)
            stage.ask(200)
            stage.hold(200, "OK", id: id)
        }
        stage.press("a")
        #expect(stage.effects.contains(.release(2, .unchanged)))
        stage.press("<")
        stage.press("X")
        #expect(stage.effects.contains(.release(1, .dropped)))
        stage.press(.alt("i"))
        #expect(stage.text.contains("▸ response 200 OK") && stage.text.contains("http://b.example/"))
        stage.press("j", "a")
        #expect(stage.effects.filter { $0 == .release(2, .unchanged) }.count == 2)
        stage.send(.intercepted([]))
        #expect(stage.model.overlay == nil)
    }

    @Test func `a body in the list scrolls, and only a part of a long one is laid out`() {
        var stage = Stage(columns: 80, rows: 24)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200)
        let lines = (0..<20_000).map { "line \($0)\n" }.joined()
        stage.hold(200, "OK", body: lines)
        stage.press(.alt("i"))
        #expect(stage.text.contains("line 3") && !stage.text.contains("line 30"))
        stage.press(" ", " ")
        #expect(stage.text.contains("line 30") && !stage.text.contains(" line 3 "))
        for _ in 0..<1000 { stage.press(.pageDown) }
        #expect(stage.text.contains("the first 65536 of \(lines.utf8.count) bytes"))
    }
}
