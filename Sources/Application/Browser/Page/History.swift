import PageLayout
import SonicProtocol

/// The pages before and after the one on the screen.
struct History: Equatable, Sendable {
    /// A page and the scroll position in it.
    struct Place: Equatable, Sendable {
        var url: WebURL
        /// How it was requested.
        var method = RequestMethod.get
        /// The byte of its source at which the top line began.
        var offset: Int
        /// The chosen link, as an index of the page's layout; nil for none.
        var link: Int?
        /// The values entered there.
        var values: [PageField.Key: PageField.Value] = [:]
        /// The files chosen there.
        var files: [PageField.Key: [SentFile]] = [:]
        /// The marks of the page, by letter.
        var placeMarks: [Unicode.Scalar: Int] = [:]
    }

    /// How the next page relates to the one on the screen.
    enum Move: Equatable, Sendable {
        /// A new page; the forward history is cleared.
        case push
        /// A new page, shown from a place on.
        case to(Place)
        /// The page before, at the place where it was left.
        case back(Place)
        /// The page from which the reader went back.
        case forward(Place)
        /// The page on the screen again.
        case stay
        /// The page of a tab that was unloaded, at the place where it was left.
        case again(Place)
        /// The page that a refresh of the one on the screen leads to, which replaces it.
        case replace
    }

    /// Earlier pages, the latest last.
    private(set) var before: [Place] = []
    /// The forward history, the nearest page last.
    private(set) var ahead: [Place] = []

    /// The most pages in each direction.
    static let limit = 500

    /// Removes the places in pages that were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        before.removeAll { isForgotten($0.url) }
        ahead.removeAll { isForgotten($0.url) }
    }

    /// Returns the marks that a page had when it was last left, or nil for a page that is not in the history. Linear.
    func placeMarks(of url: WebURL) -> [Unicode.Scalar: Int]? {
        (ahead + before).last { $0.url == url }?.placeMarks
    }

    /// Records a move away from `place`, which is nil if it is not worth returning to.
    mutating func record(_ move: Move, leaving place: Place?) {
        switch move {
        case .push, .to:
            if let place { before.append(place) }
            ahead = []
        case .back:
            _ = before.popLast()
            if let place { ahead.append(place) }
        case .forward:
            _ = ahead.popLast()
            if let place { before.append(place) }
        case .stay, .again, .replace: break
        }
        if before.count > Self.limit { before.removeFirst() }
    }
}
