extension Command {
    static let openAddress = Command(
        "open", ["o"], "open", "Type an address to open.", in: .panes, takes: .address,
        given: { try $0.open(typed: $1, in: .here) }, does: { $0.typeAddress() })
    static let back = Command(
        "back", ["B", .left], "back", "Back to the page before, where you left it.", in: .panes,
        unless: [.nothingBefore], does: { $0.goBack() })
    static let forward = Command(
        "forward", [".", .right], "forward", "Forward again after going back.", in: .panes,
        unless: [.nothingAhead], does: { $0.goForward() })
    static let reload = Command(
        "reload", ["r"], "reload", "Ask the server what changed.", in: .panes, unless: [.noPage],
        anyway: { $0.showsInbox && !$0.account.inbox.rows.isEmpty },
        does: { $0.showsInbox && !$0.isBusy ? $0.reloadInbox() : $0.reload(.reload) })
    static let forceReload = Command(
        "force-reload", ["R"], "force", "Load the page as if it had never been seen.", in: .panes,
        unless: [.noPage, .offline], does: { $0.reload(.forceReload) })
    static let stop = Command(
        "stop", [.escape], "stop",
        "Stop loading, or take the marks of a search away, or leave an older version.", in: .panes,
        unless: [.nothingLoading], does: { $0.stop() })
    static let toggleOffline = Command(
        "offline", ["O"], "offline", "Offline: show stored pages and ask no server; or online again.",
        in: .panes, does: { $0.toggleOffline() })
    static let listLinks = Command(
        "links", ["L"], "links",
        "The links of the page: what is typed narrows them, Enter follows, Tab only chooses.", in: .panes,
        unless: [.noLinks], changes: { $0.list(.links) })
    static let listHeadings = Command(
        "headings", ["H"], "headings", "The headings of the page: Enter goes there.", in: .panes,
        changes: { $0.list(.headings) })
    static let nextHeading = Command(
        "next-heading", [.alt("n")], "heading", "To the next heading.", in: .panes,
        changes: { $0.goToHeading(.next) })
    static let previousHeading = Command(
        "previous-heading", [.alt("p")], "heading up", "To the heading before.", in: .panes,
        changes: { $0.goToHeading(.previous) })
    static let setMark = Command(
        "mark", ["m"], "mark",
        "Give this place a letter: a small one for this page, a capital for every page.", in: .panes,
        unless: [.noPage], changes: { $0.inputMode = .letter(.set) })
    static let goToMark = Command(
        "to-mark", ["'"], "to mark", "To the place of a letter; twice: to the place before the last jump.",
        in: .panes, changes: { $0.inputMode = .letter(.go) })
    static let changePin = Command(
        "pin", ["p"], "pin", "Pin the page: it stays whatever the cache's limits are; or unpin it.",
        in: .panes, unless: [.noPage], does: { $0.changePin() })
    static let watch = Command(
        "watch", ["w"], "watch", "Watch the page: ask what changed again and again; pause that, or go on.",
        in: .panes, takes: .interval, unless: [.noPage, .offline, .answerToForm],
        given: { try $0.watch(every: $1) }, does: { $0.toggleWatch() })
    static let watchEvery = Command(
        "watch-every", ["W"], "interval", "Type how often the page is asked for, and watch it.", in: .panes,
        unless: [.noPage, .offline, .answerToForm], changes: { $0.begin("watch ") })
    static let nextChange = Command(
        "next-change", ["}", ")"], "change", "To the next line that changed.", in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeBelow], anyway: { $0.nextNews != nil },
        does: { $0.walkOn() })
    static let previousChange = Command(
        "previous-change", ["{", "("], "change up", "To the line above that changed.", in: .panes,
        unless: [.noPage, .nothingChanged, .onlyFigures, .noChangeAbove],
        changes: { $0.goToMark($0.previousMark()) })
    static let showAnswer = Command(
        "answer", ["A"], "answer",
        "Show the server's answer where it is not the page: an error's text, with its links and forms. Again: back.",
        in: .panes, unless: [.noAnswer], changes: { $0.showAnswer() })
    static let showFacts = Command(
        "facts", ["="], "facts", "All about this session: addresses, ids, headers, times.", in: .panes,
        unless: [.noPage], changes: { $0.overlay = FactsOverlay() })
    static let showLog = Command(
        "log", ["@", .alt("l")], "log", "What this session did, event by event, with times.", in: .panes,
        unless: [.noPage], changes: { $0.overlay = LogOverlay() })
    static let showFindings = Command(
        "findings", ["!"], "findings",
        "What is wrong with the page and its answer, why it matters, how it is mended.", in: .panes,
        unless: [.noPage], changes: { $0.overlay = FindingsOverlay() })
    static let chooseCopy = Command(
        "copy", ["y"], "copy",
        "Copy, where the terminal allows it: address, curl command, headers, block, the session explained, a test.",
        in: .panes, unless: [.noPage], changes: { $0.overlay = Menu(.copying, keys: $0.keys) })
    static let chooseExport = Command(
        "export", ["x"], "export",
        "Save to a file: this session or all of them as HAR, the page as HTML or text.", in: .panes,
        changes: { $0.overlay = Menu(.exporting, keys: $0.keys) })
    static let copyCurl = Command(
        "copy-curl", ["Y"], "curl", "Copy the request as a command for curl, cookies and passwords masked.",
        in: .panes, unless: [.noPage, .noRequest], does: { $0.copyCurl() })
    static let toggleStyles = Command(
        "styles", ["V"], "styles",
        "Styles of this site's pages: all, without linked sheets, none. What is said of linked sheets is remembered.",
        in: .panes, unless: [.noPage, .noElements], does: { $0.toggleStyles() })
    static let chooseEncoding = Command(
        "encoding", [], "encoding",
        "Read the page in this encoding whatever it says, “auto”: as before; alone: which counts, and why.",
        in: .panes, takes: .name,
        given: {
            $0.chooseEncoding($1); return []
        }, changes: { $0.chooseEncoding("") })
    static let toggleReader = Command(
        "reader", [.alt("r")], "reader",
        "The main text alone, or the whole page; of JSON and Markdown the text as it was sent.", in: .panes,
        unless: [.noPage, .noForm], changes: { $0.toggleReader() })
    static let toggleFolds = Command(
        "folds", [.alt("z")], "folds", "Unfold all objects and arrays of JSON, or fold them.", in: .panes,
        unless: [.noPage, .noTree], changes: { $0.toggleFolds() })
    static let togglePictures = Command(
        "pictures", [.alt("v")], "pictures",
        "Show pictures as characters in colours, by the program chafa, or the words for them.", in: .panes,
        does: { $0.togglePictures() })
    static let goToPlace = Command(
        "go", [], "go", "Go to a line, or so many percent into the page.", in: .panes, takes: .place,
        given: { try $0.go(to: $1) }, changes: { $0.begin("go ") })
    static let focusPage = Command(
        "page-pane", ["1"], "page", "To the page pane.", in: .panes, unless: [.focused(on: .page)],
        changes: { $0.screen.focus(on: .page) })
    static let focusState = Command(
        "state-pane", ["2"], "state", "To the state pane.", in: .panes, unless: [.focused(on: .state)],
        changes: { $0.screen.focus(on: .state) })
    static let focusDiff = Command(
        "diff-pane", ["3"], "diff", "To the diff pane.", in: .panes, unless: [.focused(on: .diff)],
        changes: { $0.screen.focus(on: .diff) })
    static let focusHeaders = Command(
        "headers-pane", ["4"], "headers", "To the headers pane.", in: .panes,
        unless: [.focused(on: .headers)], changes: { $0.screen.focus(on: .headers) })
    static let nextPane = Command(
        "next-pane", [.control("w")], "pane", "To the next pane.", in: .panes, unless: [.onePane],
        changes: { $0.focusNext() })
    static let zoom = Command(
        "zoom", ["z"], "zoom", "Give the pane in focus the whole screen, or take it back.", in: .panes,
        unless: [.onePane], changes: { $0.screen.toggleZoom() })
    static let toggleDiff = Command(
        "diff", ["d"], "diff", "Show or hide the diff pane.", in: .panes, changes: { $0.toggleDiff() })
    static let nextArrangement = Command(
        "layout", ["v"], "layout", "Next layout: read, watch, debug. The choice is remembered.", in: .panes,
        takes: .name, given: { try $0.rearrange(as: $1) },
        does: { $0.rearrange(to: $0.screen.arrangement.next) })
    static let nextTheme = Command(
        "theme", ["t"], "theme", "Next theme, shown at once. The choice is remembered.", in: .panes,
        takes: .name, given: { try $0.dress(as: $1) }, does: { $0.dress(in: $0.screen.theme.next) })
    static let switchTone = Command(
        "tone", ["T"], "tone", "The same theme on a light ground, or on a dark one.", in: .panes,
        does: { $0.dress(in: $0.screen.theme.counterpart) })

    /// Keys that mean the same in every pane.
    static let panes: [Command] = [
        .openAddress, .back, .forward, .reload, .forceReload, .stop, .toggleOffline, .listLinks,
        .listHeadings, .nextHeading, .previousHeading, .setMark, .goToMark, .changePin, .watch,
        .watchEvery, .nextChange, .previousChange, .showAnswer, .showFacts, .showLog, .showFindings,
        .chooseCopy, .chooseExport, .copyCurl, .toggleStyles, .chooseEncoding, .toggleReader,
        .toggleFolds, .togglePictures, .goToPlace, .focusPage, .focusState, .focusDiff,
        .focusHeaders, .nextPane, .zoom, .toggleDiff, .nextArrangement, .nextTheme, .switchTone,
    ]
}
