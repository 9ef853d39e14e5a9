/// The words in which two lines differ, as ranges of their UTF-8 bytes.
struct WordDiff: Equatable, Sendable {
    /// The removed words; empty if the lines have too little in common to be compared by words.
    let old: [Range<Int>]
    /// The added words.
    let new: [Range<Int>]

    /// Compares two lines; words are separated by spaces.
    init(from old: String, to new: String) {
        var numbers = Numbering<Substring>()
        let (oldWords, newWords) = (Self.words(of: old), Self.words(of: new))
        let edits = ShortestEdits(
            from: oldWords.map { numbers.number($0.text) }, to: newWords.map { numbers.number($0.text) })
        let kept = oldWords.count - edits.hunks.reduce(0) { $0 + $1.old.count }
        // If hardly a word is the same, it is a different line.
        guard kept * 3 >= max(oldWords.count, newWords.count) else {
            self.old = []
            self.new = []
            return
        }
        self.old = edits.hunks.compactMap { Self.range($0.old, of: oldWords) }
        self.new = edits.hunks.compactMap { Self.range($0.new, of: newWords) }
    }

    private static func words(of line: String) -> [(text: Substring, range: Range<Int>)] {
        line.split(separator: " ").map { word in
            let lower = line.utf8.distance(from: line.startIndex, to: word.startIndex)
            return (word, lower..<(lower + word.utf8.count))
        }
    }

    private static func range(_ hunk: Range<Int>, of words: [(text: Substring, range: Range<Int>)]) -> Range<
        Int
    >? {
        guard let first = hunk.first, let last = hunk.last else { return nil }
        return words[first].range.lowerBound..<words[last].range.upperBound
    }
}
