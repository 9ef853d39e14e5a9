import SonicProtocol
import SonicSession

/// One of the pages that are open beside each other: what is on it, how it came, and the pages before and after.
///
/// What its session reports reaches it whether it is in front or not. Nothing here knows of the screen.
struct Tab: Sendable {
    /// The page; nil where it has not come yet, or was put away.
    var document: Document?
    /// Where the tab goes on without a page; nil where one is here.
    private(set) var left: Left?
    /// The visit that brought the page.
    var documentVisit = 0
    /// The pages before and after it.
    var history = History()
    /// The visit begun last.
    var visit: Visit?
    /// The watch of the page; nil while it is not watched. It rests while the tab is not in front.
    var watching: PageWatch?
    /// What the reader has seen of the page; nil where there is none.
    var reading: SeenVersion?
    /// The older version that is shown; nil while the newest is.
    var navigation: VersionNavigation? {
        get { boxedNavigation?.value }
        set { boxedNavigation = newValue.map(Boxed.of) }
    }
    private var boxedNavigation: Boxed<VersionNavigation>?
    /// What the server's answer is shown in the place of; nil while it is not shown.
    var under: Document? {
        get { boxedUnder?.value }
        set { boxedUnder = newValue.map(Boxed.of) }
    }
    private var boxedUnder: Boxed<Document>?
    /// The request that was edited last, and the last two answers to such requests.
    var lastRequest: RequestEditor?
    var resentResponses: [ComparedAnswer] = []
    /// The page on the screen, where it was forgotten while it was there: it is not kept unless it is asked for again.
    var forgotten: WebURL?
    /// The refreshes that were followed.
    var refreshes = Refreshes()
    /// What was told last of a page's pin.
    var pinReport: PinReport?
    /// The words in the panes besides the page.
    var texts: [Pane: ScrolledText] = [:]
    /// What the diff pane's words were made for, so that they are not made again for each key.
    var diffKey: DiffKey?
    /// Which turn took it from the front, counted over all tabs; 0 for one that never was there.
    var turnLeft = 0

    /// A page that is not here, and how it is come back to.
    struct Left: Sendable {
        /// The page and the place in it.
        var place: History.Place
        /// What it called itself; empty for nothing.
        var title = ""
        /// How it is asked for.
        var mode: SessionMode
        /// The page that led to it, as in `Opening`.
        var from: WebURL?

        /// Whether it was asked for without sending anything, so that it can be asked for once more.
        var canBeRequestedAgain: Bool { place.asked == .get }
    }

    /// A tab with nothing on it.
    init() {}

    /// A tab whose page is still to be opened.
    init(_ left: Left) { self.left = left }

    /// Whether the page is the one that the visit begun last has brought.
    var showsVisit: Bool { documentVisit == visit?.opening.visit }

    /// Whether a session is outstanding.
    var isBusy: Bool { visit?.isBusy ?? false }

    /// The page and the place in it, worth coming back to; nil for words of this program.
    var place: History.Place? {
        guard let document = standing, document.isWorthReturning else { return nil }
        return History.Place(
            url: document.url, asked: document.asked, offset: document.topOffset, link: document.chosenLink,
            values: document.filling.kept, files: document.filling.files, placeMarks: document.placeMarks)
    }

    /// Shows a page in place of what is here.
    mutating func show(_ page: Document) {
        document = page
        under = nil
        left = nil
    }

    /// Begins a visit.
    mutating func begin(_ opening: Opening, move: History.Move) -> [Effect] {
        let stopping = stopSession()
        leaveNavigation()
        if move == .stay {
            // What is asked for again is what the answer stands over.
            leaveAnswer()
            rememberSeen()
        }
        // What was resent was resent for the page before.
        if opening.url.withoutFragment != visit?.opening.url.withoutFragment {
            (lastRequest, resentResponses) = (nil, [])
        }
        visit = Visit(opening, move: move)
        forgotten = nil
        return stopping + [.session(.open(opening))]
    }

    /// Gives up the session under way, if any; what it brought stays.
    mutating func stopSession() -> [Effect] {
        guard let visit, visit.isBusy else { return [] }
        self.visit?.state = .stopped
        if showsVisit, document?.isArriving ?? false { document?.finishArrival() }
        return [.session(.cancel(visit: visit.opening.visit))]
    }
}

// MARK: - Without its page

extension Tab {
    /// Whether the page can be painted from the cache as it is: it was asked for by GET, nothing is on its way, and
    /// it was stored.
    var mayBePutAway: Bool {
        guard let document, document.isPage, document.asked == .get, showsVisit else { return false }
        switch visit?.result?.storage {
        case .untouched, .stored, .renewed: return true
        case .removed, .notStored, .notAllowed, nil: return false
        }
    }

    /// Lets go of the page; the place in it is remembered. Words of this program are forgotten.
    mutating func putAway() {
        leaveNavigation()
        if let place { left = Left(place: place, title: document?.layout.title ?? "", mode: .back) }
        document = nil
        texts = [:]
        diffKey = nil
        reading = nil
        visit?.letGoOfPages()
    }
}
