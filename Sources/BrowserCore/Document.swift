import CellGrid
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
    }

    /// What the bytes are.
    enum Kind: Equatable, Sendable {
        /// A page.
        case html
        /// Anything else, shown as it is.
        case text

        /// What an answer with these headers carries.
        init(_ headers: Headers) {
            self = ResponseClassifier.isHTML(headers) ? .html : .text
        }
    }

    /// The address that links are relative to.
    var url: WebURL
    /// Where the page came from.
    var source: Source
    /// The lines.
    var layout: LaidOutPage
    /// The source, to see whether a page that comes again is the same one; never changed in place.
    var bytes: [UInt8] = []
    /// The first line on the screen.
    private(set) var top = 0
    /// The byte at which the first line on the screen began when the reader last went there. Widths change
    /// lines; this stays.
    private(set) var topOffset = 0
    /// What is still to be gone to.
    private(set) var aim: Aim
    /// The link that Enter follows, as an index of the layout; nil for none.
    var chosenLink: Int?
    /// What the last update changed, in page order.
    var changes: [PageChange] = []

    /// An empty page.
    init(url: WebURL, source: Source, kind: Kind = .html, width: Int, aim: Aim = .none) {
        self.url = url
        self.source = source
        self.aim = aim
        layout = LaidOutPage(width: width)
        if kind == .text { layout.append(PlainText.opening) }
    }

    /// A whole page.
    init(url: WebURL, source: Source, kind: Kind = .html, html: [UInt8], width: Int, aim: Aim = .none) {
        self.init(url: url, source: source, kind: kind, width: width, aim: aim)
        bytes = html
        layout.append(html)
        layout.finish()
    }

    /// Whether all bytes that have arrived are laid out.
    var isSettled = false

    /// Whether no line can follow the last one, as far as the page has arrived.
    var hasNoMoreLines: Bool { isSettled || layout.isComplete }

    /// Lays out a little more than the screen needs, where there is more.
    /// - Returns: Whether there is still more.
    mutating func advance() -> Bool {
        isSettled = !layout.advance()
        return !isSettled
    }

    /// Takes the next bytes of a page that is arriving.
    mutating func append(_ piece: [UInt8]) {
        bytes += piece
        layout.append(piece)
        isSettled = false
    }

    /// Lays out what a screen of this height shows, goes where the aim says, and keeps the place inside the page.
    mutating func settle(height: Int) {
        pursueAim()
        layout.layOut(throughLine: top + height)
        let last = max(0, layout.lineCount - height)
        // While a page arrives or is laid out anew, the place may be beyond what is there yet.
        if top > last, layout.isComplete || top >= layout.lineCount { top = last }
    }

    /// Breaks the lines anew and stays at the place being read.
    mutating func resize(width: Int) {
        guard width != layout.width else { return }
        layout.resize(width: width)
        isSettled = false
        layOut(throughOffset: topOffset)
        top = topOffset == 0 ? 0 : layout.line(atByteOffset: topOffset)
    }

    /// Goes to a line, as the reader wants; an aim is forgotten.
    mutating func scroll(to line: Int, height: Int) {
        aim = .none
        layout.layOut(throughLine: line + height)
        top = max(0, min(line, layout.lineCount - height))
        topOffset = top == 0 ? 0 : layout.byteOffset(ofLine: top)
    }

    /// Goes to where a byte of the source is shown.
    mutating func aim(at aim: Aim) { self.aim = aim }

    /// Puts the byte at which the top line begins; used when an update moves bytes.
    mutating func place(topOffset offset: Int, line: Int) {
        topOffset = offset
        top = line
    }

    /// Lays out through the line on which a byte of the source stands, as far as bytes have arrived.
    mutating func layOut(throughOffset offset: Int) {
        while !reaches(offset), !layout.isComplete {
            if !layout.advance() { break }
        }
    }

    /// Whether the lines laid out so far go beyond a byte of the source.
    private func reaches(_ offset: Int) -> Bool {
        layout.lineCount > 0 && layout.byteOffset(ofLine: layout.lineCount - 1) > offset
    }

    private mutating func pursueAim() {
        switch aim {
        case .none: return
        case .offset(let offset):
            layOut(throughOffset: offset)
            let isThere = layout.isComplete || reaches(offset)
            guard isThere || layout.byteCount > offset else { return }
            place(topOffset: offset, line: offset == 0 ? 0 : layout.line(atByteOffset: offset))
            if isThere { aim = .none }
        case .anchor(let name):
            while layout.anchorLine(named: name) == nil, !layout.isComplete {
                if !layout.advance() { break }
            }
            if let line = layout.anchorLine(named: name) {
                place(topOffset: layout.byteOffset(ofLine: line), line: line)
                aim = .none
            } else if layout.isComplete {
                aim = .none
            }
        }
    }

    /// How much of the page has been seen when its top line is the top of a screen of this height, in percent
    /// of its bytes, as far as they have arrived.
    func percentSeen(height: Int) -> Int {
        let bottom = top + height
        if bottom >= layout.lineCount, hasNoMoreLines { return 100 }
        guard layout.byteCount > 0 else { return 100 }
        return min(99, layout.byteOffset(ofLine: bottom) * 100 / layout.byteCount)
    }
}
