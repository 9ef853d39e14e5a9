import PageLayout

// The objects and arrays of a tree, folded and unfolded.
extension Document {
    /// The key of what a link folds and unfolds; nil for a link that leads somewhere.
    func foldKey(ofLink href: String) -> UInt64? {
        guard case .tree = rendering?.form else { return nil }
        return FoldLink.key(of: href)
    }

    /// Whether the page is a tree whose parts can be folded.
    var isTree: Bool {
        if case .tree = rendering?.form { true } else { false }
    }

    /// Folds what is unfolded, and the other way about. All before it stays as it is, and so does the place.
    mutating func toggleFold(_ key: UInt64) {
        guard var folds = rendering?.folds else { return }
        folds.toggle(key)
        rendering?.fold(folds)
        renderAnew(aim: .offset(topOffset))
    }

    /// Folds everything below the outermost, or unfolds everything; the object or array being read stays in sight.
    /// - Returns: Whether nothing is folded now.
    mutating func toggleFolds(shown: Range<Int>) -> Bool {
        guard let folds = rendering?.folds else { return false }
        let key = keyInSight(shown)
        let next: TreeFolds = folds.areAllOpen ? TreeFolds(from: 1) : .allOpen
        rendering?.fold(next, seeking: key)
        chosenLink = nil
        renderAnew(aim: key.map { .anchor(FoldLink.id($0)) } ?? .none)
        if key == nil { place(topOffset: 0, line: 0) }
        return next.areAllOpen
    }

    /// The key of the first object or array that begins on the screen; nil where none does, or the page's first line
    /// is there.
    private func keyInSight(_ shown: Range<Int>) -> UInt64? {
        guard !isAtStart else { return nil }
        for index in layout.linksLaidOut {
            guard let link = layout.link(index), link.line >= shown.lowerBound else { continue }
            if let key = link.href.flatMap({ FoldLink.key(of: $0) }) { return key }
        }
        return nil
    }

    /// Unfolds everything, in lines of any width.
    private mutating func unfoldAll() {
        rendering?.fold(.allOpen)
        layout = LaidOutPage(width: Self.anyWidth)
        layOutWhole()
    }

    /// This page of JSON and an earlier version of it in one order; nil for anything else.
    func jsonOrder(since old: [UInt8]) -> JSONOrder? {
        guard case .tree(.one) = rendering?.form, sent.isOwnText else { return nil }
        return JSONOrder(old: old, new: bytes)
    }

    /// Has a text of the same kind in the place of this one, folded as this is.
    mutating func replaceText(with text: [UInt8]) {
        var next = Document(
            url: url, source: source, kind: kind, charsets: charsets, html: text, width: layout.width)
        next.rules = rules
        next.keepForm(of: self)
        self = next
    }

    /// Unfolds everything: for people who are told of changes, and see no page.
    mutating func unfold() {
        guard isTree else { return }
        rendering?.fold(.allOpen)
        renderAnew(aim: aim)
    }

    /// Wider than lines are.
    private static let anyWidth = 1 << 20

    /// Unfolds, in this tree and in an earlier version of it, what holds a value that changed.
    mutating func unfoldChanges(since old: inout Document) {
        guard isTree, old.isTree, let shown = rendering?.folds, !shown.areAllOpen else { return }
        var (before, after) = (old, self)
        before.unfoldAll()
        after.unfoldAll()
        let scope = ComparisonScope(rules, old: before.layout.source, new: after.layout.source)
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
        old.rendering?.fold(next)
        old.renderAnew(aim: .none)
        rendering?.fold(next)
        renderAnew(aim: aim)
    }

    /// The objects and arrays that some lines stand in, of a tree that is unfolded: depths, and keys.
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
            // What is no object or array stands behind the room for a sign.
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
