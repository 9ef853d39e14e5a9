import Testing

@testable import Browser

struct CommandLineTests {
    private static func line(_ text: String) -> CommandLine {
        var line = CommandLine()
        line.editor = LineEditor(text)
        return line
    }

    @Test(
        arguments: [
            ("reload", "reload"), ("rel", "reload"), ("force", "force-reload"), ("q", "quit"),
            ("diff", "diff"), ("open", "open"), ("open ", "open"),
            ("open http://a/ b", "open http://a/ b"), ("op a.example", "open a.example"),
            ("  go   50% ", "go 50%"),
            ("42", "go 42"), ("50%", "go 50%"), ("4x", "go 4x"), ("layout watch", "layout watch"),
            ("preload a.example/x", "preload a.example/x"), ("account ann", "account ann"),
            ("reload now", nil), ("rel now", nil), ("frob", nil), ("frob a", nil),
            // Names used by other programs.
            ("e http://a/", "open http://a/"), ("refresh", "reload"), ("exit", "quit"), ("q!", "quit"),
            ("settings", "config"), ("set mouse false", "set mouse false"),
            ("resend", "edit-request"), ("user ann", "account ann"), ("exit now", nil),
            // Descriptions and ambiguous words match no command.
            ("", nil), ("}", nil), ("p http://a/", nil),
            ("change next", nil), ("diff pane", nil), ("ask the server", nil), ("co", nil), ("re", nil),
            ("Q", nil), ("lose-tab", nil),
        ] as [(String, String?)])
    func `a line runs the command with that name or unique prefix`(
        typed: String, call: String?
    ) {
        #expect(Self.line(typed).call == call)
    }

    @Test(arguments: [
        ("rel", "reload"), ("op", "open "), ("op a.example", "open a.example"), ("reload", nil),
        ("open ", nil),
        ("open a", nil), ("", "next-link"), ("42", "go 42"), ("frob", nil),
    ])
    func `Tab completes a command's name`(typed: String, completed: String?) {
        var line = Self.line(typed)
        #expect(line.complete() == (completed != nil))
        #expect(line.editor.text == completed ?? typed)
    }

    @Test(
        arguments: [
            // Browsers.
            ("url", "open"), ("refresh", "reload"), ("favorite", "bookmark"), ("incognito", "private"),
            ("image", "pictures"), ("find", "search"), ("download", "save-link"), ("fullscreen", "zoom"),
            ("view source", "source"), ("clear cookies", "forget"), ("dark mode", "tone"),
            ("shortcuts", "help"),
            ("hard bypass", "force-reload"), ("Fav", "bookmark"),
            ("settings", "config"), ("preferences", "config"), ("configure", "config"), ("options", "config"),
            ("open-tab", "tab"), ("page-source", "source"), ("add-bookmark", "bookmark"), ("proxy", "config"),
            // Editors and shells.
            ("set", "set"), ("map", "help"), ("remap", "help"), ("edit", "edit-request"),
            ("colorscheme", "theme"), ("color", "theme"), ("exit", "quit"), ("grep", "search"),
            ("w", "export"),
            ("e", "open"), ("bd", "close-tab"), ("ls", "tabs"), ("vsplit", "layout"), ("fold", "folds"),
            ("toc", "headings"), ("blame", "block-changed"), ("clipboard", "copy"),
            // HTTP tools.
            ("raw", "source"), ("tls", "inspect"), ("certificate", "inspect"), ("css", "styles"),
            ("resend", "edit-request"), ("post", "edit-request"), ("mock", "respond"),
            ("breakpoint", "intercept"),
            ("flows", "sessions"), ("har", "export"), ("verbose", "log"), ("lint", "findings"),
            ("profile", "account"), ("user", "account"), ("poll", "watch"), ("charset", "encoding"),
        ] as [(String, String)])
    func `a command is found by its name in other programs`(typed: String, command: String) {
        #expect(Self.line(typed).list.chosen?.name == command)
        var help = HelpList(focus: .page)
        help.list.narrow(to: typed)
        #expect(help.list.chosen?.name == command)
    }

    @Test func `an alias belongs to one command and is not another command's name`() {
        let names = KeyTable.standard.callable.map(\.command.rawValue)
        let aliases = KeyTable.standard.callable.flatMap(\.command.aliases)
        #expect(aliases.count == Set(aliases).count)
        #expect(Set(names).isDisjoint(with: aliases))
        #expect(aliases.count > 50)
        #expect(aliases.allSatisfy { !$0.isEmpty && !$0.contains(" ") })
    }

    @Test func `an unknown name is reported with the closest one`() {
        #expect(Self.line("relaod").nearest == "reload")
        #expect(Self.line("refrehs now").nearest == "reload")
        #expect(Self.line("zzz").nearest == nil)
    }

    @Test func `every command of the panes is listed, and its name runs it`() {
        let names = CommandLine().list.entries.map(\.name)
        for binding in KeyTable.standard.bindings
        where binding.context.isOfPanes && binding.command != .typeCommand {
            #expect(names.contains(binding.command.rawValue))
            #expect(Self.line(binding.command.rawValue).list.chosen?.item.command == binding.command)
        }
        #expect(names.count == Set(names).count)
    }

