import BrowserValues
import HTML
import PageLayout
import SonicProtocol

/// A page on the screen: what was received, where the reader is in it, and what changed in it last.
///
/// It is the only owner of the page's layout, so that every change happens in place.
struct Document: Sendable {
    enum Source: Equatable, Sendable {
        /// Written by this program: the start page, or the text of a failure.
        case own
        /// Still arriving from the server.
        case arriving
        /// The beginning of a page of `length` bytes from the cache, which is about to deliver the rest.
        case begun(checked: Instant, length: Int)
        /// Sent by the server instead of the page: the text of an error. It is not stored.
        case answer
        /// From the cache, with the time when the server last confirmed it.
        case stored(checked: Instant)
        /// Received in full from the server, or patched by it.
        case current
    }

    /// A place to be shown as soon as it is laid out.
    enum Aim: Equatable, Sendable {
        /// No target: the current place stays.
        case none
        /// The line of this byte of the decoded text.
        case offset(Int)
        /// The element with this id.
        case anchor(String)
        /// The same; a missing element is reported.
        case fragment(String)
        /// The last line.
        case end
    }

    enum Kind: Equatable, Sendable {
        /// A page of this program.
        case own
        /// A page, with its Content-Type, and the encoding chosen for it.
        case html(contentType: String?, chosen: EncodingChoice? = nil)
        /// Anything else, shown as it is.
        case text(contentType: String?, chosen: EncodingChoice? = nil)

        /// Creates the kind of a response with these headers.
        /// - Parameters:
        ///   - bytes: Its body, or the beginning, which decides if the headers do not; XML is a page if its root
        ///     element says so.
        ///   - chosen: The encoding that overrides the declared one; nil for none.
        init(_ headers: Headers, _ bytes: [UInt8], chosen: EncodingChoice? = nil) {
            let type = Feed.contentType(ResponseClassifier.contentType(headers, bytes), bytes)
            let isPage =
                ResponseClassifier.isHTML(headers, bytes)
                || ResponseClassifier.isXML(type) && XMLTokens.isXHTML(bytes)
            self =
                isPage ? .html(contentType: type, chosen: chosen) : .text(contentType: type, chosen: chosen)
        }

        /// Whether it is a page with elements.
        var isHTML: Bool {
            if case .text = self { false } else { true }
        }

        /// Whether it is a page that was sent as XML.
        var isXML: Bool {
            if case .html(let type, _) = self { ResponseClassifier.isXML(type) } else { false }
        }

        var evidence: EncodingEvidence {
            switch self {
            case .own: .known(.own)
            case .html(let type, let chosen): chosen.map { .known($0) } ?? .page(contentType: type)
            // Any XML may declare its encoding.
            case .text(let type, let chosen):
                chosen.map { .known($0) }
                    ?? (ResponseClassifier.isXML(type) ? .page(contentType: type) : .text(contentType: type))
            }
        }
    }

    var url: WebURL
    var source: Source
    /// How it was received.
    var origin = PageOrigin()
    /// What was received, and its layout.
    var page: LoadedPage
    /// Whether all of the page is shown, or its main text alone.
    var extent = Extent.whole
    /// Where the reader is in it.
    var reader = ReadingPlace()
    /// The number of columns for lines that are wider than the page, if it exceeds the page's width.
    var roomOfWideLines = 0
    /// The byte offset of the page's first line, once that is laid out: what precedes it is never shown.
    private(set) var firstOffset = 0
    /// What the last update changed.
    var latest = LatestChanges()
    /// The fragment that was not found, until that is reported; nil for none.
    var missing: String?

    /// Creates an empty page.
    init(
        url: WebURL, source: Source, kind: Kind, charsets: CharacterConversion = .asciiOnly, width: Int,
        aim: Aim = .none
    ) {
        self.url = url
        self.source = source
        page = LoadedPage(kind, charsets, path: url.path, width: width)
        reader.aim = aim
    }

    init(
        url: WebURL, source: Source, kind: Kind = .own, charsets: CharacterConversion = .asciiOnly,
        html: [UInt8], width: Int, aim: Aim = .none
    ) {
        self.init(url: url, source: source, kind: kind, charsets: charsets, width: width, aim: aim)
        append(text: page.sent.append(html, isLast: true), isLast: true)
    }

    var kind: Kind { page.kind }

    // Inlined, so that reading a property of it does not copy the whole.
    var layout: LaidOutPage {
        @inline(__always) get { page.layout }
        _modify { yield &page.layout }
    }

    /// The bytes as sent, for comparison with another version.
    var bytes: [UInt8] { page.sent.bytes }

    /// Whether no work is pending: everything that has arrived is laid out and compared.
    var isSettled = false

    /// Whether no line can follow the last one, as far as the page has arrived.
    var hasNoMoreLines: Bool { layout.reachesEnd && !isRendering }

    /// Lays out a little more than the screen needs, if there is more: first what follows, then what precedes, then
    /// what an update still has to compare.
    /// - Returns: Whether there is still more.
    mutating func advance() -> Bool {
        // On the way to the end, `settle` only reads: laying out the lines before it would cause a delay.
        if reader.aim == .end {
            // The rest of the page from the cache arrives as an event, without polling.
            isSettled = isBegun && layout.hasRead(layout.byteCount)
            return !isSettled
        }
        // A search also covers what is still to be rendered before it wraps around.
        if reader.search != nil, renderOn() { return true }
        if reader.search?.advance(&page.layout) ?? false { return true }
        if !layout.reachesEnd {
            layout.advance()
        } else if renderOn() {
            // The next step lays it out.
        } else if layout.hasLinesAbove {
            layOutAbove()
        } else if latest.comparison != nil {
            continueComparing()
        }
        isSettled = hasNoMoreLines && !layout.hasLinesAbove && latest.comparison == nil
        return !isSettled
    }

