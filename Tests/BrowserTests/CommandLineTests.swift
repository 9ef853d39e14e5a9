import Testing

@testable import Browser

struct CommandLineTests {
    private static func line(_ text: String) -> CommandLine {
        var line = CommandLine()
        line.editor = LineEditor(text)
        return line
    }

    @Test(arguments: [
        ("reload", "reload"), ("rel", "reload"), ("force", "force-reload"), ("q", "quit"),
        ("diff", "diff"), ("open", "open"), ("open ", "open"),
        ("open http://a/ b", "open http://a/ b"), ("op a.example", "open a.example"),
        ("  go   50% ", "go 50%"),
        ("42", "go 42"), ("50%", "go 50%"), ("4x", "go 4x"), ("layout watch", "layout watch"),
        ("preload a.example/x", "preload a.example/x"), ("account ann", "account ann"),
        ("reload now", nil), ("rel now", nil), ("frob", nil), ("frob a", nil),
        // What describes a command, or may mean several, names none.
        ("", nil), ("}", nil), ("set", nil), ("set wrap", nil), ("e http://a/", nil), ("p http://a/", nil),
        ("change next", nil), ("diff pane", nil), ("ask the server", nil), ("co", nil), ("re", nil),
        ("Q", nil), ("lose-tab", nil),
    ])
    func `a line calls the command that it names, by its name or a beginning that no other has`(
        typed: String, call: String?
    ) {
        #expect(Self.line(typed).call == call)
    }

    @Test(arguments: [
        ("rel", "reload"), ("op", "open "), ("op a.example", "open a.example"), ("reload", nil),
        ("open ", nil),
        ("open a", nil), ("", "next-link"), ("42", "go 42"), ("frob", nil),
    ])
    func `Tab completes the name`(typed: String, completed: String?) {
        var line = Self.line(typed)
        #expect(line.complete() == (completed != nil))
        #expect(line.editor.text == completed ?? typed)
    }

    @Test func `every command of the panes is listed, and leads to itself`() {
        let names = CommandLine().list.entries.map(\.name)
        for binding in KeyTable.standard.bindings
        where binding.context.isOfPanes && binding.command != .typeCommand {
            #expect(names.contains(binding.command.rawValue))
            #expect(Self.line(binding.command.rawValue).list.chosen?.item.command == binding.command)
        }
        #expect(names.count == Set(names).count)
    }

    @Test(arguments: ["set", "e", "co"])
    func `what names no command lists those that may be meant, and runs one that was moved to`(typed: String)
    {
        var line = Self.line(typed)
        #expect(line.binding == nil)
        #expect(!line.list.shown.isEmpty)
        let best = line.list.chosen?.item.command
        line.goDown()
        #expect(line.binding?.command == best)
        line.goDown()
        #expect(line.binding?.command != best)
        line.goUp()
        line.goUp()
        #expect(line.binding == nil)
    }

    // MARK: On the screen

    @Test(arguments: ["set", "set wrap", "e http://b.example/", "p http://b.example/", "co", "tabs x", ""])
    func `a line that names no command does nothing`(typed: String) {
        var stage = stage()
        let effects = stage.effects
        let tabs = stage.model.account.tabs.count
        stage.press(":")
        stage.type(typed)
        stage.press(.enter)
        #expect(stage.effects == effects)
        #expect(stage.model.account.tabs.count == tabs)
        #expect(stage.model.notice != nil)
        #expect(stage.model.prompt?.editor.text == typed)
    }

    private func stage() -> Stage {
        var stage = Stage()
        stage.open("http://a.example/one")
        stage.readCache("<a href=/two>two</a>" + (1...300).map { "<p>Line \($0)" }.joined())
        stage.end(.allCached, "over")
        return stage
    }

    @Test func `a command that was typed does what its key does`() {
        var stage = stage()
        stage.press(":")
        stage.type("force")
        stage.press(.enter)
        #expect(stage.model.visit?.opening.mode == .forceReload)
        #expect(stage.model.prompt == nil)
        stage.press(":")
        stage.type("open b.example/x")
        stage.press(.enter)
        #expect(stage.url.href == "https://b.example/x" || stage.url.href == "http://b.example/x")
        // The address is remembered as if it had been typed after `o`.
        #expect(stage.model.account.typed.addresses == ["b.example/x"])
    }

