import BrowserValues
import PageLayout
import SonicProtocol
import SonicSession

// Changes since the reader has seen the page.
extension Tab {
    /// Records the page on the screen as seen: later changes are relative to it.
    mutating func rememberSeen() {
        guard let document, document.isPage, !document.isArriving else { return }
        let number = shownVersion
        var reading = SeenVersion(of: document.url.withoutFragment)
        if case .known = self.reading?.state { reading.state = .known(noted: number) }
        reading.seen((html: document.bytes, kind: document.kind, number: number))
        self.reading = reading
    }

    /// Drops the seen version when another page replaces the current one.
    mutating func forgetReading(unlessOf page: WebURL) {
        if reading?.page != page.withoutFragment { reading = SeenVersion(of: page.withoutFragment) }
    }

    /// Marks the changes since the seen version, if the page on the screen was updated from another version.
    /// - Parameter before: The page's bytes before the update.
    mutating func markNews(after before: [UInt8]) {
        guard let base = reading?.base, base.html != before else { return }
        document?.mark(since: base)
    }

    /// Handles the result of the lookup of the seen version.
    mutating func handle(_ news: LastRead.News, since base: StoredPage?, of page: WebURL) {
        guard case .requested = reading?.state, reading?.page == page else { return }
        reading?.state = .known(noted: nil)
        reading?.news = news
        guard let base, let document, document.url.withoutFragment == page else { return }
        let copy: PageCopy = (
            html: base.version.html,
            kind: Document.Kind(base.version.headers, base.version.html, chosen: document.kind.chosen),
            number: base.number
        )
        // Changes of a session that is still running are also relative to it.
        if isBusy { reading?.base = copy }
        if document.bytes != copy.html { self.document?.mark(since: copy) }
    }

    /// The number of the stored version on the screen, or of the newest one while an older one is shown; nil if it is
    /// not stored, or not known yet.
    var shownVersion: Int? {
        guard visit != nil, let source = navigation?.now.source ?? document?.source else { return nil }
        guard showsVisit else {
            // The page is being requested again, and the result is pending.
            return if case .known(let noted) = reading?.state { noted } else { nil }
        }
        let found: Int? = if case .hit(let number, _) = visit?.trace.screen.cache { number } else { nil }
        switch (visit?.result?.storage, source) {
        case (.stored(let number)?, _): return visit?.hasNewerCopy == true ? found : number
        case (.untouched?, _), (.renewed?, _), (nil, .stored): return found
        case (.removed?, _), (.notStored?, _), (.notAllowed?, _), (nil, _): return nil
        }
    }
}

/// The version of a tab's page that the reader has seen before this visit: later changes are new to the reader,
/// whichever program stored them.
struct SeenVersion: Sendable {
    enum State: Equatable, Sendable {
        /// It was not requested.
        case notRequested
        /// It is pending.
        case requested
        /// It has ended; the version recorded as seen since, nil for none yet.
        case known(noted: Int?)
    }

    /// The page, without a fragment.
    let page: WebURL
    var state = State.notRequested
    /// The page as last seen, while a session may bring changes, which are shown relative to it.
    var base: PageCopy?
    /// The last seen version, and whether it is still stored.
    var news = LastRead.News.none

    /// Creates the state of a page for which nothing was looked up yet.
    init(of page: WebURL) { self.page = page }

    /// Records that the page on the screen has been seen: later changes are relative to it.
    mutating func seen(_ copy: PageCopy) {
        base = copy
        news = copy.number.map { .since($0) } ?? .none
    }
}

/// The bytes of a version of a page, for a comparison.
typealias PageCopy = (html: [UInt8], kind: Document.Kind, number: Int?)
