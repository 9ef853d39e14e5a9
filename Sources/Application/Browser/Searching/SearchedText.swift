import CellGrid

/// What can be looked through for a text, portion by portion.
protocol SearchedText {
    /// A place in it, by which matches are in order.
    associatedtype Place: Comparable & Sendable
    /// A place at which what is looked for stands. None lies within another of its portion.
    associatedtype Match: Equatable & Sendable

    /// The portions that are here.
    var portionCount: Int { get }
    /// Whether all that has arrived is in them.
    var hasReadAll: Bool { get }
    /// Whether no more arrives.
    var isFinished: Bool { get }
    /// A number that another text of a portion makes another one.
    func edition(ofPortion portion: Int) -> Int
    /// Has more portions made of what has arrived: some half a millisecond.
    /// - Returns: Whether there was something to do.
    mutating func readMore() -> Bool
    /// The matches that begin in a portion, in their order. Linear in its text.
    mutating func matches(of sought: SoughtText, inPortion portion: Int) -> [Match]

    /// The portion that a place is in; one that is not here yet for a place behind all.
    func portion(of place: Place) -> Int
    /// The portions in which a match may begin that has a part in some places.
    func portions(touching places: Range<Place>) -> Range<Int>
    /// What a match of a portion covers.
    func places(of match: Match, inPortion portion: Int) -> Range<Place>
    /// The places on each of some rows of the screen, as far as there are such rows.
    func places(onRows rows: Range<Int>) -> [(row: Int, places: Range<Place>)]
    /// The columns that a match covers on a row with these places, whose portion it is in.
    func columns(of match: Match, on row: Range<Place>) -> [Range<Int>]
}
