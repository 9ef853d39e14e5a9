import CellGrid

/// A list that is narrowed by what is typed: the entries that all its words fit, the best first, and the one under
/// the cursor. The `:` line, help and the completion of addresses are made of it.
struct Shortlist<Item: Sendable>: Sendable {
    /// One thing to choose.
    struct Entry: Sendable {
        /// What is chosen.
        let item: Item
        /// What it is called.
        let name: String
        /// What stands behind the name and is not looked for; empty for nothing.
        let suffix: String
        /// What stands beside it, such as its keys; empty for nothing.
        let mark: String
        /// What is said of it; empty for nothing.
        let detail: String
        fileprivate let foldedName: [UInt8]
        fileprivate let foldedDetail: [UInt8]
        fileprivate let foldedMarks: [ArraySlice<UInt8>]
        fileprivate let foldedWords: [ArraySlice<UInt8>]

        /// An entry. What is typed is looked for in `name` and `detail`; a word of `mark` is found as a whole, one of
        /// `words`, which is not shown, by its beginning too.
        init(
            _ item: Item, name: String, suffix: String = "", mark: String = "", detail: String = "",
            words: String = ""
        ) {
            self.item = item
            self.name = name
            self.suffix = suffix
            self.mark = mark
            self.detail = detail
            foldedName = SoughtWord.folded(name)
            foldedDetail = SoughtWord.folded(detail)
            foldedMarks = SoughtWord.folded(mark).split(separator: UInt8(ascii: " "))
            foldedWords = SoughtWord.folded(words).split(separator: UInt8(ascii: " "))
        }
    }

    /// In which order entries that fit are listed.
    enum Order: Equatable, Sendable {
        /// The best first; of equals the one that was listed first.
        case best
        /// As they were listed.
        case listed
    }

    /// All entries.
    private(set) var entries: [Entry]
    /// In which order those that fit are listed.
    let order: Order
    /// Those that fit, as places in `entries`.
    private(set) var shown: [Int]
    /// The one under the cursor, as a place in `shown`.
    var cursor: ListCursor
    /// What it was narrowed to; nil when not by a text alone.
    private var text: String? = ""
    /// The words that entries are to fit.
    private(set) var words: [SoughtWord] = []

    /// The columns of the longest name, its suffix included.
    private(set) var nameWidth: Column
    /// The columns of the longest mark.
    private(set) var markWidth: Column
    /// Whether anything is said of an entry.
    private(set) var hasDetails: Bool

    /// A list of all entries, with the cursor on the first.
    init(_ entries: [Entry], order: Order = .best) {
        self.entries = entries
        self.order = order
        nameWidth = entries.map { TextWidth.columns(of: $0.name + $0.suffix) }.max() ?? 0
        markWidth = entries.map { TextWidth.columns(of: $0.mark) }.max() ?? 0
        hasDetails = entries.contains { !$0.detail.isEmpty }
        shown = Array(entries.indices)
        cursor = ListCursor(count: entries.count, at: 0)
    }

    /// Adds entries behind the others of a list that keeps its order; the cursor stays. Linear in them.
    mutating func append(_ new: [Entry]) {
        for entry in new {
            if Self.rank(entry, words) != nil { shown.append(entries.count) }
            entries.append(entry)
            nameWidth = max(nameWidth, TextWidth.columns(of: entry.name + entry.suffix))
            markWidth = max(markWidth, TextWidth.columns(of: entry.mark))
            hasDetails = hasDetails || !entry.detail.isEmpty
        }
        cursor.grow(to: shown.count)
    }

    /// The entry under the cursor; nil when none fits.
    var chosen: Entry? { shown.indices.contains(cursor.index) ? entries[shown[cursor.index]] : nil }

    /// Leaves the entries that all words of a text fit, and puts the cursor on the best. The same text again
    /// changes nothing. Linear in the texts of the entries for each word.
    mutating func narrow(to text: String) {
        guard text != self.text else { return }
        self.text = text
        words = SoughtWord.all(in: text)
        let words = words
        let ranks = entries.map { Self.rank($0, words) }
        shown = entries.indices.filter { ranks[$0] != nil }
        let best = shown.min { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
        if order == .best { shown.sort { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) } }
        cursor = ListCursor(count: shown.count, at: best.flatMap(shown.firstIndex) ?? 0)
    }

    /// Leaves of those that fit the ones that are wanted, with the cursor on the first.
    mutating func keep(_ isWanted: (Entry) -> Bool) {
        text = nil
        shown = shown.filter { isWanted(entries[$0]) }
        cursor = ListCursor(count: shown.count, at: 0)
    }

    /// Puts the cursor on the first entry of those shown that is wanted; it stays where none is.
    mutating func choose(_ isWanted: (Entry) -> Bool) {
        if let index = shown.firstIndex(where: { isWanted(entries[$0]) }) { cursor.move(to: index) }
    }

    /// How far an entry is from what is typed, 0 the nearest; nil where a word does not fit. A place in the name
    /// counts before any in the detail, and of names that begin alike the shorter one comes first.
    private static func rank(_ entry: Entry, _ words: [SoughtWord]) -> Int? {
        var sum = 0
        for word in words {
            let inName = word.fit(in: entry.foldedName)
            let inDetail = word.fit(in: entry.foldedDetail)
            switch (inName, inDetail) {
            case (.whole, _): break
            // What it is called elsewhere is as good as the beginning of a name.
            case (_, _) where entry.foldedWords.contains { word.isWhole(of: $0) }: sum += 50
            case (.atStart, _): sum += 100 + min(99, entry.foldedName.count)
            case (.atWord, _): sum += 200
            case (_, _) where entry.foldedMarks.contains { word.isWhole(of: $0) }: sum += 250
            case (_, _) where entry.foldedWords.contains { word.isBeginning(of: $0) }: sum += 260
            case (.within, _): sum += 300
            case (_, .whole), (_, .atStart), (_, .atWord): sum += 400
            case (_, .within): sum += 500
            // Of letters with others between them those closer together come first.
            case (.scattered, _): sum += 600 + min(99, word.gaps(in: entry.foldedName))
            // Scattered over a sentence is everything.
            case (nil, .scattered), (nil, nil): return nil
            }
        }
        return sum
    }
}
