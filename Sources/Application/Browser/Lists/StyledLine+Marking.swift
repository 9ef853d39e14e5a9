import CellGrid

// Highlighting of the letters that match a search in a list.
extension StyledLine {
    /// The text in which words are searched for.
    enum MarkedText: Sendable {
        /// A name, where letters may be scattered.
        case names
        /// A description, where a word is contiguous.
        case details
    }

    /// Appends a run with the letters of words highlighted. Linear in the text for each word.
    mutating func append(
        _ text: String, _ role: Role, marking words: [SoughtWord], in kind: MarkedText
    ) {
        guard !words.isEmpty else { return append(text, role) }
        let characters = Array(text)
        // The character of each folded byte: folding may change the number of bytes.
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

    /// Returns the line with the letters of words highlighted in its plain text.
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
