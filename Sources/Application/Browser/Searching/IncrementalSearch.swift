import CellGrid

/// A search through a text, portion by portion: what was found so far, and which match is wanted.
struct IncrementalSearch<Text: SearchedText>: Equatable, Sendable {
    /// What is still to be done besides counting.
    enum Goal: Equatable, Sendable {
        /// Nothing.
        case none
        /// To find the first match at a place or behind it, the first of all where there is none.
        case next(Text.Place)
        /// To find the last match before a place, the last of all where there is none.
        case previous(Text.Place)
        /// To show the match that was found.
        case show
    }

    /// A match by its portion and its number there, from 0: they stay what they are at every width.
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

    /// What is looked for.
    let sought: SoughtText
    /// What is still to be done besides counting.
    private(set) var goal = Goal.none
    /// What is to be marked on the rows of the screen, by their numbers.
    private(set) var marks: [Int: [SearchMark]] = [:]
    /// Whether something else was chosen since a match was gone to.
    private(set) var isHitLeft = false
    /// The match that was gone to last; nil for none.
    private var hit: Hit?
    /// Whether the last step went on beyond an end.
    private var wrap = SearchWrap.none
    private var counts: [Count?] = []
    /// The matches of the portions asked for last, the latest last.
    private var lists: [Listed] = []

    /// The most portions whose matches are kept: those on a screen, and where the search is.
    private static var listLimit: Int { 4 }

    /// A search that has not begun.
    init(_ sought: SoughtText) { self.sought = sought }

    /// Sets out for a match. The one that was gone to last is left.
    mutating func setOut(_ goal: Goal) {
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

    /// The match found has been shown.
    mutating func rest() { goal = .none }

    /// Something else was chosen.
    mutating func leaveHit() { isHitLeft = true }

    /// The text is another: all is to be looked through again.
    mutating func forget() {
        (counts, hit) = ([], nil)
        forgetLines()
        if goal == .show { goal = .none }
    }

    /// Lines were broken anew.
    mutating func forgetLines() { (lists, marks) = ([], [:]) }

    /// Goes to the match of this number that another search has gone to, where there is one.
    mutating func keepHit(of other: Self, _ text: Text) {
        guard let hit = other.hit, hit.number < count(of: hit.portion, text) ?? 0 else { return }
        self.hit = hit
    }

    /// Where the match stands that was gone to last.
    mutating func hitPlaces(_ text: inout Text) -> Range<Text.Place>? {
        guard let hit else { return nil }
        let matches = matches(in: hit.portion, &text)
        guard matches.indices.contains(hit.number) else { return nil }
        return text.places(of: matches[hit.number], inPortion: hit.portion)
    }

    // MARK: Counting

    /// Looks through one portion more, or has more of the text read: some half a millisecond.
    /// - Returns: Whether there was something to do.
    mutating func advance(_ text: inout Text) -> Bool {
        let isNear = look(through: near(text), &text)
        if isNear || text.readMore() || look(through: 0..<text.portionCount, &text) { return true }
        let before = goal
        pursue(&text)
        return goal != before
    }

    /// Looks through all that is left.
    mutating func finish(_ text: inout Text) {
        while advance(&text) {}
    }

    /// Looks through the next of some portions. False where all of them were.
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

    /// The portions on the way to the match that is wanted, before an end is reached.
    private func near(_ text: Text) -> Range<Int> {
        let all = text.portionCount
        return switch goal {
        case .next(let place): min(text.portion(of: place), all)..<all
        case .previous(let place): 0..<min(text.portion(of: place) + 1, all)
        case .none, .show: 0..<all
        }
    }

    /// The matches in a portion; nil while they are not counted.
    private func count(of portion: Int, _ text: Text) -> Int? {
        guard counts.indices.contains(portion), let count = counts[portion],
            count.edition == text.edition(ofPortion: portion)
        else { return nil }
        return count.matches
    }

    /// The matches in a portion.
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

    /// Whether all was looked through.
    func isComplete(_ text: Text) -> Bool {
        text.isFinished && text.hasReadAll
            && (0..<text.portionCount).allSatisfy { count(of: $0, text) != nil }
    }

    /// How far the search is. Linear in the portions.
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

    // MARK: Going to a match

    /// Finds the match that is wanted, as far as what was looked through tells.
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
        // While the text arrives, what was not found may still come.
        if text.isFinished { goal = .none }
    }

    private mutating func go(to hit: Hit, _ wrap: SearchWrap) {
        self.hit = hit
        self.wrap = wrap
        goal = .show
        isHitLeft = false
    }

    // MARK: Marks

    /// Notes what is to be marked on some rows. Linear in them and the matches there.
    mutating func mark(_ rows: Range<Int>, _ text: inout Text) { marks = marks(on: rows, &text) }

    /// What is to be marked on some rows.
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

    /// The first match that ends behind a place. Logarithmic.
    private func first(
        _ matches: [Text.Match], behind place: Text.Place, _ portion: Int, _ text: Text
    ) -> Int {
        var (low, high) = (0, matches.count)
        while low < high {
            let middle = (low + high) / 2
            let end = text.places(of: matches[middle], inPortion: portion).upperBound
            if end <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
