extension Command {
    static let showInbox = Command(
        "inbox", [.alt("h"), .function(2)], "inbox",
        "The inbox: bookmarked and recent pages, with what is new in them since you read them.",
        aliases: "home", words: "start news unread updates feed homepage startpage", in: .panes,
        does: { $0.showInbox() })
    static let changeBookmark = Command(
        "bookmark", [.alt("d")], "bookmark",
        "Bookmark the page, or remove its bookmark; the inbox checks bookmarked pages.",
        words: "add-bookmark favorite favourite star", in: .panes,
        unless: [.noPage], does: { $0.changeBookmark() })
    static let keepOffline = Command(
        "keep-offline", ["p"], "keep",
        "Bookmark the page and keep it for offline reading, whatever the limits of the cache; or stop keeping it.",
        aliases: "pin", words: "retain protect unpin", in: .panes, unless: [.noPage],
        does: { $0.changeOfflineCopy() })
    static let listBookmarks = Command(
        "bookmarks", [.alt("m")], "bookmarks", "List the bookmarks: Enter opens one.",
        words: "favorites favourites stars", in: .panes,
        does: { [$0.askForPages(.bookmarks)] })
    static let listHistory = Command(
        "history", [.alt("f")], "history", "List the pages that you have read: Enter opens one.",
        aliases: "hist", words: "visited recent past", in: .panes,
        does: { [$0.askForPages(.history)] })
    static let forget = Command(
        "forget", [], "forget",
        "Forget pages, sessions and cookies of the page, the site, the last hour or all; reports how much.",
        words: "clear delete erase wipe purge clean cache cookies privacy", in: .panes,
        takes: .needed("WHAT"), offering: ArgumentOffer.forgettable, given: { try $0.forget($1) },
        changes: { $0.begin("forget ") })

    static let listCookies = Command(
        "cookies", [], "cookies", "List the cookies of this account, to find and delete them.",
        words: "cookie jar login session privacy", in: .panes, does: { $0.askForCookies() })
    static let deleteCookie = Command(
        "delete-cookie", ["c", .delete], "delete", "Delete the cookie under the cursor.", in: .cookies)

    /// Keys for known pages: bookmarks, history, the inbox.
    static let knownPages: [Command] = [
        .showInbox, .changeBookmark, .listBookmarks, .listHistory, .forget, .listCookies, .deleteCookie,
    ]

    /// Keys in the lists of known pages.
    static let pageLists: [Command] = [
        .changeBookmark.also(
            [.alt("d"), .delete], "bookmark",
            "Bookmark the page under the cursor, or remove its bookmark.", in: .pages),
        .keepOffline.also(
            ["p"], "keep", "Keep it for offline reading, or stop keeping it.", in: .pages),
        .followInTab.also([";"], "in tab", "Open it in a new tab.", in: .pages),
        .followBehind.also([","], "behind", "The same, in a background tab.", in: .pages),
    ]
}
