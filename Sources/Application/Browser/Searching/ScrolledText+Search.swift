import CellGrid

/// A search through lines that are all at hand.
struct TextSearch: Equatable, Sendable {
    /// A match: where it stands.
    struct Match: Equatable, Sendable {
        var line: Int
        var columns: Range<Int>
    }

    /// What is looked for.
    let sought: SoughtText
    /// All matches, in their order.
    private(set) var matches: [Match] = []
    /// Which of them was gone to last; nil for none.
    var hit: Int?
    /// Whether the last step went on beyond an end.
    var turn = SearchTurn.none

    /// Looks through some lines. Linear in them.
    init(_ sought: SoughtText, in lines: [StyledLine]) {
        self.sought = sought
        for (number, line) in lines.enumerated() {
            let text = Array(line.text.utf8)
            var folded = FoldedText(sought.letters)
            folded.append(text.span, text.indices)
            for place in sought.places(in: folded) {
                let (start, end) = (
                    folded.original(of: place.lowerBound),
                    min(text.count, folded.original(of: place.upperBound))
                )
                let before = TextWidth.columns(of: text.span.extracting(0..<start)).value
                let width = TextWidth.columns(of: text.span.extracting(start..<max(start, end))).value
                matches.append(Match(line: number, columns: before..<before + width))
            }
        }
    }

    /// How far it is: all was looked through.
    var tally: SearchTally {
        SearchTally(
            sought: sought, number: hit.map { $0 + 1 }, count: matches.count, isComplete: true, turn: turn)
    }

    /// The matches on a line, with their numbers. Logarithmic in all, linear in those.
    func matches(onLine line: Int) -> [(number: Int, columns: Range<Int>)] {
        var number = first(fromLine: line)
        var found: [(number: Int, columns: Range<Int>)] = []
        while number < matches.count, matches[number].line == line {
            found.append((number, matches[number].columns))
            number += 1
        }
        return found
    }

    /// The number of the first match on a line or below it; the number of all where there is none.
    func first(fromLine line: Int) -> Int {
        var (low, high) = (0, matches.count)
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Goes to a match by its number; beyond the last comes the first, and before the first the last.
    mutating func go(to number: Int) {
        guard !matches.isEmpty else { return hit = nil }
        turn = number < 0 ? .end : number >= matches.count ? .start : .none
        hit = number < 0 ? matches.count - 1 : number >= matches.count ? 0 : number
    }
}

extension ScrolledText: Searchable {
    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? { search?.tally }

    var searchOrigin: SearchOrigin { SearchOrigin(top: top) }

    mutating func perform(_ step: SearchStep, height: Int) {
        let shown = top..<top + height
        let left = search.flatMap { search in
            search.hit.flatMap { shown.contains(search.matches[$0].line) ? $0 : nil }
        }
        switch step {
        case .begin(let sought, let origin):
            search = sought.map { TextSearch($0, in: lines) }
            top = origin.top
            clamp(height: height)
            if let search { self.search?.go(to: search.first(fromLine: top)) }
        case .next:
            if let search { self.search?.go(to: left.map { $0 + 1 } ?? search.first(fromLine: top)) }
        case .previous:
            if let search { self.search?.go(to: (left ?? search.first(fromLine: top + height)) - 1) }
        case .mark(let sought):
            search = sought.map { TextSearch($0, in: lines) }
            return
        }
        guard let search, let hit = search.hit else { return }
        let line = search.matches[hit].line
        if !(top..<top + height).contains(line) { top = line - height / 3 }
        clamp(height: height)
    }

    /// Looks through lines that have taken the place of others; which match was gone to is known by its number.
    mutating func searchAgain() {
        guard let old = search else { return }
        var new = TextSearch(old.sought, in: lines)
        new.hit = old.hit.flatMap { $0 < new.matches.count ? $0 : nil }
        search = new
    }
}
