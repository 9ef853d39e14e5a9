import SonicProtocol

extension TemplateLint {
    /// Returns the signs that a template is generated anew for each response: all differences outside the blocks are
    /// numbers, times or tokens. Other differences may be intended, and then there are no findings. Linear.
    public static func drift(_ earlier: LoadedPage, _ later: LoadedPage) -> [Finding] {
        let (old, new) = (Template(earlier.html).lines, Template(later.html).lines)
        guard old.count == new.count else { return [] }
        let places = new.indices.filter { old[$0].text != new[$0].text }
        guard !places.isEmpty, places.count <= most else { return [] }
        let figures = places.compactMap { index in
            Figures(old[index].text, new[index].text).map { (line: new[index].number, figures: $0) }
        }
        guard figures.count == places.count else { return [] }
        let changes = figures.map { "line \($0.line) had “\($0.figures.old)” and has “\($0.figures.new)”" }
        return [
            Finding(
                .templateDrifts,
                "all that differs outside the blocks: " + changes.joined(separator: "; "))
        ]
    }

    /// The words in which two lines differ, if both are numbers or tokens.
    private struct Figures {
        let old: String
        let new: String

        /// Compares two lines; nil if anything else differs.
        init?(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
            let shorter = min(left.count, right.count)
            var head = zip(left, right).prefix { $0 == $1 }.count
            var tail = min(zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count, shorter - head)
            // From the first different character back to the start of its word, and on to the end of the last word.
            while head > 0, Self.isOfWord(left[left.startIndex + head - 1]) { head -= 1 }
            while tail > 0, Self.isOfWord(left[left.endIndex - tail]) { tail -= 1 }
            let words = [left, right].map { $0[($0.startIndex + head)..<($0.endIndex - tail)] }
            guard words.allSatisfy(Self.isFigure) else { return nil }
            (old, new) = (Bytes.text(words[0]), Bytes.text(words[1]))
        }

        /// The maximum length of a number, a time or a token.
        private static let longest = 100
        /// The minimum length of a word of letters and digits that is a token; a shorter one may be a name.
        private static let shortestToken = 8

        /// Whether a word is a number, a time, or letters and digits too long for a name.
        private static func isFigure(_ word: ArraySlice<UInt8>) -> Bool {
            guard !word.isEmpty, word.count <= longest, word.contains(where: isDigit) else { return false }
            let signs = Array(" :.,/+-".utf8)
            if word.allSatisfy({ isDigit($0) || signs.contains($0) }) { return true }
            return word.count >= shortestToken && word.allSatisfy(isOfWord)
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        /// Whether a byte is a letter, a digit, or a separator within tokens, numbers and times.
        private static func isOfWord(_ byte: UInt8) -> Bool {
            isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "_-:.,+".utf8.contains(byte)
        }
    }
}