    @Test(arguments: ["ed", "co"])
    func `an unknown name lists the candidates, and the selected one is run`(typed: String) {
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

    @Test(arguments: [
        ("theme gru", "theme gruvbox-", ["gruvbox-dark", "gruvbox-light"]),
        ("theme nor", "theme nord", ["nord"]), ("colour nor", "theme nord", ["nord"]),
        ("layout w", "layout watch", ["watch"]), ("forget s", "forget site", ["site"]),
        ("open a.ex", "open http://a.example/one", ["http://a.example/one"]),
        ("encoding gb1", "encoding gb18030", ["gb18030"]), ("watch 3", "watch 30s", ["30s"]),
        ("show-tab ", "show-tab 1", ["1"]), ("intercept of", "intercept off", ["off"]),
    ])
    func `Tab completes the arguments of a command, and the list shows matches`(
        typed: String, completed: String, listed: [String]
    ) {
        var stage = stage()
        stage.press(":")
        stage.type(typed)
        for name in listed { #expect(stage.text.contains(name)) }
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text.lowercased() == completed)
    }

    @Test func `accounts are looked up when an account is completed`() {
        var stage = stage()
        stage.press(":")
        stage.type("account ")
        stage.press(.tab)
        #expect(stage.effects.last == .ask(.accounts(.any)))
        stage.model.setKnown(accounts: ["ann", "ben"])
        #expect(stage.text.contains("ben"))
        stage.type("b")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "account ben")
    }

    @Test(arguments: [
        ("set mouse", Effect.ask(.setting("mouse", at: Stage.url("http://a.example/one"), .any))),
        (
            "set watch-every 7",
            .ask(.changeSetting(name: "watch-every", value: "7", lasting: .thisRun, .any))
        ),
        (
            "set user-agent = probe 1",
            .ask(.changeSetting(name: "user-agent", value: "probe 1", lasting: .thisRun, .any))
        ),
        (
            "set! theme nord",
            .ask(.changeSetting(name: "theme", value: "nord", lasting: .file, .any))
        ),
        ("config", .ask(.settingsText(.any))),
    ])
    func `settings are shown, changed and edited`(typed: String, effect: Effect) {
        var stage = stage()
        stage.press(":")
        stage.type(typed)
        stage.press(.enter)
        #expect(stage.effects.last == effect)
        if typed.contains("nord") { #expect(stage.model.screen.theme.name == "nord") }
    }

    @Test func `the settings open in the editor, and all their mistakes are listed`() {
        var stage = stage()
        stage.type(":config")
        stage.press(.enter)
        stage.answer(.success("{}")) { if case .settingsText(let reply) = $0 { reply } else { nil } }
        #expect(stage.effects.last == .ask(.edit("{}", named: "config.json5", .any)))
        stage.answer(Edit.changed("{ a }"))
        #expect(stage.effects.last == .ask(.writeSettings("{ a }", .any)))
        stage.answer(.success(["config.json5:1:3: one", "config.json5:2:1: two"])) {
            if case .writeSettings(_, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("config.json5:1:3: one") && stage.text.contains("config.json5:2:1: two"))
        #expect(stage.text.contains(":config edits the settings again"))
        stage.press(.escape)
        stage.type(":set mouse")
        stage.press(.enter)
        stage.answer(.success("mouse: true")) {
            if case .setting(_, at: _, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("mouse: true"))
    }

    @Test func `intercept off ends interception`() {
        var stage = stage()
        for line in ["intercept responses", "intercept off"] {
            stage.press(":")
            stage.type(line)
            stage.press(.enter)
        }
        #expect(stage.effects.last == .ask(.intercept(nil, .any)))
    }

    @Test(arguments: ["ed http://b.example/", "p http://b.example/", "co", "tabs x", ""])
    func `a line that matches no command does nothing`(typed: String) {
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

    @Test func `a typed command does the same as its key`() {
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
        // The address is recorded in the history as if typed after `o`.
        #expect(stage.model.account.typed.addresses == ["b.example/x"])
    }

    @Test func `an address can be prefetched without a link`() {
        var stage = stage()
        stage.press(":")
        stage.type("preload http://b.example/x")
        stage.press(.enter)
        #expect(stage.effects.last == .preload(Stage.url("http://b.example/x")))
        #expect(stage.text.contains("Loading ahead: http://b.example/x"))
        stage.press(":")
        stage.type("preload")
        stage.press(.enter)
        #expect(stage.text.contains("no link or field is chosen"))
    }

    @Test func `if an address can be typed instead of selecting a link, the list says so`() {
        var stage = stage()
        stage.press(":")
        stage.type("preload")
        #expect(stage.text.contains("Press Tab to choose a link, or type an"))
        stage.type(" ")
        #expect(!stage.text.contains("Press Tab"))
        // The possible arguments are listed.
        #expect(stage.text.contains("http://a.example/one"))
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
        #expect(stage.model.document?.reader.top == min(top, last))
    }

    @Test func `percentages refer to bytes`() {
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
        ("go", "go takes a line or a part"), ("go x", "“x” is not a valid position"),
        ("101%", "“101%” is not a valid"), ("-5", "Unknown command"),
        ("layout wide", "known are read, watch"), ("open ftp://a/", "cannot be opened"),
        ("open http://", "address"), ("frob", "Unknown command “frob”."),
        ("zoom out", "zoom takes no arguments."),
        ("forward", "forward: there is no page to go forward to."),
    ])
    func `a mistake is explained, and the line stays to be corrected`(typed: String, words: String) {
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

    @Test func `the arrow keys recall earlier lines as long as nothing is typed`() {
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
        // Down and Up go through the commands if the line is empty.
        stage.press(.down, .down, .down, .control("p"))
        guard case .command(let line) = stage.model.prompt else { return #expect(Bool(false), "no line") }
        #expect(line.list.cursor.index == 1)
        #expect(line.editor.text == "")
    }

    @Test func `pasted text is inserted as one line`() {
        var stage = stage()
        stage.press(":", .paste("open\nb.example/\u{1B}[2Jx\n"), .enter)
        #expect(stage.url.href.hasSuffix("://b.example/[2Jx"))
    }
}
