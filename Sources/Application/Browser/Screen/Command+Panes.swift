import BrowserValues

extension Command {
    static let openAddress = Command(
        "open", ["o"], "open", "Type an address to open.", aliases: "e o visit",
        words: "url address location navigate browse website local file path folder", in: .panes,
        takes: .address,
        offering: ArgumentOffer.addresses,
        given: { try $0.open(typed: $1, in: .here) }, does: { $0.typeAddress() })
    static let editAddress = Command(
        "edit-address", ["C"], "edit URL", "Edit the address of this page, and open the result.",
        words: "current url change modify correct", in: .panes, unless: [.noPage],
        does: { $0.editAddress() })
    static let back = Command(
        "back", ["B", .left], "back", "Back to the previous page, where you left it.",
        words: "previous return undo-navigation", counted: .repeats, in: .panes,
        unless: [.nothingBefore], does: { $0.goOn(false) })
    static let forward = Command(
        "forward", [".", .right], "forward", "Forward again after going back.", words: "redo onward",
        counted: .repeats, in: .panes,
        unless: [.nothingAhead], does: { $0.goOn(true) })
    static let reload = Command(
        "reload", ["r", .control("r"), .function(5)], "reload", "Reload: request what changed.",
        aliases: "refresh",
        words: "revalidate update again fresh", in: .panes, unless: [.noPage],
        anyway: { $0.showsInbox && !$0.account.inbox.rows.isEmpty },
        does: { $0.showsInbox && !$0.isBusy ? $0.reloadInbox() : $0.reload(.reload) })
    static let forceReload = Command(
        "force-reload", ["R"], "force", "Reload without stored data.",
        aliases: "reload! e!", words: "hard bypass nocache no-cache uncached hard-reload", in: .panes,
        unless: [.noPage, .offline], does: { $0.reload(.forceReload) })
    static let acceptCertificate = Command(
        "accept-certificate", ["%"], "accept",
        "Accept the server's certificate for this run, though it cannot be verified; its SHA-256 is shown first.",
        words: "trust insecure self-signed fingerprint exception", in: .panes,
        unless: [.noUnverified, .offline], does: { $0.acceptCertificate() })
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
        "List the page's links: typing filters, Enter follows, Tab only chooses.",
        words: "anchors urls hrefs hyperlinks", in: .panes,
        unless: [.noLinks], changes: { $0.list(.links) })
    static let listHeadings = Command(
        "headings", ["H"], "headings", "List the page's headings: Enter goes to one.", aliases: "toc",
        words: "outline contents sections", in: .panes,
        changes: { $0.list(.headings) })
    static let nextHeading = Command(
        "next-heading", [.alt("n")], "heading", "Next heading.", words: "section", counted: .repeats,
        in: .panes,
        changes: { $0.goToHeading(.next) })
    static let previousHeading = Command(
        "previous-heading", [.alt("p")], "heading up", "Previous heading.", words: "section",
        counted: .repeats, in: .panes,
        changes: { $0.goToHeading(.previous) })
    static let openFeed = Command(
        "feed", [], "feed", "Open the page's feed: its entries with dates.",
        words: "rss atom news subscribe syndication", in: .panes, unless: [.noPage, .noFeed],
        does: { $0.openFeed() })
    static let setMark = Command(
        "mark", ["m"], "mark",
        "Set a mark here: a small letter for this page, a capital for every page.",
        words: "label remember position", in: .panes,
        unless: [.noPage], changes: { $0.inputMode = .letter(.set) })
    static let goToMark = Command(
        "to-mark", ["'"], "to mark", "Go to a mark; pressed twice: to the place before the last jump.",
        words: "jump position marks", in: .panes, changes: { $0.inputMode = .letter(.go) })
    static let watch = Command(
        "watch", ["w"], "watch", "Watch the page: poll it regularly; or pause, resume.",
        aliases: "monitor",
        words: "poll repeat live tail periodic auto-refresh autoreload notify pause timeline", in: .panes,
        takes: .interval, offering: ArgumentOffer.intervals, unless: [.noPage, .offline, .answerToForm],
        given: { try $0.watch(every: $1) }, does: { $0.toggleWatch() })
    static let watchEvery = Command(
        "watch-every", ["W"], "interval", "Type an interval, and watch the page.",
        words: "period frequency seconds timer polling", in: .panes,
        unless: [.noPage, .offline, .answerToForm], changes: { $0.begin("watch ") })
    static let nextChange = Command(
        "next-change", ["}", ")"], "change", "Next changed line.",
        words: "hunk difference modified", counted: .repeats, in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeBelow], anyway: { $0.nextNews != nil },
        does: { $0.walkOn() })
    static let previousChange = Command(
        "previous-change", ["{", "("], "change up", "Previous changed line.",
        words: "hunk difference modified", counted: .repeats, in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeAbove],
        changes: { $0.goToMark($0.previousMark()) })
    static let showAnswer = Command(
        "response", ["A"], "response",
        "Show the server's response if it is not the page, such as an error's text, with links and forms. Again: back.",
        aliases: "answer", words: "error-page reply", in: .panes, unless: [.noAnswer],
        changes: { $0.showAnswer() })
    static let showFacts = Command(
        "facts", ["="], "details", "Session details: addresses, ids, headers, times.", aliases: "info",
        words: "information details about properties metadata explain why policy freshness size",
        in: .panes,
        unless: [.noSubject], changes: { $0.overlay = SessionOverlay(.facts) })
    static let showLog = Command(
        "log", ["@", .alt("l")], "log", "Log of this session: events with times.",
        words: "console trace verbose events redirect timeline waterfall", in: .panes,
        unless: [.noPage], changes: { $0.overlay = SessionOverlay(.log) })
    static let showMessages = Command(
        "messages", [], "messages", "Messages of this run, newest first.",
        words: "notices notifications", in: .panes, changes: { $0.showMessages() })
    static let showLegend = Command(
        "legend", ["*"], "legend", "Legend: the marks on the screen and their meaning.",
        words: "marks signs symbols colours colors meaning", in: .panes,
        changes: { $0.overlay = TextDialog.legend($0.plot) })
    static let check = Command(
        "check", [], "check", "Check the page's server by the rules of “sonic check”; nothing is stored.",
        aliases: "conformance", words: "lint verify rules protocol test", in: .panes,
        unless: [.noSubject, .offline], does: { $0.check() })
    static let showFindings = Command(
        "findings", ["!"], "findings",
        "Findings: problems of the page and its response, why they matter, how to fix them.",
        aliases: "lint problems", words: "errors warnings issues validate mistakes diagnostics audit",
        in: .panes,
        unless: [.noSubject], changes: { $0.overlay = SessionOverlay(.findings) })
    static let showClients = Command(
        "clients", [.alt("y")], "clients",
        "What VasSonic's clients would do with the last response.",
        words: "phones models android ios", in: .panes, unless: [.noSubject, .noRequest],
        changes: { $0.overlay = SessionOverlay(.clients) })
    static let chooseCopy = Command(
        "copy", ["y"], "copy",
        "Copy, if the terminal allows it: address, text, request, headers, block, session explained.",
        aliases: "yank", words: "clipboard paragraph", in: .panes, unless: [.noSubject],
        changes: { $0.overlay = Menu(.copies, $0) })
    static let chooseExport = Command(
        "export", ["x"], "export",
        "Save to a file: this session or all of them as HAR, the page as HTML or text.",
        aliases: "save write w", words: "archive record har dump", in: .panes,
        changes: { $0.overlay = Menu(.exports, $0) })
    static let copyCurl = Command(
        "copy-curl", ["Y"], "curl", "Copy the request as a command for curl, cookies and passwords masked.",
        words: "curl command-line shell", in: .panes, unless: [.noSubject, .noRequest],
        does: { $0.copyCode(.curl) })
    static let toggleStyles = Command(
        "styles", ["V"], "styles",
        "Styles of this site: all, no linked sheets, none. The choice about linked sheets is remembered.",
        aliases: "css", words: "stylesheet stylesheets sheets design", in: .panes,
        unless: [.noPage, .noElements], does: { $0.toggleStyles() })
    static let chooseEncoding = Command(
        "encoding", [], "encoding",
        "Decode the page with this encoding; “auto”: as declared; no name: show the encoding and its source.",
        aliases: "charset", words: "utf8 utf-8 codepage mojibake garbled", in: .panes, takes: .name,
        offering: ArgumentOffer.encodings,
        given: {
            $0.chooseEncoding($1); return []
        }, changes: { $0.chooseEncoding("") })
    static let toggleReader = Command(
        "reader", [.alt("r")], "reader",
        "Reader view, or the whole page; for JSON, Markdown and feeds, the text as sent.",
        words: "readability article simplify distill reading-mode", in: .panes,
        unless: [.noPage, .noForm], changes: { $0.toggleReader() })
    static let goToMainText = Command(
        "main-text", ["$"], "main text", "Go to the main text of the page, past its menus.",
        words: "skip jump main article navigation", in: .panes, unless: [.noPage],
        changes: { $0.goToMainText() })
    static let toggleFolds = Command(
        "folds", [.alt("z")], "folds", "Unfold all objects and arrays of JSON, or fold them.",
        aliases: "fold", words: "unfold collapse expand json tree", in: .panes,
        unless: [.noPage, .noTree], changes: { $0.toggleFolds() })
    static let togglePictures = Command(
        "pictures", [.alt("v")], "pictures",
        "Show pictures as coloured characters, with the program chafa, or their alternative text.",
        aliases: "images", words: "image img photos graphics", in: .panes,
        does: { $0.togglePictures() })
    static let toggleCode = Command(
        "code", [.alt("o")], "code",
        "Wrap long lines of code and other preformatted text, or scroll them sideways.",
        words: "wrap nowrap unwrap pre preformatted long lines chop", in: .panes, unless: [.noPage],
        changes: { $0.toggleCode() })
    static let scrollLeft = Command(
        "scroll-left", [.alt(",")], "left", "Scroll wide lines to the left.",
        words: "sideways horizontal", in: .panes, unless: [.noPage, .codeFolded, .nothingLeft],
        changes: { $0.scrollSideways(by: -1) })
    static let scrollRight = Command(
        "scroll-right", [.alt(".")], "right", "Scroll wide lines to the right.",
        words: "sideways horizontal", in: .panes, unless: [.noPage, .codeFolded, .nothingRight],
        changes: { $0.scrollSideways(by: 1) })
    static let goToPlace = Command(
        "go", [], "go", "Go to a line, or to a percentage of the page.", aliases: "goto",
        words: "line percent jump position", in: .panes, takes: .place,
        given: { try $0.go(to: $1) }, changes: { $0.begin("go ") })
    static let focusPage = Command(
        "page-pane", ["1"], "page", "Focus the page pane.", words: "focus", in: .panes,
        unless: [.focused(on: .page)],
        changes: { $0.screen.focus(on: .page) })
    static let focusState = Command(
        "state-pane", ["2"], "state", "Focus the state pane.", aliases: "status",
        words: "outcome reason sonic", in: .panes, unless: [.focused(on: .state)],
        changes: { $0.screen.focus(on: .state) })
    static let focusDiff = Command(
        "diff-pane", ["3"], "diff", "Focus the diff pane.", words: "focus", in: .panes,
        unless: [.focused(on: .diff)],
        changes: { $0.screen.focus(on: .diff) })
    static let focusHeaders = Command(
        "headers-pane", ["4"], "headers", "Focus the headers pane.", words: "focus", in: .panes,
        unless: [.focused(on: .headers)], changes: { $0.screen.focus(on: .headers) })
    static let nextPane = Command(
        "next-pane", [.control("w")], "pane", "Focus the next pane.", words: "focus window wincmd",
        in: .panes,
        unless: [.onePane],
        changes: { $0.focusNext() })
    static let zoom = Command(
        "zoom", ["z"], "zoom", "Maximize the focused pane, or restore it.",
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
        aliases: "color colour colorscheme colo", words: "colors colours skin appearance palette font",
        in: .panes,
        takes: .name, offering: ArgumentOffer.themes, given: { try $0.dress(as: $1) },
        does: { $0.dress(in: $0.screen.theme.next) })
    static let switchTone = Command(
        "tone", ["T"], "tone", "Switch between the light and the dark variant of the theme.",
        words: "dark light night mode nightmode darkmode dark-mode background", in: .panes,
        does: { $0.dress(in: $0.screen.theme.counterpart) })

    /// The commands that are available in every pane.
    static let panes: [Command] = [
        .openAddress, .editAddress, .back, .forward, .reload, .forceReload, .acceptCertificate, .stop,
        .toggleOffline, .listLinks, .listHeadings, .nextHeading, .previousHeading, .openFeed, .setMark,
        .goToMark, .keepOffline, .watch, .watchEvery, .nextChange, .previousChange, .showAnswer, .showFacts,
        .showLog, .showMessages, .showLegend, .showFindings, .check, .showClients, .chooseCopy,
        .chooseExport, .copyCurl, .toggleStyles, .chooseEncoding, .toggleReader, .goToMainText,
        .toggleFolds, .togglePictures, .toggleCode, .scrollLeft, .scrollRight, .goToPlace, .focusPage,
        .focusState, .focusDiff, .focusHeaders, .nextPane, .zoom, .toggleDiff, .nextArrangement, .nextTheme,
        .switchTone,
    ]

    // MARK: Copying and exporting

    static let copyLink = Command(
        "copy-link", ["l"], "link", "The chosen link's address.", in: .copies,
        unless: [.noLinks, .noLinkChosen], does: { $0.copyLink() })
    static let copyParagraph = Command(
        "copy-paragraph", ["a"], "paragraph",
        "The paragraph of the chosen link, else the first one on the screen.",
        in: .copies, unless: [.noPage], does: { $0.copyParagraph() })
    static let copyAddress = Command(
        "copy-address", ["y"], "address", "The address of the page, or of the exchange.", in: .copies,
        unless: [.noSubject],
        does: { $0.copyAddress() })
    static let copyHeaders = Command(
        "copy-headers", ["h"], "headers", "The headers of the last request and its response.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyHeaders() })
    static let copyBlock = Command(
        "copy-block", ["b"], "block", "The block of the chosen link, else the first one on the screen.",
        in: .copies, unless: [.noPage], does: { $0.copyBlock() })
    static let copyHTTPie = Command(
        "copy-httpie", ["i"], "HTTPie", "The last request as a command for HTTPie.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.httpie) })
    static let copyFetch = Command(
        "copy-fetch", ["f"], "fetch", "The last request as fetch in JavaScript.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.fetch) })
    static let copyPython = Command(
        "copy-python", ["p"], "Python", "The last request in Python.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.python) })
    static let copySwift = Command(
        "copy-swift", ["s"], "Swift", "The last request in Swift.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.swift) })
    static let copyExchange = Command(
        "copy-exchange", ["x"], "exchange", "The whole session, explained step by step, for a bug report.",
        in: .copies, unless: [.noSubject], does: { $0.copyExchange() })
    static let exportSession = Command(
        "export-session", ["s"], "session", "The session as HAR 1.2, which sonic replay runs again.",
        words: "har", in: .exports, unless: [.noSubject, .sessionUnderWay], changes: { $0.exportSession() })
    static let exportLog = Command(
        "export-log", ["a"], "all", "All sessions of this run as HAR 1.2.", in: .exports,
        unless: [.nothingJournalled], changes: { $0.exportLog() })
    static let exportPage = Command(
        "export-page", ["h"], "HTML", "The page as HTML, byte for byte as it was sent.", words: "save html",
        in: .exports,
        unless: [.noPage, .sessionUnderWay, .nothingSent], changes: { $0.exportPage() })
    static let exportText = Command(
        "export-text", ["t"], "text", "The page as text, at the width of its pane.", words: "print txt plain",
        in: .exports,
        unless: [.noPage, .sessionUnderWay, .nothingSent], changes: { $0.exportText() })

    /// The commands in the menus for copying and exporting.
    static let taking: [Command] = [
        .copyLink, .copyParagraph, .copyAddress,
        .copyCurl.also(["c", "Y"], "curl", "The last request as a command for curl.", in: .copies),
        .copyHTTPie, .copyFetch, .copyPython, .copySwift, .copyHeaders, .copyBlock, .copyExchange,
        .toggleSecrets.also(["m"], "secrets", "Include secrets, or mask them again.", in: .copies),
        .exportSession, .exportLog, .exportPage, .exportText,
        .toggleSecrets.also(["m"], "secrets", "Include secrets, or mask them again.", in: .exports),
    ]
}
