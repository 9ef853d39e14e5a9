import PageLayout
import SonicProtocol

/// The pages before and after the one on the screen.
struct History: Equatable, Sendable {
    /// A page and the place in it that was being read.
    struct Place: Equatable, Sendable {
        /// The page's address.
        var url: WebURL
        /// How it was asked for.
        var asked = RequestMethod.get
        /// The byte of its source at which the top line began.
        var offset: Int
        /// The chosen link, as an index of the page's layout; nil for none.
        var link: Int?
        /// What was filled in there.
        var values: [PageField.Key: PageField.Value] = [:]
        /// The files that were chosen there.
        var files: [PageField.Key: [SentFile]] = [:]
        /// The places there that have a letter.
        var placeMarks: [Unicode.Scalar: Int] = [:]
    }

    /// How the next page relates to the one on the screen.
    enum Move: Equatable, Sendable {
        /// A page of its own: what was ahead is forgotten.
        case onward
        /// A page of its own, shown from a place on.
        case to(Place)
        /// The page before, with the place it was left at.
        case back(Place)
        /// The page gone back from.
        case forward(Place)
        /// The page on the screen again.
        case stay
        /// The page of a tab that was without it, with the place it was left at.
        case again(Place)
        /// The page that the one on the screen leads to at once, in its place.
        case ledOn
    }

    /// Earlier pages, the latest last.
    private(set) var before: [Place] = []
    /// Pages gone back from, the nearest last.
    private(set) var ahead: [Place] = []

    /// The most pages remembered in each direction.
    static let limit = 500

    /// Takes the places away that are in pages which were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        before.removeAll { isForgotten($0.url) }
        ahead.removeAll { isForgotten($0.url) }
    }

    /// The letters that a page had when it was left last; nil for a page that is not remembered. Linear.
    func placeMarks(of url: WebURL) -> [Unicode.Scalar: Int]? {
        (ahead + before).last { $0.url == url }?.placeMarks
    }

    /// Notes that the screen moves on from `place`; nil when what it shows is not worth coming back to.
    mutating func record(_ move: Move, leaving place: Place?) {
        switch move {
        case .onward, .to:
            if let place { before.append(place) }
            ahead = []
        case .back:
            _ = before.popLast()
            if let place { ahead.append(place) }
        case .forward:
            _ = ahead.popLast()
            if let place { before.append(place) }
        case .stay, .again, .ledOn: break
        }
        if before.count > Self.limit { before.removeFirst() }
    }
}
