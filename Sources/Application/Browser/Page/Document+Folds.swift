import PageLayout

// Folding and unfolding the objects and arrays of a tree.
extension Document {
    /// Returns the key of the node that a link folds and unfolds, or nil for any other link.
    func foldKey(ofLink href: String) -> UInt64? {
        guard case .tree = page.rendering?.form else { return nil }
        return TreeFolds.key(ofLink: href)
    }

    /// Whether the page is a tree whose nodes can be folded.
    var isTree: Bool {
        if case .tree = page.rendering?.form { true } else { false }
    }

    /// Folds an unfolded node, or unfolds a folded one; the scroll position stays.
    mutating func toggleFold(_ key: UInt64) {
        guard var folds = page.rendering?.folds else { return }
        folds.toggle(key)
        fold(folds)
    }

    /// Folds everything below the outermost level, or unfolds everything; what is read stays visible.
    /// - Returns: Whether nothing is folded now.
    mutating func toggleFolds() -> Bool {
        guard let folds = page.rendering?.folds else { return false }
        let next: TreeFolds = folds.areAllOpen ? TreeFolds(from: 1) : .allOpen
        reader.chosenLink = nil
        fold(next)
        return next.areAllOpen
    }

    private mutating func fold(_ folds: TreeFolds) {
        let top = textTop
        page.rendering?.fold(folds)
        renderAnew(aim: .offset(top))
    }

    /// Unfolds everything, with lines of unlimited width.
    private mutating func unfoldAll() {
        page.rendering?.fold(.allOpen)
        layout = LaidOutPage(width: Self.anyWidth)
        layOutWhole()
    }

    /// Returns this page of JSON and an earlier version of it in the same order of members, or nil for anything else.
    func jsonOrder(since old: [UInt8]) -> JSONOrder? {
        guard case .tree(.one) = page.rendering?.form, page.sent.isOwnText else { return nil }
        return JSONOrder(old: old, new: bytes)
    }

    /// Replaces the text with another of the same kind, with the same folds.
    mutating func replaceText(with text: [UInt8]) {
        var next = Document(
            url: url, source: source, kind: kind, charsets: page.charsets, html: text, width: layout.width)
        next.latest.rules = latest.rules
        next.keepForm(of: self)
        self = next
    }

    /// Unfolds everything, for reports of changes in which no page is shown.
    mutating func unfold() {
        guard isTree else { return }
        page.rendering?.fold(.allOpen)
        renderAnew(aim: reader.aim)
    }

    /// A width that exceeds that of any line.
    private static let anyWidth = 1 << 20

    /// Unfolds, in this tree and in an earlier version of it, the nodes that contain a changed value.
    mutating func unfoldChanges(since old: inout Document) {
        guard isTree, old.isTree, let shown = page.rendering?.folds, !shown.areAllOpen else { return }
        var (before, after) = (old, self)
        before.unfoldAll()
        after.unfoldAll()
        let scope = ComparisonScope(latest.rules, old: before.layout.source, new: after.layout.source)
        let diff = HunkDiff(
            old: before.layout.allLines, new: after.layout.allLines, end: after.layout.byteCount, scope: scope
        )
        guard diff.lines.extent == .exact else { return }
        let marks = diff.marks(within: 0..<after.layout.byteCount)
        var next = shown
        for (depth, key) in after.folds(
            holding: Set(marks.map { after.layout.line(atByteOffset: $0.range.lowerBound) }))
        where next.folds(key, at: depth) { next.toggle(key) }
        guard next != shown else { return }
        old.page.rendering?.fold(next)
        old.renderAnew(aim: .none)
        page.rendering?.fold(next)
        renderAnew(aim: reader.aim)
    }

    /// Returns the depths and keys of the objects and arrays that contain some lines of an unfolded tree.
    private func folds(holding lines: Set<Int>) -> [(depth: Int, key: UInt64)] {
        var keys: [Int: UInt64] = [:]
        for index in layout.linksLaidOut {
            guard let link = layout.link(index), let href = link.href else { continue }
            if let key = foldKey(ofLink: href) { keys[link.line] = key }
        }
        var open: [(column: Int, key: UInt64)] = []
        var found: Set<UInt64> = []
        var held: [(depth: Int, key: UInt64)] = []
        for line in 0..<layout.lineCount {
            let column = layout.line(line).text.utf8.prefix { $0 == 0x20 }.count
            // A scalar is indented by the columns of the fold sign.
            let start = keys[line] == nil ? column - 2 : column
            while let last = open.last, last.column >= start { open.removeLast() }
            if lines.contains(line) {
                for (depth, level) in open.enumerated() where found.insert(level.key).inserted {
                    held.append((depth, level.key))
                }
            }
            if let key = keys[line] { open.append((column, key)) }
        }
        return held
    }
}
