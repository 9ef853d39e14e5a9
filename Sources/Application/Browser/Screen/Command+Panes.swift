extension Command {
    static let openAddress = Command(
        "open", ["o"], "open", "Type an address to open.", aliases: "e o visit",
        words: "url address location navigate browse website local file path folder", in: .panes,
        takes: .address,
        offering: ArgumentOffer.addresses,
        given: { try $0.open(typed: $1, in: .here) }, does: { $0.typeAddress() })
    static let editAddress = Command(
        "edit-address", ["C"], "edit URL", "Edit the address of this page, and open what it becomes.",
        words: "current url change modify correct", in: .panes, unless: [.noPage],
        does: { $0.editAddress() })
    static let back = Command(
        "back", ["B", .left], "back", "Back to the previous page, where you left it.",
        words: "previous return undo-navigation", counted: .repeats, in: .panes,
        unless: [.nothingBefore], does: { $0.goBack() })
    static let forward = Command(
        "forward", [".", .right], "forward", "Forward again after going back.", words: "redo onward",
        counted: .repeats, in: .panes,
        unless: [.nothingAhead], does: { $0.goForward() })
    static let reload = Command(
        "reload", ["r", .control("r"), .function(5)], "reload", "Ask the server what changed.",
        aliases: "refresh",
        words: "revalidate update again", in: .panes, unless: [.noPage],
        anyway: { $0.showsInbox && !$0.account.inbox.rows.isEmpty },
        does: { $0.showsInbox && !$0.isBusy ? $0.reloadInbox() : $0.reload(.reload) })
    static let forceReload = Command(
        "force-reload", ["R"], "force", "Load the page without using what is stored.",
        aliases: "reload! e!", words: "hard bypass nocache no-cache uncached hard-reload", in: .panes,
        unless: [.noPage, .offline], does: { $0.reload(.forceReload) })
    static let stop = Command(
        "stop", [.escape], "stop",
        "Stop loading, or clear search highlighting, or leave an older version.",
        words: "abort halt interrupt stop-loading", in: .panes,
        unless: [.nothingLoading], does: { $0.stop() })
    static let toggleOffline = Command(
        "offline", ["O"], "offline", "Offline: show stored pages and request nothing; or online again.",
        words: "online disconnect airplane", in: .panes, does: { $0.toggleOffline() })
    static let listLinks = Command(
        "links", ["L"], "links",
        "The links of the page: what is typed narrows them, Enter follows, Tab only chooses.",
        words: "anchors urls hrefs hyperlinks", in: .panes,
        unless: [.noLinks], changes: { $0.list(.links) })
    static let listHeadings = Command(
        "headings", ["H"], "headings", "The headings of the page: Enter goes there.", aliases: "toc",
        words: "outline contents sections", in: .panes,
        changes: { $0.list(.headings) })
    static let nextHeading = Command(
        "next-heading", [.alt("n")], "heading", "To the next heading.", words: "section", counted: .repeats,
        in: .panes,
        changes: { $0.goToHeading(.next) })
    static let previousHeading = Command(
        "previous-heading", [.alt("p")], "heading up", "To the previous heading.", words: "section",
        counted: .repeats, in: .panes,
        changes: { $0.goToHeading(.previous) })
    static let openFeed = Command(
        "feed", [], "feed", "Open the feed that the page names: what is new here, with dates.",
        words: "rss atom news subscribe syndication", in: .panes, unless: [.noPage, .noFeed],
        does: { $0.openFeed() })
    static let setMark = Command(
        "mark", ["m"], "mark",
        "Set a mark here: a small letter for this page, a capital for every page.",
        words: "label remember position", in: .panes,
        unless: [.noPage], changes: { $0.inputMode = .letter(.set) })
    static let goToMark = Command(
        "to-mark", ["'"], "to mark", "To a mark; twice: to the place before the last jump.",
        words: "jump position marks", in: .panes, changes: { $0.inputMode = .letter(.go) })
    static let changePin = Command(
        "pin", ["p"], "pin", "Pin the page: it stays whatever the cache's limits are; or unpin it.",
        words: "keep retain protect unpin", in: .panes, unless: [.noPage], does: { $0.changePin() })
    static let watch = Command(
        "watch", ["w"], "watch", "Watch the page: check at intervals what changed; pause, or resume.",
        aliases: "monitor", words: "poll repeat live tail periodic auto-refresh autoreload", in: .panes,
        takes: .interval, offering: ArgumentOffer.intervals, unless: [.noPage, .offline, .answerToForm],
        given: { try $0.watch(every: $1) }, does: { $0.toggleWatch() })
    static let watchEvery = Command(
        "watch-every", ["W"], "interval", "Type how often the page is requested, and watch it.",
        words: "period frequency seconds timer polling", in: .panes,
        unless: [.noPage, .offline, .answerToForm], changes: { $0.begin("watch ") })
    static let nextChange = Command(
        "next-change", ["}", ")"], "change", "To the next line that changed.",
        words: "hunk difference modified", counted: .repeats, in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeBelow], anyway: { $0.nextNews != nil },
        does: { $0.walkOn() })
    static let previousChange = Command(
        "previous-change", ["{", "("], "change up", "To the line above that changed.",
        words: "hunk difference modified", counted: .repeats, in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeAbove],
        changes: { $0.goToMark($0.previousMark()) })
    static let showAnswer = Command(
        "response", ["A"], "response",
        "Show the server's response where it is not the page: an error's text, with its links and forms. Again: back.",
        aliases: "answer", words: "error-page reply", in: .panes, unless: [.noAnswer],
        changes: { $0.showAnswer() })
    static let showFacts = Command(
        "facts", ["="], "facts", "All about this session: addresses, ids, headers, times.", aliases: "info",
        words: "information details about properties metadata explain why", in: .panes,
        unless: [.noSubject], changes: { $0.overlay = FactsOverlay() })
    static let showLog = Command(
        "log", ["@", .alt("l")], "log", "What this session did, event by event, with times.",
        words: "console trace verbose events", in: .panes,
        unless: [.noPage], changes: { $0.overlay = LogOverlay() })
    static let showMessages = Command(
        "messages", [], "messages", "The messages of this run, the newest first.",
        words: "notices notifications", in: .panes, changes: { $0.showMessages() })
    static let showLegend = Command(
        "legend", ["*"], "legend", "The legend: every mark on the screen, and what it says.",
        words: "marks signs symbols colours colors meaning", in: .panes,
        changes: { $0.overlay = TextDialog.legend($0.plot) })
    static let showFindings = Command(
        "findings", ["!"], "findings",
        "What is wrong with the page and its response, why it matters, how to fix it.",
        aliases: "lint problems", words: "errors warnings issues validate mistakes diagnostics audit",
        in: .panes,
        unless: [.noSubject], changes: { $0.overlay = FindingsOverlay() })
    static let showClients = Command(
        "clients", [.alt("y")], "clients",
        "What VasSonic's clients would do with the last response.",
        words: "phones models android ios", in: .panes, unless: [.noSubject, .noRequest],
        changes: { $0.overlay = ClientsOverlay() })
    static let chooseCopy = Command(
        "copy", ["y"], "copy",
        "Copy, where the terminal allows it: address, curl command, headers, block, the session explained, a test.",
        aliases: "yank", words: "clipboard", in: .panes, unless: [.noSubject],
        changes: { $0.overlay = Menu(.copying, keys: $0.keys) })
    static let chooseExport = Command(
        "export", ["x"], "export",
        "Save to a file: this session or all of them as HAR, the page as HTML or text.",
        aliases: "save write w", words: "archive record har dump", in: .panes,
        changes: { $0.overlay = Menu(.exporting, keys: $0.keys) })
    static let copyCurl = Command(
        "copy-curl", ["Y"], "curl", "Copy the request as a command for curl, cookies and passwords masked.",
        aliases: "curl", words: "command-line shell", in: .panes, unless: [.noSubject, .noRequest],
        does: { $0.copyCurl() })
    static let toggleStyles = Command(
        "styles", ["V"], "styles",
        "Styles of this site's pages: all, without linked sheets, none. The choice about linked sheets is remembered.",
        aliases: "css", words: "stylesheet stylesheets sheets design", in: .panes,
        unless: [.noPage, .noElements], does: { $0.toggleStyles() })
    static let chooseEncoding = Command(
        "encoding", [], "encoding",
        "Read the page in this encoding whatever it says, “auto”: as before; alone: which counts, and why.",
        aliases: "charset", words: "utf8 utf-8 codepage mojibake garbled", in: .panes, takes: .name,
        offering: ArgumentOffer.encodings,
        given: {
            $0.chooseEncoding($1); return []
        }, changes: { $0.chooseEncoding("") })
    static let toggleReader = Command(
        "reader", [.alt("r")], "reader",
        "The main text alone, or the whole page; of JSON, Markdown and feeds the text as it was sent.",
        words: "readability article simplify distill reading-mode", in: .panes,
        unless: [.noPage, .noForm], changes: { $0.toggleReader() })
    static let toggleFolds = Command(
        "folds", [.alt("z")], "folds", "Unfold all objects and arrays of JSON, or fold them.",
        aliases: "fold", words: "unfold collapse expand json tree", in: .panes,
        unless: [.noPage, .noTree], changes: { $0.toggleFolds() })
    static let togglePictures = Command(
        "pictures", [.alt("v")], "pictures",
        "Show pictures as characters in colours, by the program chafa, or the words for them.",
        aliases: "images", words: "image img photos graphics", in: .panes,
        does: { $0.togglePictures() })
    static let toggleCode = Command(
        "code", [.alt("o")], "code",
        "Show long lines of code and other preformatted text whole, to be scrolled sideways, or folded.",
        words: "wrap nowrap unwrap pre preformatted long lines chop", in: .panes, unless: [.noPage],
        changes: { $0.toggleCode() })
    static let scrollLeft = Command(
        "scroll-left", [.alt(",")], "left", "Scroll lines that are wider than the page to the left.",
        words: "sideways horizontal", in: .panes, unless: [.noPage, .codeFolded, .nothingLeft],
        changes: { $0.scrollSideways(by: -1) })
    static let scrollRight = Command(
        "scroll-right", [.alt(".")], "right", "Scroll lines that are wider than the page to the right.",
        words: "sideways horizontal", in: .panes, unless: [.noPage, .codeFolded, .nothingRight],
        changes: { $0.scrollSideways(by: 1) })
    static let goToPlace = Command(
        "go", [], "go", "Go to a line, or so many percent into the page.", aliases: "goto",
        words: "line percent jump position", in: .panes, takes: .place,
        given: { try $0.go(to: $1) }, changes: { $0.begin("go ") })
    static let focusPage = Command(
        "page-pane", ["1"], "page", "To the page pane.", words: "focus", in: .panes,
        unless: [.focused(on: .page)],
        changes: { $0.screen.focus(on: .page) })
    static let focusState = Command(
        "state-pane", ["2"], "state", "To the state pane.", aliases: "status",
        words: "outcome reason sonic", in: .panes, unless: [.focused(on: .state)],
        changes: { $0.screen.focus(on: .state) })
    static let focusDiff = Command(
        "diff-pane", ["3"], "diff", "To the diff pane.", words: "focus", in: .panes,
        unless: [.focused(on: .diff)],
        changes: { $0.screen.focus(on: .diff) })
    static let focusHeaders = Command(
        "headers-pane", ["4"], "headers", "To the headers pane.", words: "focus", in: .panes,
        unless: [.focused(on: .headers)], changes: { $0.screen.focus(on: .headers) })
    static let nextPane = Command(
        "next-pane", [.control("w")], "pane", "To the next pane.", words: "focus window wincmd", in: .panes,
        unless: [.onePane],
        changes: { $0.focusNext() })
    static let zoom = Command(
        "zoom", ["z"], "zoom", "Give the pane in focus the whole screen, or take it back.",
        words: "zoom-in fullscreen maximize full-screen enlarge only", in: .panes,
        unless: [.onePane], changes: { $0.screen.toggleZoom() })
    static let toggleDiff = Command(
        "diff", ["d"], "diff", "Show or hide the diff pane.", words: "changes delta difference changed",
        in: .panes, changes: { $0.toggleDiff() })
    static let nextArrangement = Command(
        "layout", ["v"], "layout", "Next layout: read, watch, debug. The choice is remembered.",
        aliases: "arrangement", words: "panes columns split vsplit windows debug", in: .panes,
        takes: .name, offering: ArgumentOffer.layouts, given: { try $0.rearrange(as: $1) },
        does: { $0.rearrange(to: $0.screen.arrangement.next) })
    static let nextTheme = Command(
        "theme", ["t"], "theme", "Next theme, shown at once. The choice is remembered.",
        aliases: "color colour colorscheme colo", words: "colors colours skin appearance palette",
        in: .panes,
        takes: .name, offering: ArgumentOffer.themes, given: { try $0.dress(as: $1) },
        does: { $0.dress(in: $0.screen.theme.next) })
    static let switchTone = Command(
        "tone", ["T"], "tone", "The same theme on a light background, or on a dark one.",
        words: "dark light night mode nightmode darkmode dark-mode background", in: .panes,
        does: { $0.dress(in: $0.screen.theme.counterpart) })

    /// Keys that mean the same in every pane.
    static let panes: [Command] = [
        .openAddress, .editAddress, .back, .forward, .reload, .forceReload, .stop, .toggleOffline, .listLinks,
        .listHeadings, .nextHeading, .previousHeading, .openFeed, .setMark, .goToMark, .changePin, .watch,
        .watchEvery, .nextChange, .previousChange, .showAnswer, .showFacts, .showLog, .showMessages,
        .showLegend, .showFindings, .showClients,
        .chooseCopy, .chooseExport, .copyCurl, .toggleStyles, .chooseEncoding, .toggleReader,
        .toggleFolds, .togglePictures, .toggleCode, .scrollLeft, .scrollRight, .goToPlace, .focusPage,
        .focusState, .focusDiff,
        .focusHeaders, .nextPane, .zoom, .toggleDiff, .nextArrangement, .nextTheme, .switchTone,
    ]
}
