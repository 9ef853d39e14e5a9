/// The words in which two lines differ, as ranges of their UTF-8 bytes.
struct WordDiff: Equatable, Sendable {
    /// The words that are gone; empty where the lines have too little in common to be told by words.
    let old: [Range<Int>]
    /// The words that are new.
    let new: [Range<Int>]

    /// Compares two lines; words end at blanks.
    init(from old: String, to new: String) {
        var numbers = Numbering<Substring>()
        let (oldWords, newWords) = (Self.words(of: old), Self.words(of: new))
        let edits = ShortestEdits(
            from: oldWords.map { numbers.number($0.text) }, to: newWords.map { numbers.number($0.text) })
        let kept = oldWords.count - edits.hunks.reduce(0) { $0 + $1.old.count }
        // Where hardly a word is the same, another line stands there.
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
