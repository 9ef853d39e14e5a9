import SonicProtocol

/// What is on the screen because of a session, from what the session reports. Whoever shows pages, or wants the page
/// whole and has no screen, folds the events with it.
public struct SessionScreen: Sendable {
    /// What the cache held.
    public private(set) var cache = Cache.unread
    /// The page to be seen. Pieces of a first load are no part of it: the whole page follows them.
    public private(set) var page = Page.none
    /// What the answer changed in it.
    public private(set) var change = Change.none

    /// Nothing is shown yet.
    public init() {}

    /// What the cache held for the page.
    public enum Cache: Equatable, Sendable {
        /// Not known yet.
        case unread
        /// No page that can be shown.
        case miss
        /// A page that the address led to before, shown while the address is asked; with its version's number.
        case cachedRedirect(number: Int)
        /// A large page, shown while it is being verified; with its version's number and when the server last confirmed it.
        case unchecked(number: Int, checked: Instant)
        /// A page that was shown and is not what was stored.
        case withdrawn
        /// A page, verified; with its version's number and when the server last confirmed it.
        case hit(number: Int, checked: Instant)
    }

    /// A page on the screen.
    public enum Page: Sendable {
        /// None, or one whose bytes were let go.
        case none
        /// The beginning of a stored page; all of it follows.
        case beginning(StoredPage)
        /// A stored page of the address that this one led to before.
        case redirectTarget(StoredPage)
        /// The stored page.
        case stored(StoredPage)
        /// The page that the answer led to.
        case current(ShownPage)
    }

    /// What became of the page on the screen because of the answer.
    public enum Change: Sendable, Equatable {
        /// Nothing.
        case none
        /// A page came whole.
        case page
        /// These blocks were patched; they belong to the page that is to be seen.
        case blocks([BlockChange])
        /// A newer copy was stored and is not shown (`cache-offline: store`).
        case newerCopy
    }

    /// Follows a session's next event; most change nothing here. Constant.
    public mutating func handle(_ event: SessionEvent) {
        switch event {
        case .cachedPageBegun(let stored):
            cache = .unchecked(number: stored.number, checked: stored.checked)
            page = .beginning(stored)
        case .cachedPageFound(let stored):
            cache =
                switch stored.verification {
                case .done: .hit(number: stored.number, checked: stored.checked)
                case .owed, .begun: .unchecked(number: stored.number, checked: stored.checked)
                }
            page = .stored(stored)
        case .cachedPageVerified:
            if case .unchecked(let number, let checked) = cache {
                cache = .hit(number: number, checked: checked)
            }
        case .cachedPageWithdrawn:
            cache = .withdrawn
            page = .none
        case .cachedRedirectFollowed(_, let stored):
            cache = .cachedRedirect(number: stored.number)
            page = .redirectTarget(stored)
        case .requestDecided: if case .unread = cache { cache = .miss }
        case .pageReplaced(let shown):
            page = .current(shown)
            change = .page
        case .blocksUpdated(let shown, let changes):
            page = .current(shown)
            change = .blocks(changes)
        case .newerCopyStored: change = .newerCopy
        default: break
        }
    }
}

extension SessionScreen {
    /// The page to be seen, whole; nil before there is one. Linear in a stored page, else constant.
    public var shownPage: ShownPage? {
        switch page {
        case .none, .beginning: nil
        case .stored(let stored), .redirectTarget(let stored):
            ShownPage(
                url: stored.version.url, html: stored.version.html,
                split: PageSplit(html: stored.version.html), headers: stored.version.headers)
        case .current(let shown): shown
        }
    }

    /// The bytes of the page to be seen; nil where there is none whole.
    var html: [UInt8]? {
        switch page {
        case .none, .beginning: nil
        case .stored(let stored), .redirectTarget(let stored): stored.version.html
        case .current(let shown): shown.html
        }
    }

    /// How many bytes the page has that came; nil where there is none, and where it is not the one on the screen.
    var length: Int? { change == .newerCopy ? nil : html?.count }

    /// The same without a page of more than `limit` bytes.
    func withoutPage(above limit: Int) -> SessionScreen {
        var screen = self
        let count =
            if case .beginning(let stored) = page { stored.version.html.count } else { html?.count ?? 0 }
        if count > limit { screen.page = .none }
        return screen
    }
}
