extension KeyTable {
    /// Keys for several pages beside each other.
    static let tabs: [Binding] = [
        row(
            .openTab, [.control("t")], "new tab", "Type an address to open in a new tab.", in: .panes,
            takes: .address),
        row(.followInTab, [";"], "in tab", "Open the page behind the chosen link in a new tab.", in: .page),
        row(.followBehind, [","], "behind", "The same, and the new tab stays behind.", in: .page),
        row(.nextTab, [">", "J"], "tab", "To the next tab.", in: .panes),
        row(.previousTab, ["<", "K"], "tab up", "To the previous tab.", in: .panes),
        row(
            .showTab, (1...9).map { .alt(Unicode.Scalar(UInt8(ascii: "0") + $0)) }, "tab",
            "To the tab with this number.", in: .panes, takes: .tab),
        row(.closeTab, ["c"], "close tab", "Close this tab.", in: .panes),
        row(.reopenTab, ["U"], "reopen", "Open the tab again that was closed last.", in: .panes),
        row(
            .listTabs, ["l", .alt("t")], "tabs", "The tabs: titles, addresses and what their sessions do.",
            in: .panes),
    ]
}
