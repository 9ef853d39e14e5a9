import CellGrid
import HTML
import PageLayout
import SonicProtocol

/// A page on the screen: its layout, the place being read, the chosen link and what changed last.
///
/// It holds the page's layout alone: nothing else keeps a copy, so that every change happens in place.
struct Document: Sendable {
    /// Where the page came from.
    enum Source: Equatable, Sendable {
        /// This program wrote it: the start page, or words about a failure.
        case own
        /// The server's pieces are still arriving.
        case arriving
        /// The beginning of a page of `length` bytes from the cache, which gives all of it in a moment.
        case begun(checked: Instant, length: Int)
        /// The server sent it, and it is not the page: an error's text. Nothing of it is kept.
        case answer
        /// From the cache, with the moment at which the server last confirmed it.
        case stored(checked: Instant)
        /// Whole from the server, or patched by it.
        case current
    }

    /// A place that is to be shown as soon as it is laid out.
    enum Aim: Equatable, Sendable {
        /// The place being read is the right one.
        case none
        /// The line of this byte of the source.
        case offset(Int)
        /// The element with this id.
        case anchor(String)
        /// The same; that there is none is to be said.
        case fragment(String)
        /// The last line.
        case end
    }

    /// What the bytes are.
    enum Kind: Equatable, Sendable {
        /// A page of this program.
        case own
        /// A page, with its Content-Type, and the encoding that was chosen for it.
        case html(contentType: String?, chosen: EncodingChoice? = nil)
        /// Anything else, shown as it is.
        case text(contentType: String?, chosen: EncodingChoice? = nil)

        /// What an answer with these headers carries.
        /// - Parameters:
        ///   - bytes: Its body, or the beginning, which tells where the headers do not; XML is a page by its root.
        ///   - chosen: The encoding that it is read in whatever it says; nil lets it say so.
        init(_ headers: Headers, _ bytes: [UInt8], chosen: EncodingChoice? = nil) {
            let type = FeedType.contentType(ResponseClassifier.contentType(headers, bytes), bytes)
            let isPage =
                ResponseClassifier.isHTML(headers, bytes)
                || ResponseClassifier.isXML(type) && XMLRoot.isXHTML(bytes)
            self =
                isPage ? .html(contentType: type, chosen: chosen) : .text(contentType: type, chosen: chosen)
        }

        /// Whether it is a page with elements.
        var isHTML: Bool {
            switch self {
            case .own, .html: true
            case .text: false
            }
        }

        /// Whether it is a page that was sent as XML.
        var isXML: Bool {
            switch self {
            case .own, .text: false
            case .html(let type, _): ResponseClassifier.isXML(type)
            }
        }

        var evidence: EncodingEvidence {
            switch self {
            case .own: .known(.own)
            case .html(let type, let chosen): chosen.map { .known($0) } ?? .page(contentType: type)
            // Any XML may say what it is written in.
            case .text(let type, let chosen):
                chosen.map { .known($0) }
                    ?? (ResponseClassifier.isXML(type) ? .page(contentType: type) : .text(contentType: type))
            }
        }
    }

