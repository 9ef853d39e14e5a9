import BrowserValues
import HTML
import SonicProtocol
import SonicSession
import Workbench

/// A tab: its page, its visit, and its history.
///
/// It handles the reports of its session whether it is in front or not, and does not depend on the screen.
struct Tab: Sendable {
    /// The page; nil if it has not arrived, or was unloaded.
    var document: Document?
    /// The place to load; nil if the page is loaded.
    private(set) var left: Left?
    /// The visit that loaded the page.
    var documentVisit = 0
    /// The pages before and after it.
    var history = History()
    var visit: Visit?
    /// The watch of the page; nil while it is not watched. It pauses while the tab is in the background.
    var watching: PageWatch?
    /// The version of the page that the reader has seen; nil if there is none.
    var reading: SeenVersion?
    /// The older version that is shown; nil while the newest is shown.
    var navigation: VersionNavigation?
    /// The page under the server's response; nil while the response is not shown.
    var under: Document?
    /// The last edited request, and the last two responses to such requests.
    var lastRequest: RequestEditor?
    var resentResponses: [ExchangeSide] = []
    /// The last response of the page before it was reloaded.
    var responseBefore: ExchangeSide?
    /// The address of the page on the screen if it was forgotten meanwhile: it is not saved unless it is requested
    /// again.
    var forgotten: WebURL?
    var refreshes = Refreshes()
    /// The text of the panes other than the page.
    var texts: [Pane: ScrolledText] = [:]
    /// The text of the diff pane, so that its lines are not made again at each key.
    var diffText: DiffText?
    /// The number of the switch, counted over all tabs, that moved it to the background; 0 if it never was in front.
    var turnLeft = 0

    /// A page that is not loaded, and how to load it.
    struct Left: Sendable {
        /// The page and the scroll position.
        var place: History.Place
        /// The page's title; empty for none.
        var title = ""
        /// The mode in which it is requested.
        var mode: SessionMode
        /// The page that led to it, as in `Opening`.
        var from: WebURL?

        /// Whether it was requested without a body, so that it can be requested again.
        var canBeRequestedAgain: Bool { place.method == .get }
    }

    /// Creates an empty tab.
    init() {}

    /// Creates a tab whose page is still to be opened.
    init(_ left: Left) { self.left = left }

    /// Whether the page was loaded by the last visit.
    var showsVisit: Bool { documentVisit == visit?.opening.visit }

    /// Whether the page on the screen is the one that its session is about; until another page arrives, it is not.
    var showsPageOfVisit: Bool {
        showsVisit || document?.url.withoutFragment == visit?.target.withoutFragment
    }

    var isBusy: Bool { visit?.isBusy ?? false }

    /// The page and the scroll position, if it is worth returning to; nil for a page of this program.
    var place: History.Place? {
        guard let document = pageDocument, document.isWorthReturning else { return nil }
        return History.Place(
            url: document.url, method: document.origin.method, offset: document.textTop,
            link: document.reader.chosenLink,
            values: document.reader.filling.kept, files: document.reader.filling.files,
            placeMarks: document.reader.placeMarks)
    }

    mutating func show(_ page: Document) {
        document = page
        under = nil
        left = nil
    }

    mutating func begin(_ opening: Opening, move: History.Move) -> [Effect] {
        let stopping = stopSession()
        leaveNavigation()
        if move == .stay {
            // A reload applies to the page under the server's response.
            leaveAnswer()
            rememberSeen()
        }
        if opening.url.withoutFragment == visit?.opening.url.withoutFragment {
            let own = visit.flatMap { ExchangeSide(answered: $0.trace, title: "the previous load") }
            responseBefore = resentResponses.last ?? own ?? responseBefore
        } else {
            (lastRequest, responseBefore) = (nil, nil)
        }
        resentResponses = []
        visit = Visit(opening, move: move)
        forgotten = nil
        return stopping + [.open(opening)]
    }

    /// Cancels the current session, if any; what it has loaded stays.
    mutating func stopSession() -> [Effect] {
        guard let visit, visit.isBusy else { return [] }
        self.visit?.state = .stopped
        if showsVisit, document?.isArriving ?? false { document?.finishArrival() }
        return [.cancel(visit: visit.opening.visit)]
    }

    // MARK: Unloading

    /// Whether the page can be restored from the cache: it was requested by GET, its session has ended, and it is
    /// stored.
    var mayBePutAway: Bool {
        guard let document, document.isPage, document.origin.method == .get, showsVisit,
            visit?.trace.isCopyForgotten == false
        else { return false }
        switch visit?.result?.storage {
        case .untouched, .stored, .renewed: return true
        case .removed, .notStored, .notAllowed, nil: return false
        }
    }

    /// Unloads the page, and remembers its scroll position. A page of this program is dropped.
    mutating func putAway() {
        leaveNavigation()
        if let place { left = Left(place: place, title: document?.layout.title ?? "", mode: .back) }
        document = nil
        texts = [:]
        diffText = nil
        reading = nil
        visit?.discardPages()
    }
}

/// The state of the browser that a tab needs to handle a report, and the resulting effects.
struct TabContext {
    /// An effect of a tab on the browser. From a tab in the background, effects on the screen are ignored.
    enum TabEffect {
        /// Show this notice in the bottom line.
        case notice(Notice)
        /// Prompt for the credentials that the server requires; `words` is the message.
        case challenged(Challenge, words: String)
        /// The response of an address is a file, and not a page.
        case handedOver(BodyHandoff, WebURL)
        /// A page has replaced another.
        case turned
        /// Look up whether this page is bookmarked.
        case bookmarkable(WebURL)
        /// This session has ended.
        case ended(SessionTrace)
        /// Check this session against the rules.
        case judgeable(FindingsOrder)
    }

    let charsets: CharacterConversion
    /// The encodings chosen for pages, by their addresses without a fragment.
    let encodings: PageEncodings
    let settings: BrowserSettings
    /// Whether requests may be sent to servers.
    let reach: Reach
    let keys: KeyTable
    /// The width at which pages are laid out.
    let width: Int
    /// The rows of the page's pane.
    var height = 1
    /// The latest known wall-clock time; nil if it is not known.
    let now: Instant?
    /// The effects, in order.
    var effects: [TabEffect] = []

    /// The number of rows in which a failure page is fully visible, so that it needs no additional message.
    static let failureRows = 9

    /// Returns the kind of the bytes of an address with these headers.
    func kind(_ headers: Headers, _ bytes: [UInt8], at url: WebURL) -> Document.Kind {
        Document.Kind(headers, bytes, chosen: encodings[url.withoutFragment] ?? settings.encoding(at: url))
    }

    /// Adds a notice to the effects.
    mutating func show(_ notice: Notice) { effects.append(.notice(notice)) }
}

extension Tab.Left {
    /// Creates the state of a tab of an earlier run.
    init(_ entry: SavedTabs.Entry) {
        self.init(
            place: History.Place(url: entry.url, offset: entry.offset), title: entry.title, mode: .open)
    }
}
