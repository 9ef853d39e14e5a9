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

        /// Compares two lines word by word; nil if anything else differs.
        init?(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
            let found = Self.changes(left, right, Self.isOfBase64) { left, right in
                Self.changes(left, right, Self.isOfWord) { old, new in
                    Self.isFigure(old) && Self.isFigure(new) ? [[old, new]] : nil
                } ?? (Self.areBase64(left, right) ? [[left, right]] : nil)
            }
            guard let found else { return nil }
            old = found.map { Bytes.text($0[0]) }.joined(separator: "”, “")
            new = found.map { Bytes.text($0[1]) }.joined(separator: "”, “")
        }

        private typealias Word = ArraySlice<UInt8>

        /// Returns the changes of the words that differ; nil if they have none, or anything else differs.
        private static func changes(
            _ left: Word, _ right: Word, _ isOfWord: (UInt8) -> Bool, _ change: (Word, Word) -> [[Word]]?
        ) -> [[Word]]? {
            let (old, new) = (words(left, isOfWord), words(right, isOfWord))
            let changes = zip(old, new).filter { $0 != $1 }.map(change)
            guard old.count == new.count, changes.allSatisfy({ $0 != nil }) else { return nil }
            return changes.flatMap { $0 ?? [] }
        }

        /// Splits a text into words and what is between them.
        private static func words(_ text: Word, _ isOfWord: (UInt8) -> Bool) -> [Word] {
            var words: [Word] = []
            var start = text.startIndex
            for index in text.indices.dropFirst() where isOfWord(text[index]) != isOfWord(text[index - 1]) {
                words.append(text[start..<index])
                start = index
            }
            return words + [text[start...]]
        }

        /// Whether two words are tokens in Base64: of one length, with little in common at either end, apart from a name
        /// before them. Paths, which have the same letters, begin or end alike.
        private static func areBase64(_ left: Word, _ right: Word) -> Bool {
            let shared = zip(left, right).prefix { $0 == $1 }.count
            let sign = left.prefix(shared).lastIndex { "-=:".utf8.contains($0) } ?? left.startIndex - 1
            let name = sign + 1 - left.startIndex
            return left.count == right.count && shared - name < 4
                && zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count < 4
                && [left, right].map { $0.dropFirst(name) }.allSatisfy {
                    (shortestToken...longest).contains($0.count) && $0.contains(where: isDigit)
                }
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

        private static func isOfBase64(_ byte: UInt8) -> Bool { isOfWord(byte) || "/=".utf8.contains(byte) }

        /// Whether a byte is a letter, a digit, or a separator within tokens, numbers and times.
        private static func isOfWord(_ byte: UInt8) -> Bool {
            isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "_-:.,+".utf8.contains(byte)
        }
    }
}
