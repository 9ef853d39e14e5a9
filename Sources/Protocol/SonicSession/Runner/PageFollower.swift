import SonicProtocol

/// The page that is to be seen, from what a session tells: for those who want it whole and have no screen.
public struct PageFollower: Sendable {
    /// The page as it stands; nil before there is one. Pieces of a first load and
    /// beginnings take no part: the page follows them.
    public private(set) var page: ShownPage?

    /// Nothing is seen yet.
    public init() {}

    /// Follows an event. Linear in a stored page that was found, else constant.
    public mutating func handle(_ event: SessionEvent) {
        switch event {
        case .cachedPageFound(let stored), .cachedRedirectFollowed(_, let stored):
            let version = stored.version
            page = ShownPage(
                url: version.url, html: version.html, split: PageSplit(html: version.html),
                headers: version.headers)
        case .cachedPageWithdrawn: page = nil
        case .pageReplaced(let whole), .blocksUpdated(let whole, _): page = whole
        case .joined, .entered, .cachedPageBegun, .cachedPageVerified, .requestDecided, .requestSent,
            .bodySent,
            .headReceived, .retrying, .redirected, .pieceReceived, .newerCopyStored, .handedOver,
            .learnt, .ended:
            break
        }
    }
}
