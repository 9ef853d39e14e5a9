import SonicProtocol
import SonicSession

// What changed since the reader has seen the page.
extension Tab {
    /// Remembers what is on the screen as what the reader has seen: what comes is told from it on.
    mutating func rememberSeen() {
        guard let document, document.isPage, !document.isArriving else { return }
        let number = shownVersion
        var reading = SeenVersion(of: document.url.withoutFragment)
        if case .known = self.reading?.state { reading.state = .known(noted: number) }
        reading.seen(PageCopy(html: document.bytes, kind: document.kind, number: number))
        self.reading = reading
    }

    /// A page takes the place of the one before: what was seen of another page does not matter any more.
    mutating func forgetReading(unlessOf page: WebURL) {
        if reading?.page != page.withoutFragment { reading = SeenVersion(of: page.withoutFragment) }
    }

    /// Tells changes from what the reader has seen, where the page on the screen went on from another version.
    /// - Parameter before: The page's bytes before it changed.
    mutating func markNews(after before: [UInt8]) {
        guard let base = reading?.base, base.html != before else { return }
        document?.mark(since: base)
    }

    /// Takes what was found out about what the reader has seen.
    mutating func handle(_ report: SeenVersionReport) {
        guard case .asked = reading?.state, reading?.page == report.order.page else { return }
        reading?.state = .known(noted: nil)
        reading?.news = report.news
        guard let base = report.base, let document, document.url.withoutFragment == report.order.page else {
            return
        }
        let copy = PageCopy(
            html: base.version.html,
            kind: Document.Kind(base.version.headers, base.version.html, chosen: document.kind.chosen),
            number: base.number)
        // What a session under way still brings is told from there on, too.
        if isBusy { reading?.base = copy }
        if document.bytes != copy.html { self.document?.mark(since: copy) }
    }
}

extension Tab {
    /// The number of the stored version that is on the screen, or would be if no older one were shown; nil where what
    /// is there is not stored, and as long as that is not known.
    var shownVersion: Int? {
        guard visit != nil, let source = navigation?.now.source ?? document?.source else { return nil }
        guard showsVisit else {
            // The page is asked for again, and what came of that is not here yet.
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

extension Document {
    /// Marks what differs from an earlier version of this very page, which itself stays as it is. Stretches are
    /// compared while nothing else happens. Linear in both.
    mutating func mark(since old: PageCopy) {
        guard !isArriving, isPage else { return }
        guard old.html != bytes else { return (changes, comparison) = ([], nil) }
        remember(earlier: old.html)
        var before = Document(
            url: url, source: .current, kind: old.kind, charsets: charsets, html: old.html,
            width: layout.width)
        before.rules = rules
        before.keepForm(of: self)
        if let blocks = before.blockChanges(to: bytes, at: url) {
            begin(comparing: blocks, with: before, kind: .block)
        } else if let regions = before.regionChanges(to: bytes, kind, at: url) {
            begin(comparing: regions, with: before, kind: .region)
        } else {
            markDifferences(from: before)
            comparison = nil
        }
    }

    /// Notes the stretches in which an earlier version differs; until they are compared, all of each counts.
    private mutating func begin(
        comparing changes: [BlockChange], with before: Document, kind: PageChange.Kind
    ) {
        let olds = before.sent.decodedOffsets(of: changes.flatMap { [$0.old.lowerBound, $0.old.upperBound] })
        let news = sent.decodedOffsets(of: changes.flatMap { [$0.new.lowerBound, $0.new.upperBound] })
        let moved = changes.enumerated().map { index, change in
            BlockChange(
                name: change.name, old: olds[2 * index]..<olds[2 * index + 1],
                new: news[2 * index]..<news[2 * index + 1])
        }
        var comparison = PageComparison(
            before: before.layout,
            scope: ComparisonScope(rules, old: before.layout.source, new: layout.source))
        self.changes = moved.map { change in
            PageChange(
                name: change.name, kind: change.name == "title" ? .block : kind, lines: nil,
                marks: comparison.scope.isQuiet(change) ? [] : [.init(range: change.new)])
        }
        comparison.waiting = moved.enumerated().map { (index: $0.offset, change: $0.element) }
        self.comparison = comparison
        isSettled = false
    }
}
