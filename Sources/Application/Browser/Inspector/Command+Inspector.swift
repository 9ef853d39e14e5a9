extension Command {
    static let inspectHeaders = Command(
        "inspect", ["|", "I"], "inspect",
        "Inspect the session: headers, body, template, blocks, times, connection, callback.",
        aliases: "inspector devtools",
        words:
            "network tls ssl certificate https security timing timings waterfall connection developer dns performance accept-certificate",
        in: .panes,
        unless: [.noSession], changes: { $0.inspect(.headers) })
    static let inspectBody = Command(
        "source", ["\\", .alt("s")], "source", "Inspect the session, starting with the body as received.",
        aliases: "view-source raw", words: "page-source html body markup response code", in: .panes,
        unless: [.noSession], changes: { $0.inspect(.body) })

    /// Keys that open the inspector, from every pane.
    static let inspecting: [Command] = [
        .inspectHeaders, .inspectBody,
    ]

    static let nextView = Command(
        "next-view", [.tab, .right], "view", "Next view.", in: .inspector,
        changes: { $0.turnInspector { $0.turnView(by: 1) } })
    static let previousView = Command(
        "previous-view", [.backTab, .left], "view up", "Previous view.", in: .inspector,
        changes: { $0.turnInspector { $0.turnView(by: -1) } })
    static let showView = Command(
        "view", ["1", "2", "3", "4", "5", "6", "7", "8"], "view", "Go to the view with this number.",
        in: .inspector,
        numbered: {
            $0.showView($1); return []
        })
    static let nextForm = Command(
        "next-form", ["x"], "form",
        "Switch the form: highlighted, raw, table, decoded, pretty, hex, wire.",
        in: .inspector, unless: [.onlyForm], changes: { $0.turnInspector { $0.turnForm() } })
    static let nextRequest = Command(
        "next-request", [">"], "request", "Next request of the session.", in: .inspector,
        unless: [.noLaterRequest], changes: { $0.turnInspector { $0.turnRequest(by: 1) } })
    static let previousRequest = Command(
        "previous-request", ["<"], "request up", "Previous request.", in: .inspector,
        unless: [.noEarlierRequest], changes: { $0.turnInspector { $0.turnRequest(by: -1) } })
    static let newestSession = Command(
        "newest-session", ["."], "newest",
        "Go to the tab's newest session, if the page was requested again meanwhile.", in: .inspector,
        unless: [.noNewerSession], changes: { $0.inspectNewest() })
    static let nextBlock = Command(
        "next-block", ["}", ")"], "block", "Next block, in the view of blocks.", in: .inspector,
        unless: [.notInBlocks, .noLaterBlock], changes: { $0.turnInspector { $0.turnBlock(by: 1) } })
    static let previousBlock = Command(
        "previous-block", ["{", "("], "block up", "Previous block; before the first, all are listed.",
        in: .inspector, unless: [.notInBlocks, .noEarlierBlock],
        changes: { $0.turnInspector { $0.turnBlock(by: -1) } })

    static let runCallback = Command(
        "run-callback", ["r"], "run script",
        "Pass the update to the page's own script, as a phone does, and compare what it shows.",
        words: "javascript getDiffData phone", in: .inspector, unless: [.noUpdate], does: { $0.runCallback() }
    )

    /// Keys in the inspector.
    static let inspector: [Command] = [
        .nextView, .previousView, .showView, .nextForm, .nextRequest, .previousRequest,
        .newestSession, .nextBlock, .previousBlock, .runCallback,
    ]
}
