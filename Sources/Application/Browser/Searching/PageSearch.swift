import CellGrid
import PageLayout

/// A search through a page, portion by portion: what was found so far, and where it is going.
struct PageSearch: Sendable {
    /// A place among the matches.
    struct Spot: Comparable, Sendable {
        var line: PortionedLine
        /// The column; -1 is before the line.
        var column: Int

        static func < (one: Spot, other: Spot) -> Bool {
            one.line == other.line ? one.column < other.column : one.line < other.line
        }
    }

    /// What is still to be done besides counting.
    enum Course: Equatable, Sendable {
        /// Nothing.
        case resting
        /// To find the first match behind a place, the page's first one where there is none.
        case next(Spot)
        /// To find the last match before a place, the page's last one where there is none.
        case previous(Spot)
        /// To show the match that was found.
        case found
    }

    /// A match by its portion and its number there, from 0: they stay what they are at every width.
    struct Hit: Equatable, Sendable {
        var portion: Int
        var number: Int
    }

    /// Which of some portions has a match first.
    private enum Nearest {
        /// One that was not looked through may have it.
        case unknown
        case none
        case portion(Int)
    }

    /// What walking through the links begins at.
    private enum Start {
        /// The chosen link.
        case link
        /// The match that was gone to last.
        case hit
    }

    private struct Count: Sendable {
        var edition: Int
        var matches: Int
    }

    private struct Listed: Sendable {
        var portion: Int
        var edition: Int
        var matches: [TextMatch]
    }

    /// What is looked for.
    let sought: SoughtText
    /// What is still to be done besides counting.
    private(set) var course = Course.resting
    /// The match that was gone to last; nil for none.
    private(set) var hit: Hit?
    /// What walking through the links begins at.
    private var start = Start.link
    /// Whether the last step went on beyond an end of the page.
    private(set) var turn = SearchTurn.none
    /// What is to be marked on the lines of the screen, by their numbers.
    private(set) var marks: [Int: [SearchMark]] = [:]
    private var counts: [Count?] = []
    /// The matches of the portions asked for last, the latest last.
    private var lists: [Listed] = []

    /// The most portions whose matches are kept: those on a screen, and where the search is.
    private static let listLimit = 4

    /// A search that has not begun.
    init(_ sought: SoughtText) { self.sought = sought }

    /// A search that sets out for the first match of the page.
    init(seeking sought: SoughtText) {
        self.init(sought)
        setOut(.next(Spot(line: PortionedLine(portion: 0, line: 0), column: -1)))
    }

    /// Sets out for a match. The one that was gone to last is left.
    mutating func setOut(_ course: Course) {
        self.course = course
        turn = .none
        hit = nil
    }

    /// Whether walking through the links begins at the match that was gone to last: no link was chosen since.
    var isWalkedFrom: Bool { start == .hit }

    /// A link was chosen.
    mutating func leaveHit() { start = .link }

    /// The match found has been shown.
    mutating func rest() { course = .resting }

    /// The page is another: all is to be looked through again.
    mutating func forget() {
        (counts, hit) = ([], nil)
        forgetLines()
        if course == .found { course = .resting }
    }

    /// Lines were broken anew.
    mutating func forgetLines() {
        lists = []
        marks = [:]
    }

    /// Where the match stands that was gone to last.
    mutating func spot(_ layout: inout LaidOutPage) -> Spot? {
        guard let hit else { return nil }
        let matches = matches(in: hit.portion, &layout)
        return matches.indices.contains(hit.number) ? Self.spot(matches[hit.number], hit.portion) : nil
    }

    /// The lines of the match that was gone to last.
    mutating func lines(_ layout: inout LaidOutPage) -> (first: PortionedLine, count: Int)? {
        guard let hit else { return nil }
        let matches = matches(in: hit.portion, &layout)
        guard matches.indices.contains(hit.number) else { return nil }
        let parts = matches[hit.number].parts
        return (
            PortionedLine(portion: hit.portion, line: parts[0].line),
            parts[parts.count - 1].line - parts[0].line + 1
        )
    }

    private static func spot(_ match: TextMatch, _ portion: Int) -> Spot {
        Spot(
            line: PortionedLine(portion: portion, line: match.parts[0].line),
            column: match.parts[0].columns.lowerBound)
    }

    // MARK: Counting

    /// Looks through one portion more, or has more of the page read: some half a millisecond.
    /// - Returns: Whether there was something to do.
    mutating func advance(_ layout: inout LaidOutPage) -> Bool {
        if let portion = uncounted(near(layout), layout) {
            look(through: portion, &layout)
            return true
        }
        let (read, portions) = (layout.bytesRead, layout.portionCount)
        if !layout.hasRead(layout.byteCount) {
            let goesOn = layout.advance()
            if goesOn || layout.bytesRead > read || layout.portionCount > portions { return true }
        }
        if let portion = uncounted(0..<layout.portionCount, layout) {
            look(through: portion, &layout)
            return true
        }
        let before = course
        pursue(&layout)
        return course != before
    }

    private mutating func look(through portion: Int, _ layout: inout LaidOutPage) {
        while counts.count <= portion { counts.append(nil) }
        counts[portion] = Count(
            edition: layout.edition(ofPortion: portion), matches: matches(in: portion, &layout).count)
        pursue(&layout)
    }

    /// The portions on the way to the match that is wanted, before an end of the page is reached.
    private func near(_ layout: LaidOutPage) -> Range<Int> {
        switch course {
        case .next(let spot): min(spot.line.portion, layout.portionCount)..<layout.portionCount
        case .previous(let spot): 0..<min(spot.line.portion + 1, layout.portionCount)
        case .resting, .found: 0..<layout.portionCount
        }
    }