    /// The address that links are relative to.
    var url: WebURL
    /// Where the page came from.
    var source: Source
    /// Whether it is a stored version that came of an exchange that was edited by hand.
    var isEdited = false
    /// What changed who answered when it was stored, in words; nil where the site itself did.
    var exception: String?
    /// When a server last sent or confirmed it; nil when that is not known.
    var checked: Instant?
    /// What the bytes are.
    let kind: Kind
    /// Whether all of the page is shown, or its main text alone.
    var extent = Extent.whole
    /// What counts when versions of it are compared.
    var rules = ComparisonRules.everything
    /// The text in the form that it is shown in, which the layout is given by steps; nil where the layout is given the
    /// text as it is.
    var rendering: RenderedText?
    /// The lines.
    var layout: LaidOutPage
    /// The bytes as sent; the layout has their text. All offsets but those of block changes are the text's.
    var sent: SentText
    /// The system's tables of characters.
    let charsets: CharacterConversion
    /// The first line on the screen.
    var top = 0
    /// How many columns of lines that are wider than the page are left of the screen.
    var columnsLeft = 0
    /// The columns that such lines have on the screen, where these are more than the page's width.
    var roomOfWideLines = 0
    /// The byte at which the page's first line begins, once that is laid out: what stands before it is never shown.
    private(set) var firstOffset = 0
    /// The byte at which the first line on the screen began when the reader last went there. Widths change
    /// lines; this stays.
    private(set) var topOffset = 0
    /// What is still to be gone to.
    private(set) var aim: Aim
    /// The link that Enter follows, as an index of the layout; nil for none.
    var chosenLink: Int? {
        // From here on it is what walking through the links begins at.
        didSet { if chosenLink != nil { search?.leaveHit() } }
    }
    /// How the page was asked for.
    var asked = RequestMethod.get
    /// What the reader has filled in.
    var filling = FormFilling()
    /// What the last update changed, in page order.
    var changes: [PageChange] = []
    /// The comparison that those changes still wait for; nil when all are compared.
    var comparison: PageComparison? {
        get { boxedComparison?.value }
        set { boxedComparison = newValue.map(Boxed.of) }
    }
    private var boxedComparison: Boxed<PageComparison>?
    /// The version that the changes are told from, to be compared anew when the page is read in another encoding; nil for
    /// none, and for a large one.
    private(set) var earlier: [UInt8]?
    /// The bytes of its text at which places begin that have a letter; `'` is the place before the last jump.
    var placeMarks: [Unicode.Scalar: Int] = [:]
    /// Where the headers lead that it was stored with; nil for nowhere.
    var refresh: PageRefresh?
    /// The fragment that it has no place for, until that is told; nil for none.
    var missing: String?
    /// What is looked for in it; nil for nothing.
    var search: PageSearch?

    /// An empty page.
    init(
        url: WebURL, source: Source, kind: Kind, charsets: CharacterConversion = .asciiOnly, width: Int,
        aim: Aim = .none
    ) {
        self.url = url
        self.source = source
        self.kind = kind
        self.aim = aim
        self.charsets = charsets
        sent = SentText(kind.evidence, charsets)
        layout = LaidOutPage(width: width, isXML: kind.isXML)
        switch kind {
        case .own, .html: break
        case .text(let type, _):
            switch Rendition(contentType: type, path: url.path) {
            case .lines: layout.append(PlainText.opening)
            case let form: rendering = RenderedText(form)
            }
        }
    }

    /// A whole page.
    init(
        url: WebURL, source: Source, kind: Kind = .own, charsets: CharacterConversion = .asciiOnly,
        html: [UInt8], width: Int, aim: Aim = .none
    ) {
        self.init(url: url, source: source, kind: kind, charsets: charsets, width: width, aim: aim)
        append(text: sent.append(html, isLast: true), isLast: true)
    }

    /// Keeps the version that changes are told from.
    mutating func remember(earlier bytes: [UInt8]) {
        earlier = bytes.count <= Self.comparisonLimit ? bytes : nil
    }

    /// The bytes as sent, to see whether a page that comes again is the same one.
    var bytes: [UInt8] { sent.bytes }

    /// Whether nothing is left to be done while no event waits: all that has arrived is laid out and compared.
    var isSettled = false

    /// Whether no line can follow the last one, as far as the page has arrived.
    var hasNoMoreLines: Bool { layout.reachesEnd && !isRendering }

    /// Lays out a little more than the screen needs, where there is more: what follows, then what comes before,
    /// then what an update still has to compare.
    /// - Returns: Whether there is still more.
    mutating func advance() -> Bool {
        // What lies before the end is only read, by `settle`: laying it out would delay what is wanted.
        if aim == .end {
            // What the cache still gives is waited for, not asked for again and again.
            isSettled = isBegun && layout.hasRead(layout.byteCount)
            return !isSettled
        }
        // What is still to be rendered is looked through too, before a search begins again at the top.
        if search != nil, renderOn() { return true }
        if search?.advance(&layout) ?? false { return true }
        if !layout.reachesEnd {
            layout.advance()
        } else if renderOn() {
            // It is laid out with the next step.
        } else if layout.hasLinesAbove {
            layOutAbove()
        } else if comparison != nil {
            goOnComparing()
        }
        isSettled = hasNoMoreLines && !layout.hasLinesAbove && comparison == nil
        return !isSettled
    }

    /// Takes the next bytes of a page that is arriving.
    mutating func append(_ piece: [UInt8]) {
        append(text: sent.append(piece), isLast: false)
        isSettled = false
    }

