extension KeyTable {
    /// Keys for the versions of a page and the sessions that made them.
    static let versions: [Binding] = [
        row(
            .showOlder, ["[", "-"], "older", "The version of the page before the one on the screen.",
            in: .panes),
        row(.showNewer, ["]", "+"], "newer", "The next version; the newest is the page itself.", in: .panes),
        row(
            .listVersions, ["D"], "versions",
            "The versions of the page that are kept: go to one, compare two.",
            in: .panes),
        row(
            .findBlockChange, [.alt("b")], "block",
            "To the version in which the block on the screen changed last.", in: .panes),
        row(
            .listSessions, ["s"], "sessions", "The sessions that are remembered, those of this page first.",
            in: .panes),
        row(
            .compareVersions, ["D"], "compare",
            "Compare the two versions that are chosen, by block and by text.",
            in: .versions),
    ]
}
