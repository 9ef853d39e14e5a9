import CellGrid

/// A text that can be searched: a page, and the text of other panes and overlays.
protocol Searchable {
    /// The text searched for; nil for none.
    var sought: SoughtText? { get }
    /// The progress of the search; nil for none.
    var tally: SearchTally? { get }
    /// The visible place, from which a search begins and to which it returns.
    var searchOrigin: SearchOrigin { get }
    /// Performs a step on a screen of this height.
    mutating func perform(_ step: SearchStep, height: Int)
}

/// What scrolls on the screen: a page, a text, the content of the inspector, or the cursor of a list.
protocol Scrollable: Searchable, Sendable {
    /// The first line on the screen.
    var top: Int { get }
    /// Returns whether the last line is visible on a screen of this height and known to be the last.
    func isAtEnd(height: Int) -> Bool
    mutating func scroll(to line: Int, height: Int)
    mutating func scrollToEnd(height: Int)
}

// A list has its own search.
extension Scrollable {
    var sought: SoughtText? { nil }

    var tally: SearchTally? { nil }

    var searchOrigin: SearchOrigin { SearchOrigin(top: top) }

    mutating func perform(_ step: SearchStep, height: Int) {}
}

/// The place from which a search begins.
struct SearchOrigin: Equatable, Sendable {
    /// The first visible line.
    var top: Int
    /// The byte offset of that line in a page's text; 0 for other text.
    var offset = 0
}

enum SearchStep {
    /// Highlights a text, and moves to the first match from an origin on; nil ends the search and returns there.
    case begin(SoughtText?, from: SearchOrigin)
    /// Moves to the next match.
    case next
    /// Moves to the previous match.
    case previous
    /// Highlights a text without moving; nil clears the highlighting.
    case mark(SoughtText?)
}

/// Whether a search wrapped around.
enum SearchWrap: Equatable, Sendable {
    case none
    /// It continued at the start.
    case start
    /// It continued at the end.
    case end
}

/// The highlighted part of a match on a line.
struct SearchMark: Equatable, Sendable {
    var columns: Range<Int>
    /// Whether it belongs to the current match.
    var isHit: Bool
}

struct SearchTally: Equatable, Sendable {
    var sought: SoughtText
    /// The number of the current match, counted from 1; nil for none, and while those before it are not counted.
    var number: Int?
    /// The number of matches found so far.
    var count: Int
    var isComplete: Bool
    /// Whether the last step wrapped around.
    var wrap = SearchWrap.none

    /// A short description of the numbers.
    var figures: String {
        let soFar = isComplete ? "" : " so far"
        if let number { return "\(number) of \(count)\(soFar)" }
        switch count {
        case 0: return isComplete ? "no match" : "searching…"
        default: return "\(count) \(count == 1 ? "match" : "matches")\(soFar)"
        }
    }

    /// A sentence for the bottom line.
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

/// The prompt after `/` with the text to search for.
struct SearchLine: Sendable {
    var editor = LineEditor() {
        didSet { if editor.text != oldValue.text { earlier = 0 } }
    }
    /// The place from which the search begins; cancelling returns there.
    let origin: SearchOrigin
    let before: SoughtText?
    /// The number of steps back in the search history; 0 for typed text.
    var earlier = 0
}
