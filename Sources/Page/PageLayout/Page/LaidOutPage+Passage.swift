extension LaidOutPage {
    /// A line of a passage.
    public struct PassageLine: Hashable, Sendable {
        /// The text, without styles.
        public var text: String
        /// The offset in the source where it begins.
        public var start: Int

        /// A line with a text and an offset.
        public init(text: String, start: Int) {
            self.text = text
            self.start = start
        }
    }

    /// The lines laid out around the current reading position.
    public var allLines: [PassageLine] {
        (0..<lineCount).map { PassageLine(text: line($0).text, start: byteOffset(ofLine: $0)) }
    }

    /// Returns the lines that show a range of the source, anywhere in the page, as far as it has been read (`hasRead`).
    /// Lines that are already laid out cost nothing; line numbers stay the same.
    public mutating func passage(covering bytes: Range<Int>) -> [PassageLine] {
        var parts: [(place: (LineStore, shift: Int), range: Range<Int>)] = []
        var index = chunkIndex(at: bytes.lowerBound)
        while index < chunks.count, chunks[index].start < max(bytes.upperBound, bytes.lowerBound + 1) {
            layOut(chunk: index)
            if let lines = chunks[index].lines {
                let shift = chunks[index].shift
                parts.append(((lines, shift), lines.lines(covering: bytes, of: source, shift: shift)))
            }
            index += 1
        }
        if index == chunks.count, front.start < bytes.upperBound, let tail {
            parts.append(((tail.lines, 0), tail.lines.lines(covering: bytes, of: source, shift: 0)))
        }
        guard let first = parts.firstIndex(where: { !$0.range.isEmpty }),
            let last = parts.lastIndex(where: { !$0.range.isEmpty })
        else { return [] }
        return (first...last).flatMap { number in
            let (lines, shift) = parts[number].place
            let range = parts[number].range
            let lower = number == first ? range.lowerBound : 0
            let upper = number == last ? range.upperBound : lines.lineCount
            return (lower..<upper).map { index in
                var text: [UInt8] = []
                lines.write(index, to: &text)
                return PassageLine(
                    text: String(decoding: text, as: UTF8.self), start: Int(lines.offsets[index]) + shift)
            }
        }
    }
}
