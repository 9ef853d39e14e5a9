import PageLayout

// Texts that are shown in a form of their own: JSON as a tree, Markdown as the page it stands for. The layout gets HTML
// made of them, a little at a time, as if it were arriving.
extension Document {
    /// Whether the layout gets more of what is here.
    var isRendering: Bool { rendering?.hasMore ?? false }

    /// Whether it is text that flows, and not lines and trees that are as wide as they are.
    var isFlowing: Bool {
        switch rendering?.form {
        case nil: kind.isHTML
        case .markdown, .feed, .picture: true
        case .lines, .tree: false
        }
    }

    /// Takes the next text of the page, in UTF-8.
    mutating func append(text: [UInt8], isLast: Bool) {
        guard rendering == nil else {
            rendering?.append(text)
            if isLast { rendering?.finish(byteCount: sent.bytes.count) }
            return
        }
        layout.append(text)
        guard isLast else { return }
        layout.finish()
        learnSheets()
        followMainText()
    }

    /// Whether the page has text, and its styles hide all of it. Of a page that shows a line nothing is read for it.
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

    /// A page that shows nothing in so many lines shows nothing.
    private static let firstLines = 40

    private static func isBlank(_ layout: LaidOutPage) -> Bool {
        (0..<layout.lineCount).allSatisfy { layout.line($0).bytes.allSatisfy { $0 == 0x20 } }
    }

    /// Has style sheets that stand behind content count for all of the page; the place being read stays.
    mutating func learnSheets() {
        guard kind.isHTML, layout.learnSheets() else { return }
        search?.forget()
        isSettled = false
        // Links that are hidden now have no number any more.
        chosenLink = nil
        if aim == .none { aim(at: .offset(topOffset)) }
    }

    /// Gives the layout a little more, where there is more.
    /// - Returns: Whether there was.
    mutating func renderOn() -> Bool {
        guard isRendering, let step = rendering?.step() else { return false }
        switch step {
        case .html(let html): layout.append(html)
        case .anew(let html):
            layout = LaidOutPage(width: layout.width)
            layout.append(html)
            place(topOffset: 0, line: 0)
            chosenLink = nil
        }
        if rendering?.isDone ?? true { layout.finish() }
        isSettled = false
        return true
    }

    /// Gives the layout what there is before a byte of its source, as far as one step towards it goes.
    mutating func renderOn(upTo offset: Int) {
        var steps = Self.stride
        while steps > 0, layout.byteCount <= offset, renderOn() { steps -= 1 }
    }

    /// Lays out until the line exists, or until what is here is used up; of what is still to be rendered no more than
    /// some five milliseconds take.
    mutating func layOut(throughLine line: Int) {
        var steps = Self.stride
        repeat {
            layout.layOut(throughLine: line)
            steps -= 1
        } while layout.lineCount <= line && steps > 0 && renderOn()
    }

    /// Shows the text as it was sent, or in its form again.
    mutating func toggleForm() {
        guard let rendering else { return }
        let form: Rendition =
            rendering.form == .lines
            ? Rendition(contentType: kind.contentType, path: url.path) : .lines
        self.rendering = rendering.shown(as: form)
        chosenLink = nil
        place(topOffset: 0, line: 0)
        renderAnew(aim: .none)
    }

    /// Shows the text as it was sent, whatever form it could have.
    mutating func leaveForm() {
        guard let rendering, rendering.form != .lines else { return }
        self.rendering = rendering.shown(as: .lines)
        renderAnew(aim: .none)
    }

    /// Keeps the form and the folds that another version of the page was shown with.
    mutating func keepForm(of old: Document) {
        if old.extent == .main, kind.isHTML {
            extent = .main
            if layout.isFinished { followMainText() }
        }
        guard let shown = old.rendering, let mine = rendering, old.url.withoutFragment == url.withoutFragment
        else {
            return
        }
        guard shown.form != mine.form || shown.folds != mine.folds else { return }
        rendering = mine.shown(as: shown.form)
        rendering?.fold(shown.folds)
        renderAnew(aim: aim)
    }

    /// Has all laid out again from the beginning of what is rendered.
    mutating func renderAnew(aim: Aim) {
        layout = LaidOutPage(width: layout.width)
        search?.forget()
        // What stood where the lines changed stands elsewhere now.
        for index in changes.indices { changes[index].marks = [] }
        comparison = nil
        self.aim(at: aim)
    }
}

extension Document.Kind {
    /// The Content-Type that came with it.
    var contentType: String? {
        switch self {
        case .own: nil
        case .html(let type, _), .text(let type, _): type
        }
    }
}
