import SonicProtocol
import SonicSession

/// An order to look up the version of a page on the screen that the reader has last seen.
public struct SeenVersionOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The version on the screen.
    public var shown: Int

    package init(page: WebURL, shown: Int) {
        self.page = page
        self.shown = shown
    }
}

/// The result of the lookup of a seen version.
public struct SeenVersionReport: Sendable, Equatable {
    /// The order.
    package var order: SeenVersionOrder
    /// The account in which the page is stored; empty for none.
    package var account: String
    /// The version since which changes are new.
    public var news: LastRead.News
    /// That version; nil if it is the one shown, or if there is none.
    public var base: StoredPage?

    /// Creates a report of these parts.
    public init(
        _ order: SeenVersionOrder, account: String, news: LastRead.News = .none, base: StoredPage? = nil
    ) {
        self.order = order
        self.account = account
        self.news = news
        self.base = base
    }
}
