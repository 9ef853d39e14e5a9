import CellGrid

/// A text that can be searched portion by portion.
protocol SearchedText {
    /// A position in it, by which matches are ordered.
    associatedtype Place: Comparable & Sendable
    /// A match. Matches of a portion do not contain one another.
    associatedtype Match: Equatable & Sendable

    /// The number of available portions.
    var portionCount: Int { get }
    /// Whether they contain everything that has arrived.
    var hasReadAll: Bool { get }
    /// Whether the text is complete.
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
