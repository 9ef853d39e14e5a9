/// What a text in Markdown has of what libcmark-gfm takes more than linear time for, so that only what is cheap is asked of
/// it. Costs are bounds, in bytes looked at or written; what people write is far below each. Linear.
struct MarkdownTraits: Equatable {
    /// Whether tables are cheap to find: no long paragraph ends in one, and no row is filled up with very many cells.
    let readsTables: Bool
    /// Whether addresses are cheap to find: no long word has one in it.
    let readsAddresses: Bool

    /// The most that finding tables, and finding addresses, may cost.
    private static let costLimit = 1 << 26
    /// The most signs of an image (CVE-2023-22486).
    static let imageLimit = 8192
    /// The most cells of all tables.
    private static let cellLimit = 1 << 18
    /// The most bytes that references to definitions may be written out as.
    private static let expansionLimit = 1 << 24

    /// What a text has; nil where rendering it would not be cheap in any way.
    init?(_ text: [UInt8]) {
        var scan = Scan()
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) { scan.append(line) }
        scan.endBlock()
        guard scan.imageCount <= Self.imageLimit,
            scan.bracketCount * scan.longestDefinition <= Self.expansionLimit
        else { return nil }
        readsTables = scan.cellCount <= Self.cellLimit && scan.tableCost <= Self.costLimit
        readsAddresses = scan.wordCost <= Self.costLimit
    }

    /// What was counted so far.
    private struct Scan {
        var imageCount = 0
        var bracketCount = 0
        /// Of words in which an address may be, the sum of the squares of their lengths.
        var wordCost = 0
        /// Of paragraphs that a table may begin in, the same.
        var tableCost = 0
        var cellCount = 0
        var longestDefinition = 0

        /// Bytes of the lines since the last blank one.
        private var blockLength = 0
        /// The most columns that a table in them may have.
        private var columns = 0
        /// The last definition in them.
        private var definition: Definition?

        /// A definition of what is referred to: its title may go on over lines, within quotes or parentheses.
        private struct Definition {
            let start: Int
            var openParentheses = 0
            var isQuoted = false
            var isQuotedOnce = false

            var isBalanced: Bool { openParentheses == 0 && !isQuoted && !isQuotedOnce }

            mutating func read(_ byte: UInt8) {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == UInt8(ascii: "'") { isQuotedOnce.toggle() }
                if byte == UInt8(ascii: "(") { openParentheses += 1 }
                if byte == UInt8(ascii: ")") { openParentheses -= 1 }
            }
        }

        mutating func append(_ line: ArraySlice<UInt8>) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return endBlock() }
            countWords(of: line)
            cellCount += columns
            if let count = Self.columns(ofDelimiters: line) {
                tableCost = min(Self.most, tableCost + blockLength * blockLength)
                columns = max(columns, count)
            }
            blockLength += line.count + 1
        }

        /// Far beyond every limit, and far from the end of what can be counted.
        private static let most = 1 << 40

        mutating func endBlock() {
            endDefinition(at: blockLength)
            (blockLength, columns) = (0, 0)
        }

        private mutating func endDefinition(at end: Int) {
            if let definition { longestDefinition = max(longestDefinition, end - definition.start) }
            definition = nil
        }

        private mutating func countWords(of line: ArraySlice<UInt8>) {
            var start = line.startIndex
            var last: UInt8 = 0x20
            var mayHoldAddress = false
            func cost(to end: Int) -> Int { mayHoldAddress ? (end - start) * (end - start) : 0 }
            for index in line.indices {
                let byte = line[index]
                if last != UInt8(ascii: "\\") { definition?.read(byte) }
                if byte == UInt8(ascii: "[") {
                    bracketCount += 1
                    if last == UInt8(ascii: "!") { imageCount += 1 }
                } else if byte == 0x20 || byte == 0x09 {
                    wordCost = min(Self.most, wordCost + cost(to: index))
                    start = index + 1
                    mayHoldAddress = false
                } else if byte == UInt8(ascii: ":") {
                    mayHoldAddress = true
                    if last == UInt8(ascii: "]"), definition?.isBalanced ?? true {
                        endDefinition(at: blockLength + index - line.startIndex)
                        definition = Definition(start: blockLength + index - line.startIndex)
                    }
                } else if byte == UInt8(ascii: "@") || byte == UInt8(ascii: "w") {
                    mayHoldAddress = true
                }
                last = byte
            }
            wordCost = min(Self.most, wordCost + cost(to: line.endIndex))
        }

        /// The columns of the table that a line of delimiters begins, which may stand in lists and quotations; nil for
        /// any other line.
        private static func columns(ofDelimiters line: ArraySlice<UInt8>) -> Int? {
            let delimiters = line.drop { Self.prefixes.contains($0) }
            guard delimiters.contains(UInt8(ascii: "-")),
                delimiters.allSatisfy({ Self.delimiters.contains($0) })
            else { return nil }
            return delimiters.count { $0 == UInt8(ascii: "|") } + 1
        }

        /// What begins lines of lists and quotations.
        private static let prefixes = Array("> \t*+.)0123456789".utf8)
        private static let delimiters = Array("|-: \t\u{B}\u{C}\r".utf8)
    }
}
