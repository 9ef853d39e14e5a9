/// The shortest sequence of removals and additions that turns one list of lines into another.
struct LineDiff: Equatable, Sendable {
    /// An edit of one line.
    enum Edit: Equatable, Sendable {
        /// The line at index `old` is now at index `new`.
        case kept(old: Int, new: Int)
        /// The line at this index of the old list is removed.
        case removed(Int)
        /// The line at this index of the new list is added.
        case added(Int)
    }

    /// The edits from the first line to the last; within a hunk removals come first.
    let edits: [Edit]
    /// The changed hunks.
    let hunks: [ShortestEdits.Hunk]
    /// How closely the lines were compared.
    let extent: ShortestEdits.Extent

    /// Compares two lists of lines.
    init(from old: [String], to new: [String]) {
        var numbers = Numbering<String>()
        let shortest = ShortestEdits(
            from: old.map { numbers.number($0) }, to: new.map { numbers.number($0) })
        self.init(hunks: shortest.hunks, extent: shortest.extent, old: old.count, new: new.count)
    }

    /// Creates a diff from the hunks of lists of `old` and `new` lines.
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

    /// The ranges of added lines in the new list, ascending.
    var addedRanges: [Range<Int>] { hunks.map(\.new).filter { !$0.isEmpty } }

    /// The positions in the new list at which lines were removed and none were added.
    var gaps: [Int] { hunks.filter(\.new.isEmpty).map(\.new.lowerBound) }

    /// Returns the index in the new list of a line of the old list: of the line itself if it is unchanged, otherwise of
    /// its replacement.
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
