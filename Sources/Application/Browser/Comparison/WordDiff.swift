/// The words in which two lines differ, as ranges of their UTF-8 bytes.
struct WordDiff: Equatable, Sendable {
    /// The removed words; empty if the lines have too little in common to be compared by words.
    let old: [Range<Int>]
    /// The added words.
    let new: [Range<Int>]

    /// Compares two lines; words are separated by spaces.
    init(from old: String, to new: String) {
        let (oldWords, newWords) = (Self.words(of: old), Self.words(of: new))
        let edits = ShortestEdits(from: oldWords.map(\.text), to: newWords.map(\.text))
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

    private typealias Word = (text: Substring, range: Range<Int>)

    private static func words(of line: String) -> [Word] {
        line.split(separator: " ").map { word in
            let lower = line.utf8.distance(from: line.startIndex, to: word.startIndex)
            return (word, lower..<(lower + word.utf8.count))
        }
    }

    private static func range(_ hunk: Range<Int>, of words: [Word]) -> Range<Int>? {
        guard let first = hunk.first, let last = hunk.last else { return nil }
        return words[first].range.lowerBound..<words[last].range.upperBound
    }

    /// Returns the new line in pieces with the changed words as old → new, and the roles of the changed ones.
    static func change(from old: String, to new: String) -> [(text: String, role: Role?)] {
        let diff = WordDiff(from: old, to: new)
        guard !diff.new.isEmpty, diff.old.count == diff.new.count else { return [(old + " → " + new, nil)] }
        let (before, after) = (Array(old.utf8), Array(new.utf8))
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        var pieces: [(text: String, role: Role?)] = []
        var place = 0
        for (left, right) in zip(diff.old, diff.new) {
            pieces.append((text(after[place..<right.lowerBound]), nil))
            pieces.append((text(before[left]), .removedWord))
            pieces.append((" → ", nil))
            pieces.append((text(after[right]), .addedWord))
            place = right.upperBound
        }
        return pieces + [(text(after[place...]), nil)]
    }
}
