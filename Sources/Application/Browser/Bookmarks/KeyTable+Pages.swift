extension KeyTable {
    /// Keys for pages that are known: bookmarks, history, the inbox.
    static let knownPages: [Binding] = [
        row(
            .showInbox, [.alt("h"), .function(2)], "inbox",
            "The inbox: bookmarked and recent pages, with what is new in them since you read them.",
            in: .panes),
        row(
            .changeBookmark, [.alt("d")], "bookmark",
            "Bookmark the page, or take its bookmark away; the inbox asks for bookmarked pages.", in: .panes),
        row(.listBookmarks, [.alt("m")], "bookmarks", "The bookmarks: Enter opens one.", in: .panes),
        row(
            .listHistory, [.alt("f")], "history", "The pages that you have read: Enter opens one.", in: .panes
        ),
        row(
            .forget, [], "forget",
            "Forget what is kept of page, site, hour or all: pages, sessions, cookies; it says how much.",
            in: .panes, takes: .forgetting),
    ]

    /// Keys in the lists of them.
    static let pageLists: [Binding] = [
        row(
            .changeBookmark, [.alt("d"), .delete], "bookmark",
            "Bookmark the page under the cursor, or take its bookmark away.", in: .pages),
        row(.followInTab, [";"], "in tab", "Open it in a new tab.", in: .pages),
        row(.followBehind, [","], "behind", "The same, and the new tab stays behind.", in: .pages),
    ]
}
