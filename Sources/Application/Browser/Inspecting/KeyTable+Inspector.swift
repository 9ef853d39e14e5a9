extension KeyTable {
    /// Keys that open the inspector, from every pane.
    static let inspecting: [Binding] = [
        row(
            .inspectHeaders, ["|", "I"], "inspect",
            "Take the session apart: headers, body, template, blocks, times, connection.", in: .panes),
        row(
            .inspectBody, ["\\", .alt("s")], "source",
            "The same, beginning with the body that the server sent.", in: .panes),
    ]

    /// Keys in the inspector.
    static let inspector: [Binding] = [
        row(.nextView, [.tab, .right], "view", "To the next view.", in: .inspector),
        row(.previousView, [.backTab, .left], "view up", "To the view before.", in: .inspector),
        row(
            .showView, ["1", "2", "3", "4", "5", "6", "7"], "view", "To the view with this number.",
            in: .inspector),
        row(
            .nextForm, ["x"], "form", "The same in another form: raw, table, decoded, pretty, hex, wire.",
            in: .inspector),
        row(.nextRequest, [">"], "request", "To the next request of the session.", in: .inspector),
        row(.previousRequest, ["<"], "request up", "To the request before.", in: .inspector),
        row(
            .newestSession, ["."], "newest",
            "To the newest session of the tab, where the page was asked for again meanwhile.", in: .inspector),
        row(.nextBlock, ["}", ")"], "block", "To the next block, in the view of blocks.", in: .inspector),
        row(
            .previousBlock, ["{", "("], "block up", "To the block before; before the first all are listed.",
            in: .inspector),
    ]
}
