import Exchanges
import HTML
import PageLayout
import SonicSession

// Texts with a rendered form: JSON as a tree, Markdown as a page. The layout receives HTML made of them incrementally,
// as if it were arriving.
extension Document {
    /// Whether more of the text is still to be rendered.
    var isRendering: Bool { page.rendering?.hasMore ?? false }

    /// Whether the text flows, unlike lines and trees, which keep their width.
    var isFlowing: Bool {
        switch page.rendering?.form {
        case nil: kind.isHTML
        case .markdown, .feed, .picture: true
        case .lines, .tree: false
        }
    }

    /// Appends text of the page, in UTF-8.
    mutating func append(text: [UInt8], isLast: Bool) {
        guard page.rendering == nil else {
            page.rendering?.append(text)
            let count = page.sent.bytes.count
            if isLast { page.rendering?.finish(byteCount: count) }
            return
        }
        layout.append(text)
        guard isLast else { return }
        layout.finish()
        learnSheets()
        followMainText()
    }

    /// Returns whether the page has text, all of which its styles hide. For a page that shows a line, no more than the
    /// first lines is laid out.
    mutating func stylesHideAll() -> Bool {
        guard isPage, kind.isHTML, layout.appliesStyles else { return false }
        layout.layOut(throughLine: Self.firstLines)
        guard Self.isBlank(layout) else { return false }
        var bare = LaidOutPage(width: layout.width, isXML: kind.isXML)
        bare.apply(sheets: [:], appliesStyles: false)
        bare.append(layout.source)
        bare.finish()
        bare.layOut(throughLine: Self.firstLines)
        return !Self.isBlank(bare)
    }

    /// What the page says to those without scripts, if it has no content without them; nil for other pages.
    var shellWords: String? {
        guard isPage, kind.isHTML, !kind.isXML, layout.source.count <= Self.largestShell else { return nil }
        return ScriptShell(in: layout.source)?.words
    }

    /// The maximum size of a page that is examined.
    private static let largestShell = 1 << 20

    /// A page that is blank in this many lines counts as blank.
    private static let firstLines = 40

    private static func isBlank(_ layout: LaidOutPage) -> Bool {
        (0..<layout.lineCount).allSatisfy { layout.line($0).bytes.allSatisfy { $0 == 0x20 } }
    }

    /// Applies style sheets that follow content to all of the page; the scroll position stays.
    mutating func learnSheets() {
        if kind.isHTML, layout.learnSheets() { forgetBoxes() }
    }

    /// Finds everything again after the styles have changed.
    mutating func forgetBoxes() {
        reader.search?.forget()
        isSettled = false
        // Links that are hidden now no longer have an index.
        reader.chosenLink = nil
        if reader.aim == .none { aim(at: .offset(textTop)) }
    }

    /// Renders a little more, if anything is left.
    /// - Returns: Whether there was.
    mutating func renderOn() -> Bool {
        guard isRendering, let step = page.rendering?.step() else { return false }
        switch step {
        case .html(let html): layout.append(html)
        case .anew(let html):
            layout = LaidOutPage(width: layout.width)
            layout.append(html)
            place(topOffset: 0, line: 0)
            reader.chosenLink = nil
        }
        if page.rendering?.isDone ?? true { layout.finish() }
        isSettled = false
        return true
    }

    /// Renders towards a byte of the layout's source, as far as one step goes.
    mutating func renderOn(upTo offset: Int) {
        var steps = Self.stride
        while steps > 0, layout.byteCount <= offset, renderOn() { steps -= 1 }
    }

    /// Lays out until the line exists, or until the available text is used up; rendering takes at most about five
    /// milliseconds.
    mutating func layOut(throughLine line: Int) {
        var steps = Self.stride
        repeat {
            layout.layOut(throughLine: line)
            steps -= 1
        } while layout.lineCount <= line && steps > 0 && renderOn()
    }

