extension Command {
    static let openTab = Command(
        "tab", [.control("t")], "new tab", "Type an address to open in a new tab.",
        aliases: "tabnew tabe tabedit new-tab", words: "window new open-tab add-tab duplicate", in: .panes,
        takes: .address, offering: ArgumentOffer.addresses, given: { try $0.open(typed: $1, in: .inFront) },
        does: { $0.typeAddress(in: .inFront) })
    static let followInTab = Command(
        "follow-in-tab", [";"], "in tab", "Open the chosen link in a new tab.",
        words: "background-tab", in: .page,
        unless: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight], does: { $0.followLink(in: .inFront) })
    static let followBehind = Command(
        "follow-behind", [","], "behind", "The same, in a background tab.", in: .page,
        unless: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight], does: { $0.followLink(in: .behind) })
    static let nextTab = Command(
        "next-tab", [">", "J"], "tab", "Next tab.", aliases: "tabn tabnext bn",
        words: "buffer", counted: .repeats, in: .panes, unless: [.onlyTab],
        does: { $0.turn(by: 1) })
    static let previousTab = Command(
        "previous-tab", ["<", "K"], "tab up", "Previous tab.", aliases: "tabp tabprevious bp",
        words: "buffer", counted: .repeats, in: .panes, unless: [.onlyTab],
        does: { $0.turn(by: -1) })
    static let showTab = Command(
        "show-tab", (1...9).map { .alt(Unicode.Scalar(UInt8(ascii: "0") + $0)) }, "tab",
        "Go to the tab with this number.", words: "switch select buffer", in: .panes, takes: .needed("N"),
        offering: ArgumentOffer.tabs,
        given: { try $0.showTab($1) },
        numbered: { $0.show(tab: $1) }, changes: { $0.begin("show-tab ") })
    static let closeTab = Command(
        "close-tab", ["c"], "close tab", "Close this tab.", aliases: "tabclose tabc bd",
        words: "close", in: .panes, unless: [.onlyTab],
        does: { $0.close(tab: $0.account.tabs.frontIndex) })
    static let reopenTab = Command(
        "reopen-tab", ["U"], "reopen", "Reopen the tab that was closed last.", aliases: "undo",
        words: "restore recover closed", in: .panes,
        unless: [.noClosedTab], does: { $0.reopenTab() })
    static let listTabs = Command(
        "tabs", ["l", .alt("t")], "tabs", "List the tabs: titles, addresses, sessions.",
        aliases: "ls buffers", words: "list windows", in: .panes,
        changes: { $0.overlay = TabList($0.account.tabs, at: $0.account.tabs.frontIndex) })

    static let tabs: [Command] = [
        .openTab, .followInTab, .followBehind, .nextTab, .previousTab, .showTab, .closeTab,
        .reopenTab, .listTabs,
    ]
}