    /// Appends bytes of a page that is arriving.
    mutating func append(_ piece: [UInt8]) {
        append(text: page.sent.append(piece), isLast: false)
        isSettled = false
    }

    /// Lays out what a screen of this height shows, moves to the aim, and clamps the scroll position to the page.
    mutating func settle(height: Int) {
        pursueAim(height: height)
        layOut(throughLine: reader.top + height)
        if !layout.hasLinesAbove, layout.lineCount > 0 { firstOffset = layout.byteOffset(ofLine: 0) }
        fill(height: height)
        let last = max(0, layout.lineCount - height)
        // While a page arrives or is laid out again, the position may exceed the lines that exist so far.
        if reader.top > last, layout.reachesEnd || reader.top >= layout.lineCount { reader.top = last }
        settleSearch(height: height)
    }

    /// Breaks the lines for a width and stays at the scroll position. Lines off the screen are laid out later.
    mutating func resize(width: Int) {
        guard width != layout.width else { return }
        layout.resize(width: width, around: reader.topOffset)
        findTop()
    }

    /// Finds the line of the first byte on the screen after the lines have changed.
    mutating func findTop() {
        reader.search?.forgetLines()
        isSettled = false
        layOut(throughOffset: reader.topOffset)
        reader.top = reader.topOffset == 0 ? 0 : layout.line(atByteOffset: reader.topOffset)
    }

    /// Scrolls to a line at the reader's request; an aim is dropped.
    mutating func scroll(to line: Int, height: Int) {
        reader.aim = .none
        let distance = line - reader.top
        while reader.top + distance < 0, layout.hasLinesAbove { layOutAbove() }
        layOut(throughLine: reader.top + distance + height)
        fill(height: height)
        reader.top = max(0, min(reader.top + distance, layout.lineCount - height))
        reader.topOffset = isAtStart ? 0 : layout.byteOffset(ofLine: reader.top)
    }

    /// Scrolls to the first line.
    mutating func scrollToStart(height: Int) {
        layout.show(0)
        reader.top = 0
        scroll(to: 0, height: height)
    }

    /// The byte of the decoded text that the top line begins with, or will when it is laid out.
    var textTop: Int {
        if case .offset(let byte) = reader.aim { byte } else { page.textOffset(of: reader.topOffset) }
    }

    /// Shows a place as soon as it is laid out.
    mutating func aim(at aim: Aim) {
        reader.aim = aim
        isSettled = false
    }

    /// Sets the byte offset of the top line, after an update moved bytes.
    mutating func place(topOffset offset: Int, line: Int) {
        reader.topOffset = offset
        reader.top = line
    }

    /// Lays out the line of a byte of the source, as far as bytes have arrived. Line numbers may change.
    mutating func layOut(throughOffset offset: Int) {
        layout.show(offset)
        while !reaches(offset), layout.advance() || renderOn() {}
    }

    /// Lays out lines above if the available ones do not fill the screen.
    private mutating func fill(height: Int) {
        while layout.lineCount < reader.top + height, layout.reachesEnd, layout.hasLinesAbove,
            layout.lineCount < 2 * height
        {
            layOutAbove()
        }
    }

    /// Returns whether the lines laid out so far extend past a byte of the source.
    private func reaches(_ offset: Int) -> Bool {
        layout.lineCount > 0 && layout.byteOffset(ofLine: layout.lineCount - 1) > offset
    }

    /// The number of read steps at once on the way to the end, about five milliseconds; the rest is idle work, so that
    /// the progress is visible.
    static let stride = 16

    private mutating func pursueAim(height: Int) {
        switch reader.aim {
        case .none: return
        case .offset(let byte):
            var steps = Self.stride
            while steps > 0, page.offset(ofText: byte) == nil, renderOn() { steps -= 1 }
            guard let offset = page.offset(ofText: byte) else { return }
            renderOn(upTo: offset)
            // Until the bytes have arrived, the page stays where it is.
            guard layout.byteCount > offset || layout.isFinished else { return }
            layOut(throughOffset: offset)
            let isThere = layout.reachesEnd && layout.isFinished || reaches(offset)
            place(topOffset: offset, line: offset == 0 ? 0 : layout.line(atByteOffset: offset))
            if isThere { reader.aim = .none }
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
                reader.aim = .none
            } else if layout.isFinished {
                let isTop = name.isEmpty || name.lowercased() == "top"
                if reader.aim == .fragment(name), isTop { return reader.aim = .offset(0) }
                if reader.aim == .fragment(name) { missing = name }
                reader.aim = .none
            }
        case .end:
            var steps = Self.stride
            while steps > 0, layout.readOn() || renderOn() { steps -= 1 }
            guard !isBegun, !isRendering, layout.hasRead(layout.byteCount) else { return }
            layout.show(layout.byteCount)
            layout.layOutAll()
            reader.top = layout.lineCount
            scroll(to: reader.top - height, height: height)
        }
    }
}
