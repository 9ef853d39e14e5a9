import CellGrid

// The letters by which an entry of a list was found.
extension StyledLine {
    /// Where words are looked for.
    enum MarkedText: Sendable {
        /// In a name, where letters may stand apart.
        case names
        /// In what is said of it, where a word stands whole.
        case details
    }

    /// Adds a stretch at the end in which the letters of words are marked. Linear in the text for each word.
    mutating func append(
        _ text: String, _ role: Role, marking words: [SoughtWord], in kind: MarkedText
    ) {
        guard !words.isEmpty else { return append(text, role) }
        let characters = Array(text)
        // Which character each folded byte is of: folding may change how many there are.
        var folded: [UInt8] = []
        var owners: [Int] = []
        for (index, character) in characters.enumerated() {
            let bytes = SoughtWord.folded(String(character))
            folded += bytes
            owners += bytes.map { _ in index }
        }
        var marked = Set<Int>()
        for word in words {
            guard let fit = word.fit(in: folded), fit != .scattered || kind == .names else { continue }
            marked.formUnion(word.places(in: folded).map { owners[$0] })
        }
        var start = 0
        while start < characters.count {
            let isMarked = marked.contains(start)
            var end = start + 1
            while end < characters.count, marked.contains(end) == isMarked { end += 1 }
            append(String(characters[start..<end]), isMarked ? .match : role)
            start = end
        }
    }

    /// The line with the letters of words marked in the stretches that are plain text.
    func marking(_ words: [SoughtWord], in kind: MarkedText) -> StyledLine {
        guard !words.isEmpty else { return self }
        var line = StyledLine()
        for run in runs {
            if run.role == .text {
                line.append(run.text, run.role, marking: words, in: kind)
            } else {
                line.append(run.text, run.role)
            }
        }
        return line
    }
}