    /// Lays out what a screen of this height shows, goes where the aim says, and keeps the place inside the page.
    mutating func settle(height: Int) {
        pursueAim(height: height)
        layOut(throughLine: top + height)
        if !layout.hasLinesAbove, layout.lineCount > 0 { firstOffset = layout.byteOffset(ofLine: 0) }
        fill(height: height)
        let last = max(0, layout.lineCount - height)
        // While a page arrives or is laid out anew, the place may be beyond what is there yet.
        if top > last, layout.reachesEnd || top >= layout.lineCount { top = last }
        settleSearch(height: height)
    }

    /// Breaks the lines anew and stays at the place being read. What is not on the screen is left for later.
    mutating func resize(width: Int) {
        guard width != layout.width else { return }
        layout.resize(width: width, around: topOffset)
        search?.forgetLines()
        isSettled = false
        layOut(throughOffset: topOffset)
        top = topOffset == 0 ? 0 : layout.line(atByteOffset: topOffset)
    }

    /// Goes to a line, as the reader wants; an aim is forgotten.
    mutating func scroll(to line: Int, height: Int) {
        aim = .none
        let distance = line - top
        while top + distance < 0, layout.hasLinesAbove { layOutAbove() }
        layOut(throughLine: top + distance + height)
        fill(height: height)
        top = max(0, min(top + distance, layout.lineCount - height))
        topOffset = isAtStart ? 0 : layout.byteOffset(ofLine: top)
    }

    /// Goes to the first line.
    mutating func scrollToStart(height: Int) {
        layout.show(0)
        top = 0
        scroll(to: 0, height: height)
    }

    /// Goes to where something is shown, as soon as it can be.
    mutating func aim(at aim: Aim) {
        self.aim = aim
        isSettled = false
    }

    /// Puts the byte at which the top line begins; used when an update moves bytes.
    mutating func place(topOffset offset: Int, line: Int) {
        topOffset = offset
        top = line
    }

    /// Lays out the line on which a byte of the source stands, as far as bytes have arrived. Lines may get other
    /// numbers.
    mutating func layOut(throughOffset offset: Int) {
        layout.show(offset)
        while !reaches(offset), layout.advance() || renderOn() {}
    }

    /// Lays out lines above where those at hand do not fill a screen.
    private mutating func fill(height: Int) {
        while layout.lineCount < top + height, layout.reachesEnd, layout.hasLinesAbove,
            layout.lineCount < 2 * height
        {
            layOutAbove()
        }
    }

    /// Whether the lines laid out so far go beyond a byte of the source.
    private func reaches(_ offset: Int) -> Bool {
        layout.lineCount > 0 && layout.byteOffset(ofLine: layout.lineCount - 1) > offset
    }

    /// How many steps of reading are made at once towards the end, some five milliseconds; the rest is idle
    /// work, so that the way there is seen.
    static let stride = 16

    private mutating func pursueAim(height: Int) {
        switch aim {
        case .none: return
        case .offset(let offset):
            renderOn(upTo: offset)
            // What has not arrived yet is waited for where the page is.
            guard layout.byteCount > offset || layout.isFinished else { return }
            layOut(throughOffset: offset)
            let isThere = layout.reachesEnd && layout.isFinished || reaches(offset)
            place(topOffset: offset, line: offset == 0 ? 0 : layout.line(atByteOffset: offset))
            if isThere { aim = .none }
        case .anchor(let name), .fragment(let name):
            var steps = Self.stride
            while !layout.show(anchor: name) {
                if layout.readOn() { continue }
                guard steps > 0, renderOn() else { break }
                steps -= 1
            }
            if layout.show(anchor: name) {
                while layout.anchorLine(named: name) == nil, layout.advance() {}
                let line = layout.anchorLine(named: name) ?? 0
                place(topOffset: layout.byteOffset(ofLine: line), line: line)
                aim = .none
            } else if layout.isFinished {
                let isTop = name.isEmpty || name.lowercased() == "top"
                if aim == .fragment(name), isTop { return aim = .offset(0) }
                if aim == .fragment(name) { missing = name }
                aim = .none
            }
        case .end:
            var steps = Self.stride
            while steps > 0, layout.readOn() || renderOn() { steps -= 1 }
            guard !isBegun, !isRendering, layout.hasRead(layout.byteCount) else { return }
            layout.show(layout.byteCount)
            layout.layOutAll()
            top = layout.lineCount
            scroll(to: top - height, height: height)
        }
    }
}
