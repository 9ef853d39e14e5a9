extension Command {
    static let lineDown = Command(
        "line-down", ["j", .down, .control("e")], "down", "One line down.", words: "scroll",
        counted: .repeats, in: .everywhere,
        unless: [.atEnd],
        changes: { $0.scroll(.lines(1)) })
    static let lineUp = Command(
        "line-up", ["k", .up, .control("y")], "up", "One line up.", words: "scroll", counted: .repeats,
        in: .everywhere,
        unless: [.atStart],
        changes: { $0.scroll(.lines(-1)) })
    static let pageDown = Command(
        "page-down", [" ", .pageDown, .control("f")], "page", "One screen down.", counted: .repeats,
        in: .everywhere,
        unless: [.atEnd], changes: { $0.scroll(.screens(1)) })
    static let pageUp = Command(
        "page-up", ["b", .pageUp, .control("b")], "page up", "One screen up.", counted: .repeats,
        in: .everywhere,
        unless: [.atStart], changes: { $0.scroll(.screens(-1)) })
    static let halfPageDown = Command(
        "half-page-down", [.control("d")], "half down", "Half a screen down.", counted: .repeats,
        in: .everywhere,
        unless: [.atEnd], changes: { $0.scroll(.halfScreens(1)) })
    static let halfPageUp = Command(
        "half-page-up", [.control("u")], "half up", "Half a screen up.", counted: .repeats, in: .everywhere,
        unless: [.atStart],
        changes: { $0.scroll(.halfScreens(-1)) })
    static let toStart = Command(
        "start", ["g", .home], "start", "Go to the first line.", aliases: "top", words: "beginning first",
        counted: .goesToLine, in: .everywhere, unless: [.atStart],
        changes: { $0.jump(to: .start) })
    static let toEnd = Command(
        "end", ["G", .end], "end", "Go to the last line.", aliases: "bottom", words: "last",
        counted: .goesToLine, in: .everywhere,
        unless: [.atEnd],
        changes: { $0.jump(to: .end) })
    static let search = Command(
        "search", ["/"], "search", "Search for text; case-sensitive if it contains a capital.",
        aliases: "find", words: "grep look match", in: .everywhere, changes: { $0.typeSearch() })
    static let nextMatch = Command(
        "next-match", ["n"], "match", "Next match.", words: "find-next",
        counted: .repeats, in: .everywhere,
        unless: [.nothingSought], changes: { $0.goToMatch(.next) })
    static let previousMatch = Command(
        "previous-match", ["N"], "match up", "Previous match.", words: "find-previous",
        counted: .repeats, in: .everywhere,
        unless: [.nothingSought], changes: { $0.goToMatch(.previous) })

    /// Keys that scroll and search in whatever is on top.
    static let scrolling: [Command] = [
        .lineDown, .lineUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .toStart, .toEnd,
        .search, .nextMatch, .previousMatch,
    ]

    static let nextLink = Command(
        "next-link", [.tab], "link", "Choose the next link or field.", counted: .repeats, in: .page,
        unless: [.otherPane, .noLinks], does: { $0.chooseLink(.next) })
    static let previousLink = Command(
        "previous-link", [.backTab], "link up", "Choose the previous link or field.", counted: .repeats,
        in: .page,
        unless: [.otherPane, .noLinks], does: { $0.chooseLink(.previous) })
    static let follow = Command(
        "follow", [.enter], "follow", "Follow the chosen link, use the field, or show the poll.",
        words: "click activate", in: .page,
        unless: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight], anyway: { $0.isTimelineInFocus },
        does: { $0.isTimelineInFocus ? $0.showPoll() : $0.followLink() })
    static let preload = Command(
        "preload", ["P"], "preload", "Load the page of the chosen link ahead of time.",
        aliases: "prefetch", words: "ahead prerender", in: .page,
        takes: .address, offering: ArgumentOffer.addresses,
        unless: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight, .offline],
        given: { try $0.preload($0.addressToAsk($1)) }, does: { $0.preloadLink() })
    static let numberLinks = Command(
        "number-links", ["f"], "number",
        "Number the links and fields on the screen; type a number to follow one.",
        aliases: "hints", words: "labels hint", in: .page, unless: [.otherPane, .noLinks, .noLinksShown],
        changes: { $0.numberLinks(.follow) })
    static let numberLinksToChoose = Command(
        "choose-link", ["F"], "choose", "The same, but a number only chooses.", in: .page,
        unless: [.otherPane, .noLinks, .noLinksShown], changes: { $0.numberLinks(.choose) })
    static let sendForm = Command(
        "send-form", ["S"], "send", "Send the form of the chosen field.", aliases: "submit", in: .page,
        unless: [.otherPane, .noFieldChosen, .linkOutOfSight], does: { $0.sendForm() })

    /// Keys of the page pane.
    static let page: [Command] = [
        .nextLink, .previousLink, .follow, .preload, .numberLinks, .numberLinksToChoose, .sendForm,
    ]

    static let chooseAccount = Command(
        "account", ["u"], "account", "Switch to another account, with cookies and pages of its own.",
        aliases: "user profile", words: "login auth password identity container persona",
        in: .panes,
        takes: .name, offering: ArgumentOffer.accounts, given: { $0.use(account: $1) },
        does: { $0.chooseAccount() })
    static let typeCommand = Command(
        "commands", [":"], "commands", "Run a command by name, or choose one from the list.", in: .panes,
        changes: { $0.prompt = .command(CommandLine(keys: $0.keys)) })
    static let help = Command(
        "help", ["?", .function(1)], "help", "List the keys, those of the focused pane first.",
        aliases: "h keys",
        words:
            "keybindings shortcuts bindings manual documentation docs usage keyboard hotkeys remap rebind map",
        in: .panes,
        changes: { $0.overlay = HelpList(focus: $0.screen.focus, keys: $0.keys) })
    static let quit = Command(
        "quit", ["q", "Q"], "quit", "Quit.",
        aliases: "q q! exit qa qa! qall wq", words: "leave bye close end terminate",
        in: .panes, does: { $0.quit() })
    static let toggleMouse = Command(
        "mouse", ["M"], "mouse",
        "Release the mouse to the terminal, to select and copy as usual; or capture it again.",
        words: "selection select pointer", in: .everywhere,
        changes: { $0.toggleMouse() })
    static let redraw = Command(
        "redraw", [.control("l")], "redraw", "Redraw the screen.", words: "repaint redisplay screen",
        in: .everywhere,
        does: { _ in [.redraw] })
    static let quitAtOnce = Command(
        "quit-at-once", [.control("c")], "quit", "Quit from anywhere.",
        words: "kill force-quit", in: .everywhere,
        does: { $0.leave() })

    static let editSettings = Command(
        "config", [], "settings", "Edit the settings in your editor (VISUAL, EDITOR); they are read at once.",
        aliases: "settings preferences prefs",
        words: "proxy options configure configuration customize remap rebind map setup", in: .panes,
        does: { $0.editSettings() })
    static let set = Command(
        "set", [], "set", "Show a setting, or set it for this run.", words: "option change-setting",
        in: .panes, takes: .needed("NAME [VALUE]"), offering: ArgumentOffer.settings,
        given: { try $0.set($1, for: .thisRun) }, changes: { $0.begin("set ") })
    static let saveSetting = Command(
        "set!", [], "save", "Set a setting and save it in the file, whose comments stay.",
        in: .panes,
        takes: .needed("NAME VALUE"), offering: ArgumentOffer.settings,
        given: { try $0.set($1, for: .file) }, changes: { $0.begin("set! ") })

    static let togglePrivate = Command(
        "private", [], "private",
        "Private mode for this run: write no pages or cookies to disk from the next page on; again to end it.",
        aliases: "incognito", words: "private-mode trace no-store", in: .panes, does: { $0.togglePrivate() })

    /// Keys for the program.
    static let program: [Command] = [
        .chooseAccount, .typeCommand, .help, .quit, .toggleMouse, .redraw, .quitAtOnce, .editSettings,
        .set, .saveSetting, .togglePrivate,
    ]

    static let closeOverlay = Command(
        "close", [.escape, "q", .enter], "close",
        "Back to the page; Esc clears search highlighting first. The keys that open help, facts, log, findings and response close them too.",
        in: .overlay, changes: { $0.closeOverlay() })
    static let toggleSecrets = Command(
        "secrets", ["m"], "secrets", "Show cookies, credentials and posted data, or mask them again.",
        in: .overlay, changes: { $0.toggleSecrets() })

    /// Keys of text overlays.
    static let overlay: [Command] = [
        .closeOverlay, .toggleSecrets,
    ]
}
