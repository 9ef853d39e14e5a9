import CellGrid
import HTML
import PageLayout

/// A search through a text, portion by portion: the matches found so far, and the match to be shown.
struct IncrementalSearch<Text: SearchedText>: Equatable, Sendable {
    /// The pending work, apart from counting.
    enum Goal: Equatable, Sendable {
        /// None.
        case none
        /// Find the first match at or after a position, or the first of all if there is none.
        case next(Text.Place)
        /// Find the last match before a position, or the last of all if there is none.
        case previous(Text.Place)
        /// Show the match that was found.
        case show
    }

    /// A match, identified by its portion and its index there, which do not depend on the width.
    private struct Hit: Equatable, Sendable {
        var portion: Int
        var number: Int
    }

    private struct Count: Equatable, Sendable {
        var edition: Int
        var matches: Int
    }

    private struct Listed: Equatable, Sendable {
        var portion: Int
        var edition: Int
        var matches: [Text.Match]
    }

    let sought: SoughtText
    /// The pending work, apart from counting.
    private(set) var goal = Goal.none
    /// The matches on the rows of the screen, by row number.
    private(set) var marks: [Int: [SearchMark]] = [:]
    /// Whether something else was chosen after the current match was shown.
    private(set) var isHitLeft = false
    /// The current match; nil for none.
    private var hit: Hit?
    /// Whether the last step wrapped around.
    private var wrap = SearchWrap.none
    private var counts: [Count?] = []
    /// The matches of recently used portions, the latest last.
    private var lists: [Listed] = []

    /// The maximum number of portions whose matches are kept: those on a screen, and the current one of the search.
    private static var listLimit: Int { 4 }

    /// Creates a search that has not begun.
    init(_ sought: SoughtText) { self.sought = sought }

    /// Starts looking for a match, and drops the current one.
    mutating func start(_ goal: Goal) {
        self.goal = goal
        (wrap, hit) = (.none, nil)
    }

    /// Whether a match is still to be found.
    var isOnWay: Bool {
        switch goal {
        case .next, .previous: true
        case .none, .show: false
        }
    }

    /// Called once the match found has been shown.
    mutating func rest() { goal = .none }

    /// Called when something else was chosen.
    mutating func leaveHit() { isHitLeft = true }

    /// Starts again, after the text changed.
    mutating func forget() {
        (counts, hit) = ([], nil)
        forgetLines()
        if goal == .show { goal = .none }
    }

    /// Drops what depends on line breaks.
    mutating func forgetLines() { (lists, marks) = ([], [:]) }

    /// Takes over the current match of another search by its index, if it exists here.
    mutating func keepHit(of other: Self, _ text: Text) {
        guard let hit = other.hit, hit.number < count(of: hit.portion, text) ?? 0 else { return }
        self.hit = hit
    }

    /// Returns the position of the current match.
    mutating func hitPlaces(_ text: inout Text) -> Range<Text.Place>? {
        guard let hit else { return nil }
        let matches = matches(in: hit.portion, &text)
        guard matches.indices.contains(hit.number) else { return nil }
        return text.places(of: matches[hit.number], inPortion: hit.portion)
    }

    // MARK: Counting

    /// Searches one more portion, or reads more of the text, in about half a millisecond.
    /// - Returns: Whether there was anything to do.
    mutating func advance(_ text: inout Text) -> Bool {
        let isNear = look(through: near(text), &text)
        if isNear || text.readMore() || look(through: 0..<text.portionCount, &text) { return true }
        let before = goal
        pursue(&text)
        return goal != before
    }

    /// Searches everything that is left.
    mutating func finish(_ text: inout Text) {
        while advance(&text) {}
    }

    /// Searches the next of some portions. Returns false if all of them have been searched.
    private mutating func look(through portions: Range<Int>, _ text: inout Text) -> Bool {
        let isOpen = { count(of: $0, text) == nil }
        var next = portions.first(where: isOpen)
        if case .previous = goal { next = portions.last(where: isOpen) }
        guard let next else { return false }
        while counts.count <= next { counts.append(nil) }
        counts[next] = Count(
            edition: text.edition(ofPortion: next), matches: matches(in: next, &text).count)
        pursue(&text)
        return true
    }

