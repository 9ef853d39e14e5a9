import Diagnostics
import SonicProtocol
import SonicSession

extension Effect {
    /// What is asked about the pages that an account knows: stored, bookmarked, pinned, in its inbox.
    public enum Pages: Sendable, Equatable {
        /// Find the pages that are stored or bookmarked: `Report.found`.
        case list(PageListing)
        /// Bookmark a page under this title, or remove its bookmark: `Report.bookmarksFound`.
        case changeBookmark(WebURL, title: String)
        /// Find the pages that belong into the inbox: `Report.inboxFound`.
        case readInbox(InboxOrder)
        /// Ask for a page of the inbox as nobody sees it: `Report.refreshed`.
        case refresh(WebURL, InboxOrder)
        /// Find out whether this page is pinned: `Report.pinFound`.
        case findPin(WebURL)
        /// Pin this page, or take its pin away: `Report.pinFound`.
        case changePin(WebURL)

        /// What is known of pages.
        public enum Report: Sendable {
            /// The pages that an account has stored, the latest first, and those bookmarked that it has not.
            case found([KnownPage], for: PageListing, account: String)
            /// These are an account's bookmarks, or this became of a change of them.
            case bookmarksFound(BookmarkReport)
            /// These pages belong into the inbox of an account, the first ones first.
            case inboxFound([InboxPage], account: String)
            /// This became of a page of the inbox that was asked for.
            case refreshed(RefreshReport)
            /// This is known of a page's pin.
            case pinFound(PinReport)
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
        case .pinFound(let report): model.handle(report)
        }
        return []
    }
}
