/// How one list of lines becomes another, in the fewest removals and additions.
struct LineDiff: Equatable, Sendable {
    /// One line's fate.
    enum Edit: Equatable, Sendable {
        /// The line at index `old` stands at index `new` now.
        case kept(old: Int, new: Int)
        /// The line at this index of the old list is gone.
        case removed(Int)
        /// The line at this index of the new list is new.
        case added(Int)
    }

    /// The edits from the first line to the last; in a changed stretch removals come first.
    let edits: [Edit]
    /// The changed stretches.
    let hunks: [ShortestEdits.Hunk]
    /// How closely the lines were compared.
    let extent: ShortestEdits.Extent

    /// Compares two lists.
    init(from old: [String], to new: [String]) {
        var numbers = Numbering<String>()
        let shortest = ShortestEdits(
            from: old.map { numbers.number($0) }, to: new.map { numbers.number($0) })
        self.init(hunks: shortest.hunks, extent: shortest.extent, old: old.count, new: new.count)
    }

    /// A comparison with these results of lists of so many lines.
    init(hunks: [ShortestEdits.Hunk], extent: ShortestEdits.Extent, old: Int, new: Int) {
        self.hunks = hunks
        self.extent = extent
        var edits: [Edit] = []
        edits.reserveCapacity(new)
        var (oldPlace, newPlace) = (0, 0)
        for hunk in hunks + [.init(old: old..<old, new: new..<new)] {
            edits += zip(oldPlace..<hunk.old.lowerBound, newPlace..<hunk.new.lowerBound).map(Edit.kept)
            edits += hunk.old.map(Edit.removed) + hunk.new.map(Edit.added)
            (oldPlace, newPlace) = (hunk.old.upperBound, hunk.new.upperBound)
        }
        self.edits = edits
    }

    /// The indices of lines in the new list that the old one lacks, as ascending stretches.
    var addedRanges: [Range<Int>] { hunks.map(\.new).filter { !$0.isEmpty } }

    /// The places in the new list before which lines went away without any coming in their stead.
    var gaps: [Int] { hunks.filter(\.new.isEmpty).map(\.new.lowerBound) }

    /// Where a line of the old list is to be found in the new one: itself if it was kept, else what stands in
    /// its place.
    func newIndex(ofOld index: Int) -> Int {
        var shift = 0
        for hunk in hunks {
            if hunk.old.lowerBound > index { break }
            if hunk.old.contains(index) { return hunk.new.lowerBound }
            shift = hunk.new.upperBound - hunk.old.upperBound
        }
        return index + shift
    }
}
