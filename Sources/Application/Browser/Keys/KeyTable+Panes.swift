extension KeyTable {
    /// Keys that mean the same in every pane.
    static let panes: [Binding] = [
        row(.openAddress, ["o"], "open", "Type an address to open.", in: .panes, takes: .address),
        row(.back, ["B", .left], "back", "Back to the page before, where you left it.", in: .panes),
        row(.forward, [".", .right], "forward", "Forward again after going back.", in: .panes),
        row(.reload, ["r"], "reload", "Ask the server what changed.", in: .panes),
        row(.forceReload, ["R"], "force", "Load the page as if it had never been seen.", in: .panes),
        row(
            .stop, [.escape], "stop",
            "Stop loading, or take the marks of a search away, or leave an older version.",
            in: .panes
        ),
        row(
            .toggleOffline, ["O"], "offline",
            "Offline: show stored pages and ask no server; or online again.", in: .panes),
        row(
            .listLinks, ["L"], "links",
            "The links of the page: what is typed narrows them, Enter follows, Tab only chooses.", in: .panes),
        row(.listHeadings, ["H"], "headings", "The headings of the page: Enter goes there.", in: .panes),
        row(.nextHeading, [.alt("n")], "heading", "To the next heading.", in: .panes),
        row(.previousHeading, [.alt("p")], "heading up", "To the heading before.", in: .panes),
        row(
            .setMark, ["m"], "mark",
            "Give this place a letter: a small one for this page, a capital for every page.", in: .panes),
        row(
            .goToMark, ["'"], "to mark",
            "To the place of a letter; twice: to the place before the last jump.",
            in: .panes),
        row(
            .changePin, ["p"], "pin",
            "Pin the page: it stays whatever the cache's limits are; or unpin it.", in: .panes),
        row(
            .watch, ["w"], "watch",
            "Watch the page: ask what changed again and again; pause that, or go on.", in: .panes,
            takes: .interval),
        row(
            .watchEvery, ["W"], "interval", "Type how often the page is asked for, and watch it.", in: .panes),
        row(.nextChange, ["}", ")"], "change", "To the next line that changed.", in: .panes),
        row(.previousChange, ["{", "("], "change up", "To the line above that changed.", in: .panes),
        row(
            .showAnswer, ["A"], "answer",
            "Show the server's answer where it is not the page: an error's text, with its links and forms. Again: back.",
            in: .panes),
        row(
            .showFacts, ["="], "facts", "All about this session: addresses, ids, headers, times.", in: .panes),
        row(
            .showLog, ["@", .alt("l")], "log", "What this session did, event by event, with times.",
            in: .panes),
        row(
            .showFindings, ["!"], "findings",
            "What is wrong with the page and its answer, why it matters, how it is mended.", in: .panes),
        row(
            .chooseCopy, ["y"], "copy",
            "Copy, where the terminal allows it: address, curl command, headers, block, the session explained, a test.",
            in: .panes),
        row(
            .chooseExport, ["x"], "export",
            "Save to a file: this session or all of them as HAR, the page as HTML or text.", in: .panes),
        row(
            .copyCurl, ["Y"], "curl",
            "Copy the request as a command for curl, cookies and passwords masked.", in: .panes),
        row(
            .toggleStyles, ["V"], "styles",
            "Styles of this site's pages: all, without linked sheets, none. What is said of linked sheets is remembered.",
            in: .panes),
        row(
            .chooseEncoding, [], "encoding",
            "Read the page in this encoding whatever it says, “auto”: as before; alone: which counts, and why.",
            in: .panes, takes: .encoding),
        row(
            .toggleReader, [.alt("r")], "reader",
            "The main text alone, or the whole page; of JSON and Markdown the text as it was sent.",
            in: .panes),
        row(
            .toggleFolds, [.alt("z")], "folds", "Unfold all objects and arrays of JSON, or fold them.",
            in: .panes),
        row(
            .togglePictures, [.alt("v")], "pictures",
            "Show pictures as characters in colours, by the program chafa, or the words for them.", in: .panes
        ),
        row(
            .goToPlace, [], "go", "Go to a line, or so many percent into the page.", in: .panes,
            takes: .place),
        row(.focusPage, ["1"], "page", "To the page pane.", in: .panes),
        row(.focusState, ["2"], "state", "To the state pane.", in: .panes),
        row(.focusDiff, ["3"], "diff", "To the diff pane.", in: .panes),
        row(.focusHeaders, ["4"], "headers", "To the headers pane.", in: .panes),
        row(.nextPane, [.control("w")], "pane", "To the next pane.", in: .panes),
        row(.zoom, ["z"], "zoom", "Give the pane in focus the whole screen, or take it back.", in: .panes),
        row(.toggleDiff, ["d"], "diff", "Show or hide the diff pane.", in: .panes),
        row(
            .nextArrangement, ["v"], "layout",
            "Next layout: read, watch, debug. The choice is remembered.", in: .panes, takes: .arrangement),
        row(
            .nextTheme, ["t"], "theme", "Next theme, shown at once. The choice is remembered.", in: .panes,
            takes: .theme),
        row(.switchTone, ["T"], "tone", "The same theme on a light ground, or on a dark one.", in: .panes),
    ]
}
