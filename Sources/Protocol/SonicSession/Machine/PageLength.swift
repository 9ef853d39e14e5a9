/// How long the page is that a session shows, learnt from what it tells.
enum PageLength: Equatable {
    /// Nobody knows: nothing is shown, or another page than the one that came.
    case unknown
    /// So many bytes.
    case bytes(Int)

    /// The bytes; nil where they are not known.
    var count: Int? {
        switch self {
        case .unknown: nil
        case .bytes(let count): count
        }
    }

    /// Takes in the next event.
    mutating func handle(_ event: SessionEvent) {
        switch event {
        case .cachedPageFound(let page), .cachedRedirectFollowed(_, let page):
            self = .bytes(page.version.html.count)
        case .pageReplaced(let page), .blocksUpdated(let page, _): self = .bytes(page.html.count)
        // The page that came is not the one on the screen.
        case .cachedPageWithdrawn, .newerCopyStored: self = .unknown
        case .joined, .entered, .cachedPageBegun, .cachedPageVerified, .requestDecided, .requestSent,
            .bodySent,
            .headReceived, .retrying, .redirected, .pieceReceived, .handedOver, .learnt, .ended:
            return
        }
    }
}
