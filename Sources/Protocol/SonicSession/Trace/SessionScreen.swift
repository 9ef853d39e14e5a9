import SonicProtocol

/// What is on the screen because of a session, computed from its events. For screens, and for programs without one
/// that need the full page.
public struct SessionScreen: Sendable {
    /// What the cache contained.
    public private(set) var cache = Cache.unread
    /// The page on the screen. Does not contain the chunks of a first load: the full page follows them.
    public private(set) var page = Page.none
    /// What the response changed on the screen.
    public private(set) var change = Change.none

    /// Creates an empty screen.
    public init() {}

    /// What the cache contained for the page.
    public enum Cache: Equatable, Sendable {
        /// Not yet known.
        case unread
        /// No page that can be shown.
        case miss
        /// The page of cached redirects, shown while the address is requested; with its version's number.
        case cachedRedirect(number: Int)
        /// A large page, shown while it is being verified; with its version's number and when the server last
        /// confirmed it.
        case unchecked(number: Int, checked: Instant)
        /// A page that was shown and proved to be damaged.
        case withdrawn
        /// A verified page; with its version's number and when the server last confirmed it.
        case hit(number: Int, checked: Instant)
    }

    /// A page on the screen.
    public enum Page: Sendable {
        /// None, or one whose bytes were released.
        case none
        /// The beginning of a stored page; all of it follows.
        case beginning(StoredPage)
        /// A stored page of the target of the address's cached redirects.
        case redirectTarget(StoredPage)
        /// The stored page.
        case stored(StoredPage)
        /// The page that resulted from the response.
        case current(ShownPage)
    }

    /// How the response changed the page on the screen.
    public enum Change: Sendable, Equatable {
        /// Nothing.
        case none
        /// A full page was received.
        case page
        /// These blocks were patched; they belong to the page on the screen.
        case blocks([BlockChange])
        /// A newer copy was stored and is not shown (`cache-offline: store`).
        case newerCopy
    }

    /// Handles the session's next event; most change nothing here.
    /// - Complexity: O(1).
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
        case .blocksUpdated(let shown, let changes, _):
            page = .current(shown)
            change = .blocks(changes)
        case .newerCopyStored: change = .newerCopy
        default: break
        }
    }

    /// The full page on the screen; nil before there is one.
    /// - Complexity: O(*n*) in the bytes of a stored page, otherwise O(1).
    public var shownPage: ShownPage? {
        switch page {
        case .none, .beginning: nil
        case .stored(let stored), .redirectTarget(let stored):
            ShownPage(stored.version, PageSplit(html: stored.version.html))
        case .current(let shown): shown
        }
    }

    /// The bytes of the page on the screen; nil if there is none in full.
    var html: [UInt8]? {
        switch page {
        case .none, .beginning: nil
        case .stored(let stored), .redirectTarget(let stored): stored.version.html
        case .current(let shown): shown.html
        }
    }

    /// The length in bytes of the resulting page; nil if there is none, or if it is not the one on the screen.
    var length: Int? { change == .newerCopy ? nil : html?.count }

    /// Returns the same screen without a page of more than `limit` bytes.
    func withoutPage(above limit: Int) -> SessionScreen {
        var screen = self
        let count =
            if case .beginning(let stored) = page { stored.version.html.count } else { html?.count ?? 0 }
        if count > limit { screen.page = .none }
        return screen
    }
}
