import HTML
import SonicProtocol
import SonicSession

/// What a tab has to know of the browser around it when its session reports, and what it wants of it.
struct TabContext {
    /// What a tab wants of the browser. One that is not in front is heard on what is not of the screen alone.
    enum TabEffect {
        /// The reader is told this in the bottom line.
        case notice(Notice)
        /// The server demands a password; the words say so.
        case challenged(Challenge, words: String)
        /// What was asked for at an address is a file, and not a page.
        case handedOver(BodyHandoff, WebURL)
        /// A page has taken the place of another.
        case turned
        /// Whether this page is pinned is to be found out.
        case pinnable(WebURL)
        /// This session has ended.
        case ended(SessionTrace)
        /// This session is to be held against the rules.
        case judgeable(FindingsOrder)
    }

    /// The system's tables of characters.
    let charsets: CharacterConversion
    /// The encodings that were chosen for pages, by their addresses without a fragment.
    let encodings: PageEncodings
    /// What the configuration says.
    let settings: BrowserSettings
    /// Whether servers may be asked.
    let reach: Reach
    /// The keys in force.
    let keys: KeyTable
    /// The width at which pages are laid out.
    let width: Int
    /// The rows of the page's pane.
    var height = 1
    /// The wall clock when it was told last; nil before.
    let now: Instant?
    /// What is wanted, in order.
    var effects: [TabEffect] = []

    /// The rows in which a page that says why there is none is read as a whole: it needs no message besides.
    static let failureRows = 9

    /// What bytes of an address with these headers are.
    func kind(_ headers: Headers, _ bytes: [UInt8], at url: WebURL) -> Document.Kind {
        Document.Kind(headers, bytes, chosen: encodings[url.withoutFragment] ?? settings.encoding(at: url))
    }

    /// Wants the reader to be told something.
    mutating func show(_ notice: Notice) { effects.append(.notice(notice)) }
}
