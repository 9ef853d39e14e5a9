import CellGrid

/// What can be looked through for a text: a page, and the words in other panes and overlays.
protocol Searchable {
    /// What is looked for in it; nil for nothing.
    var sought: SoughtText? { get }
    /// How far that is; nil while nothing is looked for.
    var tally: SearchTally? { get }
    /// The place that is on the screen, to begin from and to come back to.
    var searchOrigin: SearchOrigin { get }
    /// Takes a step on a screen of this height.
    mutating func perform(_ step: SearchStep, height: Int)
}

/// The place from which a search begins.
struct SearchOrigin: Equatable, Sendable {
    /// The first line on the screen.
    var top: Int
    /// The byte of a page's text at which it begins; 0 for other words.
    var offset = 0
}

/// What is wanted of a search.
enum SearchStep {
    /// To mark a text wherever it stands, and to go to the first place from an origin on; nil ends the search and
    /// goes back there.
    case begin(SoughtText?, from: SearchOrigin)
    /// To go to the next match.
    case next
    /// To go to the match before.
    case previous
    /// To mark a text wherever it stands and stay here; nil marks nothing.
    case mark(SoughtText?)
}

/// Where a search went on beyond the last or the first line.
enum SearchWrap: Equatable, Sendable {
    case none
    /// It went on at the start.
    case start
    /// It went on at the end.
    case end
}

/// What is to be seen of a match on a line.
struct SearchMark: Equatable, Sendable {
    /// The columns it covers there.
    var columns: Range<Int>
    /// Whether it is the one that was gone to last.
    var isHit: Bool
}

/// How far a search is.
struct SearchTally: Equatable, Sendable {
    /// What is looked for.
    var sought: SoughtText
    /// Which of the matches was gone to, counted from 1; nil for none, and while those before it are not counted.
    var number: Int?
    /// The matches found so far.
    var count: Int
    /// Whether there can be no more.
    var isComplete: Bool
    /// Whether the last step went on beyond an end.
    var wrap = SearchWrap.none

    /// The figures in a few words.
    var figures: String {
        let soFar = isComplete ? "" : " so far"
        if let number { return "\(number) of \(count)\(soFar)" }
        switch count {
        case 0: return isComplete ? "no match" : "searching…"
        case 1: return "1 match\(soFar)"
        default: return "\(count) matches\(soFar)"
        }
    }

    /// All of it as a sentence for the bottom line.
    var words: String {
        let text = VisibleText.line(sought.text)
        guard count > 0 || !isComplete else { return "Not found: “\(text)”." }
        switch wrap {
        case .none: return "\(figures): \(text)"
        case .start: return "\(figures), continued at the start: \(text)"
        case .end: return "\(figures), continued at the end: \(text)"
        }
    }
}
