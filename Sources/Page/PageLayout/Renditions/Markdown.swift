import CCmarkGFM

/// Renders Markdown as HTML with libcmark-gfm: CommonMark with GitHub's tables, strikethrough, task lists and automatic
/// links, and footnotes.
///
/// A value is the features of a text for which libcmark-gfm takes more than linear time, so that only cheap ones are
/// enabled. Costs are upper bounds, in bytes examined or written; real texts are far below each. Linear.
struct Markdown: Equatable {
    /// Whether tables are cheap to find: no long paragraph ends in one, and no row is padded with very many cells.
    let readsTables: Bool
    /// Whether addresses are cheap to find: no long word contains one.
    let readsAddresses: Bool

    /// The maximum cost of finding tables, and of finding addresses.
    private static let costLimit = 1 << 26
    /// The maximum number of image signs, `![` (CVE-2023-22486).
    static let imageLimit = 8192
    /// The maximum number of cells in all tables.
    private static let cellLimit = 1 << 18
    /// The maximum number of bytes that references to definitions may expand to.
    private static let expansionLimit = 1 << 24

    /// The features of a text; nil if rendering it would be expensive in any case.
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

    /// The counts so far.
    private struct Scan {
        var imageCount = 0
        var bracketCount = 0
        /// The sum of the squared lengths of words that may contain an address.
        var wordCost = 0
        /// The sum of the squared lengths of paragraphs that a table may begin in.
        var tableCost = 0
        var cellCount = 0
        var longestDefinition = 0

        /// The number of bytes of the lines since the last blank one.
        private var blockLength = 0
        /// The maximum number of columns of a table in them.
        private var columns = 0
        /// The last definition in them.
        private var definition: Definition?

        /// A definition for references: its title may continue over several lines, in quotes or parentheses.
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

        /// Far above every limit, and far below overflow.
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

        /// Returns the number of columns of the table that a delimiter row begins, which may be in lists and
        /// quotations; nil for any other line.
        private static func columns(ofDelimiters line: ArraySlice<UInt8>) -> Int? {
            let delimiters = line.drop { Self.prefixes.contains($0) }
            guard delimiters.contains(UInt8(ascii: "-")),
                delimiters.allSatisfy({ Self.delimiters.contains($0) })
            else { return nil }
            return delimiters.count { $0 == UInt8(ascii: "|") } + 1
        }

        /// The characters at the start of lines of lists and quotations.
        private static let prefixes = Array("> \t*+.)0123456789".utf8)
        private static let delimiters = Array("|-: \t\u{B}\u{C}\r".utf8)
    }

    // MARK: Rendering

    /// The maximum size of a text in bytes: it is rendered in one step, which takes about ten milliseconds for this
    /// size.
    static let limit = 1 << 20

    /// Returns the HTML of a text in UTF-8; nil if it is too long or would be expensive to render.
    static func html(_ text: [UInt8]) -> [UInt8]? {
        guard text.count <= limit, let traits = Markdown(text) else { return nil }
        let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES
        guard let parser = cmark_parser_new(options) else { return nil }
        defer { cmark_parser_free(parser) }
        for (name, isWanted) in [
            ("table", traits.readsTables), ("strikethrough", true), ("tasklist", true),
            ("autolink", traits.readsAddresses),
        ] where isWanted && extensionsAreKnown {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        text.withUnsafeBytes { bytes in
            cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        guard let document = cmark_parser_finish(parser) else { return nil }
        defer { cmark_node_free(document) }
        // HTML in the text is kept: scripts do not run here, and a page may contain the same.
        let html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser))
        guard let html else { return nil }
        defer { free(html) }
        return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }

    /// The library's list of extensions is filled once, before its first use.
    private static let extensionsAreKnown: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()
}
