import SonicProtocol
import SonicSession

/// What is loaded ahead of time, as far as the reader is told of it.
struct Prefetch: Equatable, Sendable {
    /// Who wanted a page.
    enum Cause: Equatable, Sendable {
        /// The reader, by a key or a command.
        case reader
        /// A link that stayed chosen.
        case chosen
        /// A page that names it as the next.
        case next

        /// Why it is loaded, a part of a sentence.
        var words: String {
            switch self {
            case .reader: "on request"
            case .chosen: "since its link stays chosen"
            case .next: "since the page names it as the next"
            }
        }
    }

    /// How far a page is.
    enum State: Equatable, Sendable {
        /// Its session is under way, or waits for others to end.
        case loading
        /// Its session is over, and its page is here.
        case loaded
        /// Its session is over, or nobody waits for it any more.
        case over
    }

    /// A page that was asked for.
    struct Page: Equatable, Sendable {
        let url: WebURL
        let cause: Cause
        var state = State.loading
    }

    /// A link that has been chosen, as long as it may be loaded unasked.
    enum Lingering: Equatable, Sendable {
        /// None, or none that is worth loading.
        case none
        /// The reader has just gone there; a timer says when that is a while ago.
        case fresh(WebURL)
        /// The reader stays there.
        case due(WebURL)
    }

    /// The pages asked for since the one on the screen came, the latest last.
    private(set) var pages: [Page] = []
    /// The visit that brought the page on the screen.
    private(set) var visit = 0
    /// The link that the reader stays at.
    var lingering = Lingering.none

    /// How long a link stays chosen before its page is loaded: longer than a walk through links rests at each.
    static let pause = Duration.milliseconds(300)

    /// Whether a page that nobody asked for is under way: there is one at a time.
    var isLoadingUnasked: Bool { pages.contains { $0.cause != .reader && $0.state == .loading } }

    /// Whether a page was asked for. One is asked for once as long as the page on the screen stays.
    func holds(_ url: WebURL) -> Bool { pages.contains { $0.url == url.withoutFragment } }

    /// The reader has gone to a link.
    mutating func linger(at url: WebURL) { lingering = .fresh(url) }

    /// The reader has stayed there.
    mutating func wake() { if case .fresh(let url) = lingering { lingering = .due(url) } }

    /// A page is asked for.
    mutating func begin(_ url: WebURL, _ cause: Cause) {
        pages.removeAll { $0.url == url.withoutFragment }
        pages.append(Page(url: url.withoutFragment, cause: cause))
    }

    /// The session of a page is over, or nobody waits for it any more; gives what was asked for.
    mutating func end(_ url: WebURL, as state: State = .over) -> Page? {
        guard let index = pages.firstIndex(where: { $0.url == url.withoutFragment && $0.state == .loading })
        else { return nil }
        pages[index].state = state
        return pages[index]
    }

    /// Another page is on the screen: what was loaded for the one before may be asked for again.
    mutating func turn(to visit: Int) {
        guard visit != self.visit else { return }
        self.visit = visit
        lingering = .none
        pages.removeAll { $0.state != .loading }
    }
}
