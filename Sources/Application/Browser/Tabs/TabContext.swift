import BrowserValues
import HTML
import SonicProtocol
import SonicSession

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

    /// The system's character conversion tables.
    let charsets: CharacterConversion
    /// The encodings chosen for pages, by their addresses without a fragment.
    let encodings: PageEncodings
    /// The configuration.
    let settings: BrowserSettings
    /// Whether requests may be sent to servers.
    let reach: Reach
    /// The current key bindings.
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
