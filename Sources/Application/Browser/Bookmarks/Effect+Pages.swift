import BrowserValues
import SonicProtocol

extension Effect {
    /// Effects of the pages of an account: stored, bookmarked, in its inbox.
    public enum Pages: Sendable, Equatable {
        /// Find the pages that are stored or bookmarked: `Report.found`.
        case list(PageListing)
        /// Bookmark a page under this title, or remove its bookmark: `Report.bookmarksFound`.
        case changeBookmark(WebURL, title: String)
        /// Bookmark a page under this title and keep it offline, or keep it no longer: `Report.bookmarksFound`.
        case keep(WebURL, title: String, offline: Bool)
        /// Find the bookmarks while this page is on the screen: `Report.bookmarksFound`.
        case readBookmarks(WebURL)
        /// Find the pages of the inbox: `Report.inboxFound`.
        case readInbox(InboxOrder)
        /// Refresh a page of the inbox in the background: `Report.refreshed`.
        case refresh(WebURL, InboxOrder)

        /// The results of these effects.
        public enum Report: Sendable {
            /// The stored pages of an account, the latest first, and those that are only bookmarked.
            case found([KnownPage], for: PageListing, account: String)
            /// An account's bookmarks, or the result of a change of them.
            case bookmarksFound(BookmarkReport)
            /// The pages of the inbox of an account, in order.
            case inboxFound([InboxPage], account: String)
            /// The result of refreshing a page of the inbox.
            case refreshed(RefreshReport)
        }
    }
}

extension Effect.Pages.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .found(let pages, let listing, let name): model.setKnown(pages: pages, for: listing, of: name)
        case .bookmarksFound(let report): model.handle(report)
        case .inboxFound(let pages, let name): return model.show(inbox: pages, of: name)
        case .refreshed(let report): return model.handle(report)
        }
        return []
    }
}
