import HTML

/// Finds the main text of a page: its elements, and what is omitted in them.
///
/// Paragraphs give points to the elements around them, for their length and their commas; of the elements with the most
/// points, the one with the fewest links is the main text. Elements that their class, id or role marks as outside the
/// main text are ignored.
struct MainTextFinder {
    /// How strictly parts outside the main text are excluded. Each level is tried if the one before left too little.
    enum Strictness: CaseIterable {
        case all, withoutWords, withoutWeights, withoutCleaning, withoutElements

        /// Whether classes and ids can mark elements as outside the main text.
        var heedsWords: Bool { self == .all }
        /// Whether classes and ids give points.
        var heedsWeights: Bool { self == .all || self == .withoutWords }
        /// Whether lists, tables and the like are searched for parts that are not text.
        var cleans: Bool { self != .withoutCleaning && self != .withoutElements }
        /// Whether elements such as `aside` are outside the main text.
        var heedsElements: Bool { self != .withoutElements }
    }

    /// The result of a search.
    struct Found {
        /// The parts of the main text, in page order, each an item with its descendants.
        var parts: [Range<Int>]
        /// The item with the most points.
        var top: Int
        /// The kind of page that it was recognised as.
        var kind = MainText.Kind.text
        /// The number of comments on it, which are not part of it.
        var comments = 0
        /// The items in the parts that are omitted.
        var isLeftOut: [Bool]
        /// The number of characters that remain.
        var length: Int
    }

    let tree: TextTree
    let document: Document
    let data: PageData
    var isLeftOut: [Bool]
    /// For each item, whether it is a data table, and whether it is inside one.
    var isData: [Bool] = []
    var isWithinData: [Bool] = []
    var measures: [TextMeasure]
    /// The number of loose paragraphs of each element.
    var looseCounts: [Int: Int] = [:]
    var strictness = Strictness.all
    /// The headline, which is always shown.
    var headline: Int?

    /// The minimum length of a main text in characters, below which a less strict search follows.
    static let enough = 500

    init(_ document: Document) {
        tree = TextTree(document)
        self.document = document
        data = PageData(document)
        isLeftOut = []
        measures = [TextMeasure](repeating: TextMeasure(), count: tree.items.count)
        isData = tree.dataTables()
        isWithinData = tree.items.indices.map { _ in false }
        var end = 0
        for index in tree.items.indices {
            isWithinData[index] = index < end
            if isData[index] { end = max(end, tree.items[index].end) }
        }
    }

    /// Finds the main text; nil if there is no text outside links and omitted elements.
    mutating func find() -> Found? {
        isLeftOut = tree.items.map { _ in false }
        measureAll()
        findHeadline()
        let scored = search()
        var named: Found?
        if (scored?.length ?? 0) < Self.enough { named = self.named(insteadOf: scored) }
        guard var found = widened(named ?? scored) else { return nil }
        narrow(&found)
        recognise(&found)
        addHead(to: &found)
        return found
    }

    private mutating func search() -> Found? {
        var best: Found?
        for strictness in Strictness.allCases {
            if !strictness.heedsElements, best != nil { break }
            self.strictness = strictness
            guard let found = attempt(), found.length > 0 else { continue }
            if found.length >= Self.enough { return found }
            if found.length > best?.length ?? 0 { best = found }
        }
        return best
    }

    private mutating func attempt() -> Found? {
        isLeftOut = [Bool](repeating: false, count: tree.items.count)
        leaveOutBeside()
        let loose = tree.looseParagraphs(without: isLeftOut)
        looseCounts = [:]
        for paragraph in loose { looseCounts[paragraph.parent, default: 0] += 1 }
        measureAll()
        var scores = TextScores(count: tree.items.count)
        score(loose, &scores)
        guard let top = scores.top(in: self) else { return nil }
        let parts = self.parts(around: top, scores, loose)
        var length = 0
        for part in parts {
            clean(part)
            length += tree.length(of: part, without: isLeftOut)
        }
        return Found(parts: parts, top: top, isLeftOut: isLeftOut, length: length)
    }

    /// The text of all of the page.
    var wholeText: [UInt8] {
        var text: [UInt8] = []
        for item in tree.items where item.length > 0 {
            document.forEachPiece(of: item.node) { piece, _ in text += piece }
        }
        return text
    }

    mutating func measureAll() {
        tree.measure(tree.items.indices, without: isLeftOut, looseCounts, isData, &measures) { _, _ in true }
    }

    // MARK: Outside the main text

    /// Omits everything that is outside the main text, anywhere in the page.
    mutating func leaveOutBeside() {
        var index = 0
        while index < tree.items.count {
            let item = tree.items[index]
            if item.isUnseen || isBeside(index, item) {
                for place in index..<item.end { isLeftOut[place] = true }
                index = item.end
            } else {
                index += 1
            }
        }
    }

    func isBeside(_ index: Int, _ item: TextTree.Item) -> Bool {
        if strictness.heedsElements, item.isNamedBeside { return true }
        guard strictness.heedsWords else { return false }
        if item.hints.contains(.besideByRole) { return true }
        guard item.hints.contains(.beside), !item.hints.contains(.mayBeContent) else { return false }
        if item.tag == .body || item.tag == .html || item.tag == .a { return false }
        return !tree.isWithin(index, .table) && !tree.isWithin(index, .code)
    }
}

extension TextTree {
    /// Returns for each item whether it is a data table, not one used for layout.
    fileprivate func dataTables() -> [Bool] {
        var isData = [Bool](repeating: false, count: items.count)
        for index in items.indices where items[index].tag == .table {
            isData[index] = holdsData(index)
        }
        return isData
    }

    private func holdsData(_ table: Int) -> Bool {
        if items[table].hints.contains(.presentation) { return false }
        var rows = 0
        var columns = 0
        var cells = 0
        for index in (table + 1)..<items[table].end {
            switch items[index].tag {
            case .table: return false
            case .caption, .colgroup, .tfoot, .thead, .th: return true
            case .tr:
                rows += 1
                cells = 0
            case .td:
                cells += 1
                columns = max(columns, cells)
            default: break
            }
        }
        guard rows > 1, columns > 1 else { return false }
        return rows >= 10 || columns > 4 || rows * columns > 10
    }
}
