import CellGrid
import SonicProtocol

/// A list narrowed by typed text: the entries that match all its words, the best first, with a cursor. The `:` line,
/// help and the completion of addresses use it.
struct Shortlist<Item: Sendable>: Sendable {
    struct Entry: Sendable {
        let item: Item
        let name: String
        /// A suffix of the name that is not searched; empty for none.
        let suffix: String
        /// A mark next to it, such as its keys; empty for none.
        let mark: String
        /// The description; empty for none.
        let detail: String
        fileprivate let foldedName: [UInt8]
        fileprivate let foldedDetail: [UInt8]
        fileprivate let foldedMarks: [ArraySlice<UInt8>]
        fileprivate let foldedWords: [ArraySlice<UInt8>]

        /// Creates an entry. The typed text is searched for in `name` and `detail`; a word of `mark` matches only as a
        /// whole, one of `words`, which is not shown, also by its beginning.
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

    /// The order of matching entries.
    enum Order: Equatable, Sendable {
        /// The best first; equal ones in the original order.
        case best
        /// The original order.
        case listed
    }

    private(set) var entries: [Entry]
    /// The order of matching entries.
    let order: Order
    /// The matching entries, as indices of `entries`.
    private(set) var shown: [Int]
    /// The cursor, as an index of `shown`.
    var cursor: ListCursor
    /// The text by which it was narrowed; nil if it was not by text alone.
    private var text: String? = ""
    /// The words that entries must match.
    private(set) var words: [SoughtWord] = []

    /// The width of the longest name, including its suffix.
    private(set) var nameWidth: Column
    /// The width of the longest mark.
    private(set) var markWidth: Column
    /// Whether any entry has a description.
    private(set) var hasDetails: Bool

    /// Creates a list of all entries, with the cursor on the first.
    init(_ entries: [Entry], order: Order = .best) {
        self.entries = entries
        self.order = order
        nameWidth = entries.map { TextWidth.columns(of: $0.name + $0.suffix) }.max() ?? 0
        markWidth = entries.map { TextWidth.columns(of: $0.mark) }.max() ?? 0
        hasDetails = entries.contains { !$0.detail.isEmpty }
        shown = Array(entries.indices)
        cursor = ListCursor(count: entries.count, at: 0)
    }

    /// Appends entries to a list in the original order; the cursor stays. Linear in them.
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

    /// The entry under the cursor; nil if none matches.
    var chosen: Entry? { shown.indices.contains(cursor.index) ? entries[shown[cursor.index]] : nil }

    /// Narrows the list to the entries that match all words of a text, with the cursor on the best. The same text again
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

    /// Narrows the matches to those that satisfy a condition, with the cursor on the first.
    mutating func keep(_ isWanted: (Entry) -> Bool) {
        text = nil
        shown = shown.filter { isWanted(entries[$0]) }
        cursor = ListCursor(count: shown.count, at: 0)
    }

    /// Moves the cursor to the first match that satisfies a condition; it stays if there is none.
    mutating func choose(_ isWanted: (Entry) -> Bool) {
        if let index = shown.firstIndex(where: { isWanted(entries[$0]) }) { cursor.move(to: index) }
    }

