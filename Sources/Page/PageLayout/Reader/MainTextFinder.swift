import HTML

/// Finds the main text of a page: the elements of it, and what in them is left out.
///
/// Paragraphs give points to the elements around them, for their length and their commas; of what collects most, that is
/// the main text in which the least is linked. What is beside it by its class, id or role takes no part.
struct MainTextFinder {
    /// How strictly what is beside the main text is told from it. Each is tried where the one before left too little.
    enum Strictness: CaseIterable {
        case all, withoutWords, withoutWeights, withoutCleaning, withoutElements

        /// Whether classes and ids say that something is beside the main text.
        var heedsWords: Bool { self == .all }
        /// Whether they give points.
        var heedsWeights: Bool { self == .all || self == .withoutWords }
        /// Whether lists, tables and the like are looked through for what is no text.
        var cleans: Bool { self != .withoutCleaning && self != .withoutElements }
        /// Whether an element such as `aside` is beside the main text.
        var heedsElements: Bool { self != .withoutElements }
    }

    /// What was found.
    struct Found {
        /// The parts of the main text, in page order: items and what is in them.
        var parts: [Range<Int>]
        /// The item that collected most.
        var top: Int
        /// What in the parts is left out.
        var isLeftOut: [Bool]
        /// How many characters are left.
        var length: Int
    }

    let tree: TextTree
    let document: Document
    var isLeftOut: [Bool]
    /// For each item whether it is a table of data, and whether it stands in one.
    var isData: [Bool] = []
    var isWithinData: [Bool] = []
    var measures: [TextMeasure]
    /// How many loose paragraphs each element has.
    var looseCounts: [Int: Int] = [:]
    var strictness = Strictness.all
    /// The headline, which is always shown.
    var headline: Int?

    /// The fewest characters of a main text that is not sought again less strictly.
    private static let enough = 500

    init(_ document: Document) {
        tree = TextTree(document)
        self.document = document
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

    /// Looks for it; nil where no paragraph is long enough to be one.
    mutating func find() -> Found? {
        isLeftOut = tree.items.map { _ in false }
        measureAll()
        findHeadline()
        let scored = search()
        var named: Found?
        if (scored?.length ?? 0) < Self.enough { named = self.named(insteadOf: scored) }
        guard var found = named ?? scored else { return nil }
        narrow(&found)
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

    mutating func measureAll() {
        tree.measure(tree.items.indices, without: isLeftOut, looseCounts, isData, &measures) { _, _ in true }
    }

    // MARK: Beside the main text

    /// Leaves out what is beside the main text wherever it stands.
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

    /// Elements that say themselves that they are beside the main text.
    private static let asides: Set<Tag> = [.nav, .aside, .footer, .dialog, .search, .menu]

    private func isBeside(_ index: Int, _ item: TextTree.Item) -> Bool {
        if strictness.heedsElements, Self.asides.contains(item.tag) { return true }
        guard strictness.heedsWords else { return false }
        if item.hints.contains(.besideByRole) { return true }
        guard item.hints.contains(.beside), !item.hints.contains(.mayBeContent) else { return false }
        if item.tag == .body || item.tag == .html || item.tag == .a { return false }
        return !tree.isWithin(index, .table) && !tree.isWithin(index, .code)
    }
}

extension TextTree {
    /// How many of the elements around an item are looked at.
    private static let nearby = 4

    /// Whether an element of a tag is closely around an item.
    func isWithin(_ index: Int, _ tag: Tag) -> Bool {
        var place = items[index].parent
        for _ in 0..<Self.nearby {
            guard place >= 0 else { return false }
            if items[place].tag == tag { return true }
            place = items[place].parent
        }
        return false
    }

    /// The characters of a part, without what is left out.
    func length(of part: Range<Int>, without isLeftOut: [Bool]) -> Int {
        part.reduce(0) { isLeftOut[$1] ? $0 : $0 + items[$1].length }
    }

    /// For each item whether it is a table of data, and not one that puts things beside each other.
    func dataTables() -> [Bool] {
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