    /// Returns the portions between the start of the search and the end of the text in its direction.
    private func near(_ text: Text) -> Range<Int> {
        let all = text.portionCount
        return switch goal {
        case .next(let place): min(text.portion(of: place), all)..<all
        case .previous(let place): 0..<min(text.portion(of: place) + 1, all)
        case .none, .show: 0..<all
        }
    }

    /// Returns the number of matches in a portion, or nil if they are not counted yet.
    private func count(of portion: Int, _ text: Text) -> Int? {
        guard counts.indices.contains(portion), let count = counts[portion],
            count.edition == text.edition(ofPortion: portion)
        else { return nil }
        return count.matches
    }

    /// Returns the matches in a portion.
    private mutating func matches(in portion: Int, _ text: inout Text) -> [Text.Match] {
        let edition = text.edition(ofPortion: portion)
        if let known = lists.last(where: { $0.portion == portion }), known.edition == edition {
            return known.matches
        }
        let matches = text.matches(of: sought, inPortion: portion)
        lists = lists.filter { $0.portion != portion }.suffix(Self.listLimit - 1)
        lists.append(Listed(portion: portion, edition: edition, matches: matches))
        return matches
    }

    /// Returns whether the whole text has been searched.
    func isComplete(_ text: Text) -> Bool {
        text.isFinished && text.hasReadAll
            && (0..<text.portionCount).allSatisfy { count(of: $0, text) != nil }
    }

    /// Returns the progress of the search. Linear in the portions.
    func tally(_ text: Text) -> SearchTally {
        let counted = (0..<text.portionCount).map { count(of: $0, text) }
        var number: Int?
        if let hit, counted.indices.contains(hit.portion) {
            let before = counted[..<hit.portion]
            if !before.contains(nil) { number = before.reduce(hit.number + 1) { $0 + ($1 ?? 0) } }
        }
        return SearchTally(
            sought: sought, number: number, count: counted.reduce(0) { $0 + ($1 ?? 0) },
            isComplete: isComplete(text), wrap: wrap)
    }

    // MARK: Moving to a match

    /// Finds the requested match, as far as it is known from the portions searched so far.
    private mutating func pursue(_ text: inout Text) {
        switch goal {
        case .none, .show: return
        case .next(let place): find(from: place, isForward: true, &text)
        case .previous(let place): find(from: place, isForward: false, &text)
        }
    }

    private mutating func find(from place: Text.Place, isForward: Bool, _ text: inout Text) {
        let all = text.portionCount
        let own = min(text.portion(of: place), all)
        if own < all {
            guard let count = count(of: own, text) else { return }
            let starts = (count > 0 ? matches(in: own, &text) : []).map {
                text.places(of: $0, inPortion: own).lowerBound
            }
            let number = isForward ? starts.firstIndex { $0 >= place } : starts.lastIndex { $0 < place }
            if let number { return go(to: Hit(portion: own, number: number), .none) }
        }
        let middle = isForward ? min(own + 1, all) : own
        let halves = [0..<middle, middle..<all]
        for (portions, isFirst) in zip(isForward ? halves.reversed() : halves, [true, false]) {
            let mayMatch = { count(of: $0, text) != 0 }
            if let portion = isForward ? portions.first(where: mayMatch) : portions.last(where: mayMatch) {
                guard let count = count(of: portion, text) else { return }
                let hit = Hit(portion: portion, number: isForward ? 0 : count - 1)
                return go(to: hit, isFirst ? .none : isForward ? .start : .end)
            }
            guard text.hasReadAll else { return }
        }
        // While the text arrives, a match may still follow.
        if text.isFinished { goal = .none }
    }

    private mutating func go(to hit: Hit, _ wrap: SearchWrap) {
        self.hit = hit
        self.wrap = wrap
        goal = .show
        isHitLeft = false
    }