    /// Toggles between the source text and its rendered form; the scroll position stays if both have the text's lines.
    mutating func toggleForm() {
        guard let rendering = page.rendering else { return }
        let form: Rendition =
            rendering.form == .lines
            ? Rendition(contentType: kind.contentType, path: url.path) : .lines
        let top = isFlowing ? 0 : textTop
        page.rendering = rendering.shown(as: form)
        reader.chosenLink = nil
        place(topOffset: 0, line: 0)
        renderAnew(aim: .offset(isFlowing ? 0 : top))
    }

    /// Shows the source text, whatever rendered form it has.
    mutating func leaveForm() {
        guard let rendering = page.rendering, rendering.form != .lines else { return }
        page.rendering = rendering.shown(as: .lines)
        renderAnew(aim: .none)
    }

    /// Takes the view and the folds from another version of the page.
    mutating func keepForm(of old: Document) {
        if old.extent == .main, kind.isHTML {
            extent = .main
            if layout.isFinished { followMainText() }
        }
        guard let shown = old.page.rendering, let mine = page.rendering,
            old.url.withoutFragment == url.withoutFragment
        else { return }
        guard shown.form != mine.form || shown.folds != mine.folds else { return }
        page.rendering = mine.shown(as: shown.form, folds: shown.folds)
        renderAnew(aim: reader.aim)
    }

    /// Lays everything out again from the beginning of the rendered text.
    mutating func renderAnew(aim: Aim) {
        layout = LaidOutPage(width: layout.width)
        reader.search?.forget()
        // The marks have lost their offsets, as the lines have changed.
        for index in latest.changes.indices { latest.changes[index].marks = [] }
        latest.comparison = nil
        self.aim(at: aim)
    }

    // The reader view: the main text alone. The page's bytes and all offsets in them are unchanged; hidden content is
    // not laid out.

    /// How much of a page is shown.
    enum Extent: Equatable, Sendable {
        /// All of it.
        case whole
        /// Its main text.
        case main
    }

    /// Toggles between the main text and the full page; the line being read stays, or the next one that is shown.
    /// - Returns: The main text; nil if there is none, or if the full page is shown again.
    mutating func toggleExtent() -> MainText? {
        let topByte = reader.topOffset
        switch extent {
        case .main:
            extent = .whole
            layout.show(only: nil)
        case .whole:
            guard let main = layout.mainText else { return nil }
            extent = .main
            layout.show(only: main)
        }
        forgetLines(aim: .offset(max(topByte, layout.part?.range.lowerBound ?? 0)))
        if topByte == 0 { forgetLines(aim: .none) }
        return layout.part
    }

    /// Finds the main text again after the page changed.
    mutating func followMainText() {
        if extent == .main { layout.show(only: layout.mainText) }
    }

    private mutating func forgetLines(aim: Aim) {
        reader.search?.forget()
        reader.chosenLink = nil
        place(topOffset: reader.topOffset, line: 0)
        self.aim(at: aim)
    }

    /// Whether the page has another view: its main text alone, or its source text.
    var hasOtherForm: Bool {
        guard source != .own, !isArriving else { return false }
        return kind.isHTML || page.rendering.map { $0.isText } ?? false
    }

    /// The label of the current view; nil for the default one.
    var viewWords: String? {
        if source == .answer { return "the server's response" }
        switch extent {
        case .main: return "reader view"
        case .whole: return page.rendering?.form == .lines ? "as text" : nil
        }
    }

    /// Records how a stored version was produced.
    mutating func note(_ version: PageVersion) {
        (origin.isEdited, origin.exception) = (version.isEdited, version.exception)
        origin.refresh = Model.refresh(version.headers)
    }

    /// The page as it is saved as text.
    var textSource: ExportOrder.TextSource {
        ExportOrder.TextSource(
            bytes: bytes, isHTML: kind.isHTML, evidence: kind.evidence, charsets: page.charsets,
            width: layout.width, extent: extent)
    }
}

extension Document.Kind {
    var contentType: String? {
        switch self {
        case .own: nil
        case .html(let type, _), .text(let type, _): type
        }
    }
}