    @Test func `an address can be loaded ahead without a link`() {
        var stage = stage()
        stage.press(":")
        stage.type("preload http://b.example/x")
        stage.press(.enter)
        #expect(stage.effects.last == .session(.preload(Stage.url("http://b.example/x"))))
        #expect(stage.text.contains("Loading ahead: http://b.example/x"))
        stage.press(":")
        stage.type("preload")
        stage.press(.enter)
        #expect(stage.text.contains("no link or field is chosen"))
    }

    @Test func `where an address can be typed instead of a link chosen, the list says so`() {
        var stage = stage()
        stage.press(":")
        stage.type("preload")
        #expect(stage.text.contains("Press Tab to choose a link, or type an address."))
        stage.type(" ")
        #expect(!stage.text.contains("Press Tab"))
        #expect(stage.text.contains("Load the page behind the chosen link ahead"))
    }

    @Test(arguments: [
        ("120", 119), ("1", 0), ("0", 0), ("go 7", 6), ("0%", 0), ("99999999999", 600),
    ])
    func `a number goes to a line`(typed: String, top: Int) {
        var stage = stage()
        stage.press("G", ":")
        stage.type(typed)
        stage.press(.enter)
        let last = (stage.model.document?.layout.lineCount ?? 0) - stage.model.pageHeight(stage.model.plan)
        #expect(stage.model.document?.top == min(top, last))
    }

    @Test func `percents go by bytes`() {
        var stage = stage()
        for part in [25, 50, 75] {
            stage.press(":")
            stage.type("\(part)%")
            stage.press(.enter)
            let seen = stage.model.document?.percentSeen(height: stage.model.pageHeight(stage.model.plan))
            #expect(seen.map { abs($0 - part) <= 1 } ?? false)
        }
        stage.press(":")
        stage.type("100%")
        stage.press(.enter)
        stage.settle()
        #expect(stage.text.contains("Line 300"))
    }

    @Test(arguments: [
        ("go", "go takes a line or a part"), ("go x", "“x” is no place"), ("101%", "“101%” is no place"),
        ("-5", "Unknown command"), ("layout wide", "there are read, watch, debug"),
        ("open ftp://a/", "cannot be opened"),
        ("open http://", "address"), ("frob", "Unknown command “frob”."),
        ("zoom out", "zoom takes no arguments."),
        ("forward", "forward: there is no page to go forward to."),
    ])
    func `a mistake is told in words, and the line stays to be mended`(typed: String, words: String) {
        var stage = stage()
        let effects = stage.effects
        stage.press(":")
        stage.type(typed)
        stage.press(.enter)
        #expect(stage.text.contains(words))
        #expect(stage.model.prompt?.editor.text == typed)
        #expect(stage.effects == effects)
        #expect(stage.model.account.typed.commands.isEmpty)
        stage.press(.escape)
        #expect(stage.model.prompt == nil)
    }

    @Test func `lines run before come back with the arrow keys, as long as nothing is typed`() {
        var stage = stage()
        for line in ["layout watch", "zoom", "zoom"] {
            stage.press(":")
            stage.type(line)
            stage.press(.enter)
        }
        #expect(stage.model.account.typed.commands == ["layout watch", "zoom"])
        stage.press(":", .up)
        #expect(stage.model.prompt?.editor.text == "zoom")
        stage.press(.up)
        #expect(stage.model.prompt?.editor.text == "layout watch")
        stage.press(.up)
        #expect(stage.text.contains("No earlier line."))
        stage.press(.control("n"), .down)
        #expect(stage.model.prompt?.editor.text == "")
        // Down from an empty line goes through the commands, and so does Up from there.
        stage.press(.down, .down, .down, .control("p"))
        guard case .command(let line) = stage.model.prompt else { return #expect(Bool(false), "no line") }
        #expect(line.list.cursor.index == 1)
        #expect(line.editor.text == "")
    }

    @Test func `what is pasted is typed, on one line`() {
        var stage = stage()
        stage.press(":", .paste("open\nb.example/\u{1B}[2Jx\n"), .enter)
        #expect(stage.url.href.hasSuffix("://b.example/[2Jx"))
    }

    @Test func `an account forgets what was called under another`() {
        var stage = stage()
        stage.press(":")
        stage.type("account ben")
        stage.press(.enter)
        #expect(stage.model.account.name == "ben")
        #expect(stage.model.account.typed.commands.isEmpty)
    }
}