    // MARK: Marks

    /// Updates the marks of some rows. Linear in the rows and their matches.
    mutating func mark(_ rows: Range<Int>, _ text: inout Text) { marks = marks(on: rows, &text) }

    /// Returns the marks of some rows.
    mutating func marks(on rows: Range<Int>, _ text: inout Text) -> [Int: [SearchMark]] {
        var marks: [Int: [SearchMark]] = [:]
        for (row, places) in text.places(onRows: rows) where !places.isEmpty {
            for portion in text.portions(touching: places) {
                let matches = matches(in: portion, &text)
                var number = first(matches, behind: places.lowerBound, portion, text)
                while number < matches.count,
                    text.places(of: matches[number], inPortion: portion).lowerBound < places.upperBound
                {
                    let isHit = hit == Hit(portion: portion, number: number)
                    marks[row, default: []] += text.columns(of: matches[number], on: places).map {
                        SearchMark(columns: $0, isHit: isHit)
                    }
                    number += 1
                }
            }
        }
        return marks
    }

    /// Returns the index of the first match that ends after a position. Logarithmic.
    private func first(
        _ matches: [Text.Match], behind place: Text.Place, _ portion: Int, _ text: Text
    ) -> Int {
        matches.partitionPoint { text.places(of: $0, inPortion: portion).upperBound <= place }
    }
}

/// A text that can be searched portion by portion.
protocol SearchedText {
    /// A position in it, by which matches are ordered.
    associatedtype Place: Comparable & Sendable
    /// A match. Matches of a portion do not contain one another.
    associatedtype Match: Equatable & Sendable

    var portionCount: Int { get }
    /// Whether they contain everything that has arrived.
    var hasReadAll: Bool { get }
    var isFinished: Bool { get }
    /// Returns a number that changes with the text of a portion.
    func edition(ofPortion portion: Int) -> Int
    /// Builds more portions of what has arrived, in about half a millisecond.
    /// - Returns: Whether there was anything to do.
    mutating func readMore() -> Bool
    /// Returns the matches that begin in a portion, in order. Linear in its text.
    mutating func matches(of sought: SoughtText, inPortion portion: Int) -> [Match]

    /// Returns the portion of a position; for one after the end, a portion that does not exist yet.
    func portion(of place: Place) -> Int
    /// Returns the portions that may contain the beginning of a match that covers part of a range.
    func portions(touching places: Range<Place>) -> Range<Int>
    /// Returns the range of a match in a portion.
    func places(of match: Match, inPortion portion: Int) -> Range<Place>
    /// Returns the positions on each of some rows of the screen, as far as the rows exist.
    func places(onRows rows: Range<Int>) -> [(row: Int, places: Range<Place>)]
    /// Returns the columns that a match covers on a row with these positions in its portion.
    func columns(of match: Match, on row: Range<Place>) -> [Range<Int>]
}

extension IncrementalSearch where Text == InspectedContent {
    /// Starts the search for the match that a step leads to: from the last match if it begins on one of the rows shown,
    /// otherwise from these rows.
    mutating func start(_ step: SearchStep, from rows: Range<Int>, _ content: inout InspectedContent) {
        let shown = content.place(ofRow: rows.lowerBound)..<content.place(ofRow: rows.upperBound)
        let hit = hitPlaces(&content).flatMap { shown.contains($0.lowerBound) ? $0 : nil }
        switch step {
        case .begin: start(.next(shown.lowerBound))
        case .next: start(.next(hit?.upperBound ?? shown.lowerBound))
        case .previous: start(.previous(hit?.lowerBound ?? shown.upperBound))
        case .mark: return
        }
    }
}

extension IncrementalSearch where Text == LaidOutPage {
    /// Creates a search for the first match of the page.
    init(seeking sought: SoughtText) {
        self.init(sought)
        start(.next(PagePlace(line: PortionedLine(portion: 0, line: 0))))
    }
}