    /// Returns the rank of an entry, 0 the best; nil if a word does not match. A match in the name ranks before any in
    /// the description, and of names with the same prefix the shorter one ranks first.
    private static func rank(_ entry: Entry, _ words: [SoughtWord]) -> Int? {
        var sum = 0
        for word in words {
            let inName = word.fit(in: entry.foldedName)
            let inDetail = word.fit(in: entry.foldedDetail)
            switch (inName, inDetail) {
            case (.whole, _): break
            // An alternative name is as good as the beginning of a name.
            case (_, _) where entry.foldedWords.contains { word.isWhole(of: $0) }: sum += 50
            case (.atStart, _): sum += 100 + min(99, entry.foldedName.count)
            case (.atWord, _): sum += 200
            case (_, _) where entry.foldedMarks.contains { word.isWhole(of: $0) }: sum += 250
            case (_, _) where entry.foldedWords.contains { word.isBeginning(of: $0) }: sum += 260
            case (.within, _): sum += 300
            case (_, .whole), (_, .atStart), (_, .atWord): sum += 400
            case (_, .within): sum += 500
            // Of scattered letters, those closer together rank first.
            case (.scattered, _): sum += 600 + min(99, word.gaps(in: entry.foldedName))
            // Letters scattered over a sentence match everything.
            case (nil, .scattered), (nil, nil): return nil
            }
        }
        return sum
    }
}

/// A word to search for in texts, ignoring case. The search is linear in the text.
struct SoughtWord {
    /// The quality of a match, the best first.
    enum Fit {
        /// It is the whole text.
        case whole
        /// The text begins with it.
        case atStart
        /// A word of the text begins with it.
        case atWord
        /// It is within a word.
        case within
        /// Its letters occur in this order, with others between them.
        case scattered
    }

    private let bytes: [UInt8]
    private let finder: ByteFinder

    /// Returns the words of a text, separated by spaces.
    static func all(in text: String) -> [SoughtWord] {
        folded(text).split(separator: UInt8(ascii: " ")).map { SoughtWord(Array($0)) }
    }

    /// Returns a text with its case folded for searching.
    static func folded(_ text: String) -> [UInt8] { LetterCase.lower.applied(to: Array(text.utf8)[...]) }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        finder = ByteFinder(bytes)
    }

    /// Returns the best match in a folded text; nil for none.
    func fit(in text: [UInt8]) -> Fit? {
        best(in: text)?.fit ?? (scatteredEnd(in: text) == nil ? nil : .scattered)
    }

    /// Returns the byte positions of its letters in a folded text: those of the best match, and for a scattered one the
    /// closest before the first position where all have occurred. Empty without a match.
    func places(in text: [UInt8]) -> [Int] {
        if let best = best(in: text) { return Array(best.start..<best.start + bytes.count) }
        guard var index = scatteredEnd(in: text) else { return [] }
        var places: [Int] = []
        for byte in bytes.reversed() {
            // The forward search has found it, so it occurs.
            while text[index] != byte { index -= 1 }
            places.append(index)
            index -= 1
        }
        return places.reversed()
    }

    /// Returns the number of bytes between its letters in a scattered match.
    func gaps(in text: [UInt8]) -> Int {
        let places = places(in: text)
        guard let first = places.first, let last = places.last else { return 0 }
        return last - first + 1 - places.count
    }

    /// Returns the best contiguous match; nil for none.
    private func best(in text: [UInt8]) -> (fit: Fit, start: Int)? {
        guard bytes.count <= text.count else { return nil }
        var best: (fit: Fit, start: Int)?
        var matched = 0
        for (index, byte) in text.enumerated() where finder.isEnd(byte, matched: &matched) {
            let start = index + 1 - bytes.count
            if start == 0 { return (bytes.count == text.count ? .whole : .atStart, 0) }
            if !Self.isInWord(text[start - 1]) {
                if best?.fit != .atWord { best = (.atWord, start) }
            } else if best == nil {
                best = (.within, start)
            }
        }
        return best
    }

    /// Whether it equals the folded text.
    func isWhole(of text: ArraySlice<UInt8>) -> Bool { text.elementsEqual(bytes) }

    /// Whether the folded text begins with it.
    func isBeginning(of text: ArraySlice<UInt8>) -> Bool { text.starts(with: bytes) }

    /// Returns the position of its last letter if all occur in order; nil otherwise.
    private func scatteredEnd(in text: [UInt8]) -> Int? {
        var found = 0
        for (index, byte) in text.enumerated() where bytes[found] == byte {
            found += 1
            if found == bytes.count { return index }
        }
        return nil
    }

    /// Whether a byte is a letter or digit; all bytes outside ASCII count as letters.
    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
