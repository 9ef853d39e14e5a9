import SonicProtocol
import SonicSession

/// The prefetched pages, as far as the reader sees them.
struct Prefetch: Equatable, Sendable {
    /// The cause of a prefetch.
    enum Cause: Equatable, Sendable {
        /// The reader, with a key or a command.
        case reader
        /// A link that stayed selected.
        case chosen
        /// A page that declares it as the next.
        case next

        /// The cause as a part of a sentence.
        var words: String {
            switch self {
            case .reader: "on request"
            case .chosen: "since its link stays chosen"
            case .next: "since the page names it as the next"
            }
        }
    }

    /// The state of a page.
    enum State: Equatable, Sendable {
        /// Its session is running, or is queued.
        case loading
        /// Its session has ended, and its page is stored.
        case loaded
        /// Its session has ended, or is no longer needed.
        case over
    }

    /// A prefetched page.
    struct Page: Equatable, Sendable {
        let url: WebURL
        let cause: Cause
        var state = State.loading
    }

    /// The selected link, if its page may be prefetched automatically.
    enum Lingering: Equatable, Sendable {
        /// No link, or none that should be prefetched.
        case none
        /// The reader has just moved to it; a timer fires after a pause.
        case fresh(WebURL)
        /// The link stayed selected for that pause.
        case due(WebURL)
    }

    /// The pages requested since the page on the screen was loaded, the latest last.
    private(set) var pages: [Page] = []
    /// The visit that loaded the page on the screen.
    private(set) var visit = 0
    /// The link that the reader stays on.
    var lingering = Lingering.none

    /// The time for which a link stays selected before its page is loaded: longer than stepping through links rests on
    /// each.
    static let pause = Duration.milliseconds(300)

    /// Whether an automatic prefetch is running: there is at most one.
    var isLoadingUnasked: Bool { pages.contains { $0.cause != .reader && $0.state == .loading } }

    /// Whether a page was requested. It is requested only once while the page on the screen stays.
    func holds(_ url: WebURL) -> Bool { pages.contains { $0.url == url.withoutFragment } }

    /// Records that the reader moved to a link.
    mutating func linger(at url: WebURL) { lingering = .fresh(url) }

    /// Records that the link stayed selected.
    mutating func wake() { if case .fresh(let url) = lingering { lingering = .due(url) } }

    /// Records that a page is requested.
    mutating func begin(_ url: WebURL, _ cause: Cause) {
        pages.removeAll { $0.url == url.withoutFragment }
        pages.append(Page(url: url.withoutFragment, cause: cause))
    }

    /// Records that the session of a page has ended, or is no longer needed, and returns its entry.
    mutating func end(_ url: WebURL, as state: State = .over) -> Page? {
        guard let index = pages.firstIndex(where: { $0.url == url.withoutFragment && $0.state == .loading })
        else { return nil }
        pages[index].state = state
        return pages[index]
    }

    /// Handles that another page is on the screen: what was loaded for the one before may be requested again.
    mutating func turn(to visit: Int) {
        guard visit != self.visit else { return }
        self.visit = visit
        lingering = .none
        pages.removeAll { $0.state != .loading }
    }
}