    /// The next of some portions to be looked through.
    private func uncounted(_ portions: Range<Int>, _ layout: LaidOutPage) -> Int? {
        switch course {
        case .previous: portions.last { count(of: $0, layout) == nil }
        case .next, .resting, .found: portions.first { count(of: $0, layout) == nil }
        }
    }

    /// The matches in a portion; nil while they are not counted.
    private func count(of portion: Int, _ layout: LaidOutPage) -> Int? {
        guard counts.indices.contains(portion), let count = counts[portion],
            count.edition == layout.edition(ofPortion: portion)
        else { return nil }
        return count.matches
    }

    /// The matches in a portion.
    private mutating func matches(in portion: Int, _ layout: inout LaidOutPage) -> [TextMatch] {
        let edition = layout.edition(ofPortion: portion)
        if let known = lists.last(where: { $0.portion == portion }), known.edition == edition {
            return known.matches
        }
        let matches = layout.matches(of: sought, inPortion: portion)
        lists = lists.filter { $0.portion != portion }.suffix(Self.listLimit - 1)
        lists.append(Listed(portion: portion, edition: edition, matches: matches))
        return matches
    }

    /// How far the search is. Linear in the portions.
    func tally(_ layout: LaidOutPage) -> SearchTally {
        let counted = (0..<layout.portionCount).map { count(of: $0, layout) }
        var number: Int?
        if let hit, counted.indices.contains(hit.portion) {
            let before = counted[..<hit.portion]
            if before.allSatisfy({ $0 != nil }) {
                number = before.reduce(0) { $0 + ($1 ?? 0) } + hit.number + 1
            }
        }
        let isComplete =
            layout.isFinished && layout.hasRead(layout.byteCount) && counted.allSatisfy { $0 != nil }
        return SearchTally(
            sought: sought, number: number, count: counted.reduce(0) { $0 + ($1 ?? 0) },
            isComplete: isComplete, turn: turn)
    }

    // MARK: Going to a match

    /// Finds the match that is wanted, as far as what was looked through tells.
    private mutating func pursue(_ layout: inout LaidOutPage) {
        let all = layout.portionCount
        switch course {
        case .resting, .found: return
        case .next(let spot):
            let own = spot.line.portion
            if own < all {
                guard let count = count(of: own, layout) else { return }
                let matches = count > 0 ? matches(in: own, &layout) : []
                if let number = matches.firstIndex(where: { Self.spot($0, own) > spot }) {
                    return find(Hit(portion: own, number: number))
                }
            }
            switch first(min(own + 1, all)..<all, layout) {
            case .unknown: return
            case .portion(let portion): return find(Hit(portion: portion, number: 0))
            case .none: guard layout.hasRead(layout.byteCount) else { return }
            }
            switch first(0..<min(own + 1, all), layout) {
            case .unknown: return
            case .portion(let portion): return find(Hit(portion: portion, number: 0), .start)
            case .none: break
            }
        case .previous(let spot):
            let own = spot.line.portion
            if own < all {
                guard let count = count(of: own, layout) else { return }
                let matches = count > 0 ? matches(in: own, &layout) : []
                if let number = matches.lastIndex(where: { Self.spot($0, own) < spot }) {
                    return find(Hit(portion: own, number: number))
                }
            }
            switch first((0..<min(own, all)).reversed(), layout) {
            case .unknown: return
            case .portion(let portion): return findLast(in: portion, .none, layout)
            case .none: guard layout.hasRead(layout.byteCount) else { return }
            }
            switch first((min(own, all)..<all).reversed(), layout) {
            case .unknown: return
            case .portion(let portion): return findLast(in: portion, .end, layout)
            case .none: break
            }
        }
        // While the page arrives, what was not found may still come.
        if layout.isFinished { course = .resting }
    }

    private mutating func findLast(in portion: Int, _ turn: SearchTurn, _ layout: LaidOutPage) {
        find(Hit(portion: portion, number: (count(of: portion, layout) ?? 1) - 1), turn)
    }

    private mutating func find(_ hit: Hit, _ turn: SearchTurn = .none) {
        self.hit = hit
        start = .hit
        self.turn = turn
        course = .found
    }

    /// The first of some portions with a match.
    private func first(_ portions: some Sequence<Int>, _ layout: LaidOutPage) -> Nearest {
        for portion in portions {
            guard let count = count(of: portion, layout) else { return .unknown }
            if count > 0 { return .portion(portion) }
        }
        return .none
    }

    // MARK: Marks

    /// Notes what is to be marked on some lines. Linear in the matches there.
    mutating func mark(_ lines: Range<Int>, _ layout: inout LaidOutPage) {
        marks = [:]
        let lines = lines.clamped(to: 0..<layout.lineCount)
        guard let last = lines.last else { return }
        let (start, end) = (layout.portioned(line: lines.lowerBound), layout.portioned(line: last))
        for portion in start.portion...max(start.portion, end.portion) {
            let matches = matches(in: portion, &layout)
            var number = portion == start.portion ? Self.first(matches, touching: start.line) : 0
            while number < matches.count {
                let match = matches[number]
                if portion == end.portion, match.parts[0].line > end.line { break }
                let isHit = hit == Hit(portion: portion, number: number)
                for part in match.parts {
                    guard let line = layout.line(at: PortionedLine(portion: portion, line: part.line)) else {
                        continue
                    }
                    marks[line, default: []].append(SearchMark(columns: part.columns, isHit: isHit))
                }
                number += 1
            }
        }
    }

    /// The first match that ends on a line or behind it. Logarithmic.
    private static func first(_ matches: [TextMatch], touching line: Int) -> Int {
        var (low, high) = (0, matches.count)
        while low < high {
            let middle = (low + high) / 2
            let parts = matches[middle].parts
            if parts[parts.count - 1].line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
