import HTML

/// The widths of a table's columns, and their positions.
struct TableColumns {
    /// The number of screen columns between two columns of a table, and the number if they do not fit otherwise.
    static let gap = 2
    static let narrowGap = 1
    /// Words up to this length are not broken if the table fits that way.
    static let longWord = 24
    /// Words up to this length are never broken to fit columns.
    static let shortWord = 12
    /// The minimum width of a column, unless it needs less.
    private static let narrowest = 10
    /// The minimum width of a column of few words, unless it needs less, before the table gives up its rows.
    private static let narrowestOfFew = 4
    /// The maximum unbroken width of a column of few words.
    private static let fewWords = 30
    /// Words that lack at most this many columns are kept whole before other space is distributed; for longer ones,
    /// lines of other columns would be broken.
    private static let little = 4
    /// Up to this width columns grow equally; further space goes to those with more text.
    private static let comfortable = 20

    /// The widths that content needs.
    struct Size {
        /// With words broken that are longer than a short word.
        var tightest = 0
        /// With words broken that are longer than a long word.
        var smallest = 0
        /// Without any breaks.
        var largest = 0

        mutating func grow(to other: Size) {
            tightest = max(tightest, other.tightest)
            smallest = max(smallest, other.smallest)
            largest = max(largest, other.largest)
        }
    }

    /// The width of each column. A column without content has no width, and no gap next to it.
    private(set) var widths: [Int]
    /// The position of each column.
    private(set) var starts: [Int] = []

    /// Fits columns into a width; nil if they would be too narrow to read. Gaps are narrowed before lines are broken,
    /// and before words are.
    init?(_ sizes: [Size], room: Int) {
        let used = sizes.count { $0.largest > 0 }
        func free(_ gap: Int) -> Int { room - gap * max(0, used - 1) }
        let wishes = sizes.map(\.largest)
        let total = wishes.reduce(0, +)
        let wide = sizes.map { max($0.smallest, min($0.largest, Self.narrowest)) }
        let tight = sizes.map { max($0.tightest, min($0.largest, Self.narrowest)) }
        let least = wishes.map { min($0, $0 > Self.fewWords ? Self.narrowest : Self.narrowestOfFew) }
        let wholeWords = zip(sizes, least).map { max($0.smallest, $1) }
        let cutWords = zip(sizes, least).map { max($0.tightest, $1) }
        var gap = Self.gap
        if total <= free(gap) {
            widths = wishes
        } else if total <= free(Self.narrowGap) {
            gap = Self.narrowGap
            widths = wishes
        } else {
            let tries = [
                (Self.gap, wide), (Self.narrowGap, wide), (Self.gap, tight), (Self.narrowGap, tight),
                (Self.narrowGap, wholeWords), (Self.narrowGap, cutWords),
            ]
            guard let fitting = tries.first(where: { $0.1.reduce(0, +) <= free($0.0) }) else { return nil }
            gap = fitting.0
            var floors = Self.keepingWords(fitting.1, sizes, room: free(gap))
            let closer = Self.keepingWords(fitting.1, sizes, room: free(Self.narrowGap))
            if Self.cut(closer, sizes) < Self.cut(floors, sizes) {
                gap = Self.narrowGap
                floors = closer
            }
            widths = Self.share(free(gap), floors, wishes)
        }
        var column = 0
        for width in widths {
            starts.append(column)
            if width > 0 { column += width + gap }
        }
    }

    /// Gives the remaining space to columns whose words would be broken for lack of little, so that as many as possible
    /// keep them whole: first to those that lack least.
    private static func keepingWords(_ floors: [Int], _ sizes: [Size], room: Int) -> [Int] {
        var result = floors
        var rest = room - floors.reduce(0, +)
        let missing = floors.indices.filter { sizes[$0].smallest > floors[$0] }
            .map { (columns: sizes[$0].smallest - floors[$0], index: $0) }
        for (columns, index) in missing.sorted(by: <) {
            if columns > min(rest, little) { break }
            result[index] += columns
            rest -= columns
        }
        return result
    }

    /// Returns the number of columns with broken words.
    private static func cut(_ floors: [Int], _ sizes: [Size]) -> Int {
        zip(floors, sizes).count { $0 < $1.smallest }
    }

    /// Distributes the width: columns that need little get all they need, and the others share the rest in proportion
    /// to their text.
    private static func share(_ room: Int, _ floors: [Int], _ wishes: [Int]) -> [Int] {
        let level = highestLevel(room, floors, wishes)
        var result = widths(level, floors, wishes)
        let rest = room - result.reduce(0, +)
        let needs = zip(wishes, result).map { $0 - $1 }
        let total = needs.reduce(0, +)
        guard rest > 0, total > rest else { return total > rest ? result : wishes }
        for index in result.indices { result[index] += needs[index] * rest / total }
        return result
    }

    /// Returns the width up to which all columns can grow equally.
    private static func highestLevel(_ room: Int, _ floors: [Int], _ wishes: [Int]) -> Int {
        (1..<(comfortable + 1)).partitionPoint { widths($0, floors, wishes).reduce(0, +) <= room }
    }

    private static func widths(_ level: Int, _ floors: [Int], _ wishes: [Int]) -> [Int] {
        zip(floors, wishes).map { max($0, min($1, level)) }
    }

    /// Returns the width of a cell that spans these columns.
    func width(of range: Range<Int>) -> Int {
        if range.count == 1 { return max(1, widths[range.lowerBound]) }
        let used = range.filter { widths[$0] > 0 }
        guard let last = used.last else { return 1 }
        return starts[last] + widths[last] - starts[range.lowerBound]
    }

    /// Widens columns so that a cell that spans several of them fits.
    static func spread(_ size: Size, over range: Range<Int>, _ sizes: inout [Size]) {
        var used = range.filter { sizes[$0].largest > 0 }
        if used.isEmpty { used = Array(range) }
        let gaps = gap * (used.count - 1)
        for key in [\Size.tightest, \Size.smallest, \Size.largest] {
            let missing = max(0, size[keyPath: key] - gaps - used.reduce(0) { $0 + sizes[$1][keyPath: key] })
            for (position, index) in used.enumerated() {
                sizes[index][keyPath: key] += missing / used.count + (position < missing % used.count ? 1 : 0)
            }
        }
        for index in used {
            sizes[index].smallest = max(sizes[index].smallest, sizes[index].tightest)
            sizes[index].largest = max(sizes[index].largest, sizes[index].smallest)
        }
    }
}
