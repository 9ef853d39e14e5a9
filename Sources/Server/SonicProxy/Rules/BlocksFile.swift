import CSS
import SonicProtocol

/// A configuration file that defines which elements of which pages become blocks (docs/server/sonic-server.md#blocks).
///
/// A line `name = selector` defines a block; `name = selector @attribute` is the start tag of the element, and `name =
/// <!-- text -->` a comment, with `*` as a wildcard. Lines below `[/path/*]` apply to pages whose path matches; lines
/// before the first of these apply to all pages. A line that begins with `#` is a comment.
public struct BlocksFile: Sendable {
    /// A block definition.
    public struct Block: Sendable {
        /// ASCII letters, digits and `_`.
        public let name: String
        /// The part of the page that it contains.
        let source: Source
    }

    /// The part of a page that a block contains.
    enum Source: Sendable {
        /// An element.
        case element(SelectorList)
        /// The start tag of an element with an attribute of this name, in lower case.
        case startTag(SelectorList, attribute: [UInt8])
        /// A comment whose text, without surrounding blanks, matches a pattern.
        case comment([UInt8])
    }

    /// A mistake in the file, with its position.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        /// The line, counted from 1.
        public let line: Int
        /// The column in bytes, counted from 1.
        public let column: Int
        /// What is wrong, in a sentence.
        let sentence: String

        /// Line, column and sentence.
        public var description: String { "\(line):\(column): \(sentence)" }
    }

    private var sections: [(pattern: [UInt8]?, blocks: [Block])] = [(nil, [])]
    /// The mistakes in the file, in order. Lines with a mistake define no block.
    public private(set) var mistakes: [Mistake] = []

    /// Creates an empty file.
    init() {}

    /// Parses a file. Linear.
    public init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(Mistake) {
                try read(Line(number: index + 1, bytes: line.last == 0x0D ? line.dropLast() : line))
            } catch {
                mistakes.append(error)
            }
        }
    }

    /// Returns the blocks of the page at a path; of several lines for one name the last applies.
    ///
    /// - Parameter path: Percent-encoded, without the query.
    public func blocks(at path: String) -> [Block] {
        let path = Array(path.utf8)
        var result: [Block] = []
        for section in sections where section.pattern.map({ Wildcards.fit($0, path) }) ?? true {
            for block in section.blocks {
                result.removeAll { $0.name == block.name }
                result.append(block)
            }
        }
        return result
    }

    private mutating func read(_ line: Line) throws(Mistake) {
        let text = Bytes.trimmed(line.bytes)
        switch text.first {
        case nil, UInt8(ascii: "#"): return
        case UInt8(ascii: "["): sections.append((try line.pattern(text), []))
        default:
            let block = try line.block(text)
            let last = sections.count - 1
            if sections[last].blocks.contains(where: { $0.name == block.name }) {
                throw line.mistake(at: text.startIndex, "Duplicate block \(block.name).")
            }
            sections[last].blocks.append(block)
        }
    }
}

/// A line of the file.
private struct Line {
    let number: Int
    let bytes: ArraySlice<UInt8>

    func mistake(at index: Int, _ sentence: String) -> BlocksFile.Mistake {
        BlocksFile.Mistake(line: number, column: index - bytes.startIndex + 1, sentence: sentence)
    }

    /// Returns the pattern of `[/path/*]`.
    func pattern(_ text: ArraySlice<UInt8>) throws(BlocksFile.Mistake) -> [UInt8] {
        guard let end = text.lastIndex(of: UInt8(ascii: "]")) else {
            throw mistake(at: text.endIndex, "The pattern is not closed with ].")
        }
        guard end == text.endIndex - 1 else { throw mistake(at: end + 1, "Unexpected text after ].") }
        let pattern = Bytes.trimmed(text[(text.startIndex + 1)..<end])
        guard let first = pattern.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "*") else {
            throw mistake(at: text.startIndex + 1, "A pattern begins with / or *, such as [/news/*].")
        }
        return Array(pattern)
    }

    /// Returns the block of `name = selector`.
    func block(_ text: ArraySlice<UInt8>) throws(BlocksFile.Mistake) -> BlocksFile.Block {
        let name = text.prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
            default: false
            }
        }
        let rest = text[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
        guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
            let place = name.isEmpty ? text.startIndex : rest.startIndex
            throw mistake(
                at: place, "A line is name = selector; a name is ASCII letters, digits and _, followed by =.")
        }
        let word = String(decoding: name, as: UTF8.self)
        if word.lowercased() == "title" || word.hasPrefix("auto") && word.dropFirst(4).allSatisfy(\.isNumber)
        {
            throw mistake(at: name.startIndex, "The name \(word) is reserved; use another.")
        }
        let source = Bytes.trimmed(rest.dropFirst())
        guard !source.isEmpty else { throw mistake(at: rest.startIndex + 1, "The selector is missing.") }
        if source.starts(with: "<".utf8) {
            return BlocksFile.Block(name: word, source: .comment(try comment(source)))
        }
        guard let attribute = Self.attribute(of: source) else {
            return BlocksFile.Block(name: word, source: .element(try selector(source)))
        }
        let element = Bytes.trimmed(source.dropLast(attribute.count + 1))
        guard !element.isEmpty else {
            throw mistake(at: source.startIndex, "The selector before @ is missing.")
        }
        return BlocksFile.Block(
            name: word, source: .startTag(try selector(element), attribute: attribute.map(Bytes.lowered)))
    }

    /// Returns the name after the last @, if that is the last word.
    private static func attribute(of source: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let word = source.suffix(while: { $0 != 0x20 && $0 != 0x09 })
        let name = word.dropFirst()
        guard word.first == UInt8(ascii: "@"), !name.isEmpty, name.allSatisfy(isAttributeByte) else {
            return nil
        }
        return name
    }

    private static func isAttributeByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(Bytes.lowered(byte)) || (0x30...0x39).contains(byte)
            || "-_:.".utf8.contains(byte)
    }

    /// Returns the pattern of `<!-- text -->`.
    private func comment(_ source: ArraySlice<UInt8>) throws(BlocksFile.Mistake) -> [UInt8] {
        let (start, end) = (Array("<!--".utf8), Array("-->".utf8))
        guard source.starts(with: start), source.count >= start.count + end.count,
            source.suffix(end.count).elementsEqual(end)
        else {
            throw mistake(at: source.startIndex, "A comment is written <!-- text -->; * is any text.")
        }
        let pattern = Bytes.trimmed(source.dropFirst(start.count).dropLast(end.count))
        guard pattern.contains(where: { $0 != UInt8(ascii: "*") }) else {
            throw mistake(at: source.startIndex, "The text of the comment is missing.")
        }
        return Array(pattern)
    }

    private func selector(_ text: ArraySlice<UInt8>) throws(BlocksFile.Mistake) -> SelectorList {
        let reading = SelectorParseResult(Bytes.text(text))
        guard reading != .malformed, let list = SelectorList(Bytes.text(text)) else {
            throw mistake(at: text.startIndex, "This is not a CSS selector.")
        }
        guard reading == .whole, list.compoundCount <= SelectorList.maxCompounds else {
            throw mistake(
                at: text.startIndex,
                "This selector is not supported: use an element, its attributes, its ancestors and what it follows."
            )
        }
        return list
    }
}

extension ArraySlice {
    /// Returns the longest suffix whose elements all satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice {
        var start = endIndex
        while start > startIndex, condition(self[start - 1]) { start -= 1 }
        return self[start...]
    }
}
