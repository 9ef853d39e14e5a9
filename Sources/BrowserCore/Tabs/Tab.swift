import SonicProtocol

/// One of the pages that are open beside each other: what is on it, how it came, and the pages before and after.
///
/// What its session reports reaches it whether it is in front or not. Nothing here knows of the screen.
struct Tab: Sendable {
    /// The page.
    var document: Document?
    /// The visit that brought the page.
    var documentVisit = 0
    /// The pages before and after it.
    var history = History()
    /// The visit begun last.
    var visit: Visit?
    /// What was told last of a page's pin.
    var pinReport: PinReport?
    /// The words in the panes besides the page.
    var texts: [Pane: ScrolledText] = [:]
    /// What the diff pane's words were made for, so that they are not made again for each key.
    var diffKey: DiffKey?

    /// Whether the page is the one that the visit begun last has brought.
    var showsVisit: Bool { documentVisit == visit?.opening.visit }

    /// Whether a session is outstanding.
    var isBusy: Bool { visit?.isBusy ?? false }

    /// The page and the place in it, worth coming back to; nil for words of this program.
    var place: History.Place? {
        guard let document, document.isWorthReturning else { return nil }
        return History.Place(
            url: document.url, asked: document.asked, offset: document.topOffset, link: document.chosenLink,
            values: document.filling.kept)
    }

    /// Gives up the session under way, if any; what it brought stays.
    mutating func stopSession() -> [Effect] {
        guard let visit, visit.isBusy else { return [] }
        self.visit?.state = .stopped
        if showsVisit, document?.isArriving ?? false { document?.finishArrival() }
        return [.cancelSession(visit: visit.opening.visit)]
    }
}
