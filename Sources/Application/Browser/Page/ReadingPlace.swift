import BrowserValues
import PageLayout
import SonicProtocol

/// Where the reader is in a page, and what he has entered there: what another version of the page, or another way to
/// read it, keeps. Offsets are bytes of the page's decoded text, except that of the first line, which is one of the
/// layout.
struct ReadingPlace: Sendable {
    /// The first line on the screen.
    var top = 0
    /// The offset of the first line on the screen when the reader last scrolled. Unlike the line number it does not
    /// depend on the width.
    var topOffset = 0
    /// The number of columns of wide lines that are scrolled off the left edge.
    var columnsLeft = 0
    /// The place still to be shown.
    var aim = Document.Aim.none
    /// The link that Enter follows, as an index of the layout; nil for none.
    var chosenLink: Int? {
        // From now on, moving between links starts here and not at the search match.
        didSet { if chosenLink != nil { search?.leaveHit() } }
    }
    /// The values that the reader has entered.
    var filling = FormFilling()
    /// The offsets of marks, by letter; `'` is the place before the last jump.
    var placeMarks: [Unicode.Scalar: Int] = [:]
    /// The search; nil for none.
    var search: PageSearch?

    /// Returns the place in another page with the same content, of which nothing is laid out yet.
    /// - Parameters:
    ///   - top: The offset of the first line on the screen in the text.
    ///   - newOffset: Returns the offset in that page for an offset in this one.
    func moved(top: Int, _ newOffset: (Int) -> Int) -> ReadingPlace {
        var next = ReadingPlace()
        switch aim {
        case .none, .offset: if top > 0 { next.aim = .offset(newOffset(top)) }
        case .anchor, .fragment, .end: next.aim = aim
        }
        next.columnsLeft = columnsLeft
        next.chosenLink = chosenLink
        next.search = (search?.sought).map { PageSearch($0) }
        next.filling = filling
        next.filling.forgetPage()
        next.placeMarks = placeMarks.mapValues(newOffset)
        return next
    }
}

/// How a page was received.
struct PageOrigin: Sendable {
    /// How it was requested.
    var method = RequestMethod.get
    /// When a server last sent or confirmed it; nil if that is not known.
    var checked: Instant?
    /// The exception (overridden address or certificate checks of the site) under which it was stored; nil for none.
    var exception: String?
    /// Whether it is a stored version of an exchange that was edited by hand.
    var isEdited = false
    /// The refresh of the headers that it was stored with; nil for none.
    var refresh: PageRefresh?
}
