import CellGrid
import SonicProtocol
import SonicSession

/// The first difference between two versions of some source, for changes that the text does not show.
package struct SourceDifference: Equatable, Sendable {
    /// The line of the new source, from 1.
    package let line: Int
    /// The offset of that line in the new source.
    let start: Int
    /// The byte within that line, from 1.
    package let column: Int
    /// The old source, with line endings and a byte order mark spelt out; at most 80 bytes.
    package let old: String
    /// The new source, in the same form.
    package let new: String

    /// The kind of the change; nil if it is several or another.
    let kind: SourceChangeKind?

    /// The kind of the change in a few words; nil if it is several or another.
    package var what: String? { kind?.words }

    /// The position and both sides in one line.
    package var words: String { "line \(line):\(column): “\(old)” → “\(new)”" }

    /// Finds the first difference between two whole pages; nil if they are equal. Linear.
    package init?(from old: [UInt8], to new: [UInt8]) {
        var lines = LineCount(new)
        let all = BlockChange(name: "", old: 0..<old.count, new: 0..<new.count)
        self.init(all, from: old, to: new, counting: &lines)
    }

    /// Finds the first difference of two whole pages outside their blocks; nil if their templates are equal. Linear.
    package init?(outsideBlocksFrom old: [UInt8], to new: [UInt8]) {
        let change = PageSplit(html: old).templateDifference(in: old, to: PageSplit(html: new), in: new)
        guard let change else { return nil }
        var lines = LineCount(new)
        self.init(change, from: old, to: new, counting: &lines)
    }

    /// Finds the first difference of a session's page from the stored one that it replaced, of a template change
    /// outside the blocks; nil if there is none, or if the bytes of one were released. Linear.
    package init?(_ trace: SessionTrace, _ outcome: Outcome) {
        guard let old = trace.replaced?.html, !old.isEmpty, let new = trace.page else { return nil }
        switch outcome {
        case .dataUpdate, .plain: self.init(from: old, to: new)
        case .templateChange: self.init(outsideBlocksFrom: old, to: new)
        case .firstLoad, .allCached, .fresh, .offline, .failed: return nil
        }
    }

    /// Finds the first difference within a change; nil if nothing differs. Linear in its bytes.
    /// - Parameter lines: Counts the lines of the new source.
    init?(_ change: BlockChange, from old: [UInt8], to new: [UInt8], counting lines: inout LineCount) {
        let (before, after) = (old[change.old], new[change.new])
        var (head, tail) = before.commonEnds(with: after)
        guard head < max(before.count, after.count) else { return nil }
        line = lines.line(at: after.startIndex + head)
        start = lines.start
        column = after.startIndex + head - start + 1
        kind = SourceChangeKind(from: before, to: after)
        var steps = 0
        while head > 0, steps < Self.around, !Self.endsWord(after[after.startIndex + head - 1]) {
            (head, steps) = (head - 1, steps + 1)
        }
        if head > 0, after[after.startIndex + head - 1] == UInt8(ascii: "<") { head -= 1 }
        steps = 0
        while tail > 0, steps < Self.around, !Self.endsWord(after[after.endIndex - tail]) {
            (tail, steps) = (tail - 1, steps + 1)
        }
        if tail > 0, [0x0A, UInt8(ascii: ">")].contains(after[after.endIndex - tail]) { tail -= 1 }
        self.old = Self.visible(before.dropFirst(head).dropLast(tail))
        self.new = Self.visible(after.dropFirst(head).dropLast(tail))
    }

    /// The maximum number of bytes of a word that are shown around the difference.
    private static let around = 24
    /// The maximum number of bytes shown of a side.
    private static let longest = 80

    private static func endsWord(_ byte: UInt8) -> Bool { " \t\r\n<>".utf8.contains(byte) }

    /// The bytes that are spelt out, the longest first.
    private static let marks: [(bytes: [UInt8], name: String)] = [
        ([0xEF, 0xBB, 0xBF], "[byte order mark]"), ([0x0D, 0x0A], "[CR LF]"), ([0x0D], "[CR]"),
        ([0x0A], "[LF]"), ([0x09], "[tab]"),
    ]

    private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        var plain: [UInt8] = []
        var rest = bytes.prefix(longest)
        while let byte = rest.first {
            let mark = marks.first { rest.starts(with: $0.bytes) }
            rest = rest.dropFirst(mark?.bytes.count ?? 1)
            guard let mark else {
                plain.append(byte)
                continue
            }
            text += VisibleText.line(Bytes.text(plain)) + mark.name
            plain = []
        }
        return text + VisibleText.line(Bytes.text(plain)) + (bytes.count > longest ? "…" : "")
    }
}

/// The kind of a source change that leaves the text the same.
enum SourceChangeKind: Equatable, Sendable {
    /// Line endings: LF, CR LF or CR.
    case lineEnds
    /// A byte order mark was added or removed.
    case byteOrderMark
    /// Spaces, tabs and line endings between words.
    case blanks
    /// The attributes of `elements` elements.
    case attributes(elements: Int)
    /// Comments.
    case comments

    /// The maximum length of the compared source, in bytes.
    private static let limit = 256 << 10

    /// Determines the kind of a change of source; nil if it is another kind, or more than one. Linear.
    init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
        guard old.count <= Self.limit, new.count <= Self.limit, !old.elementsEqual(new) else { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        }
        if bare(old).elementsEqual(bare(new)) {
            self = .byteOrderMark
        } else if Self.lines(old) == Self.lines(new) {
            self = .lineEnds
        } else if Self.words(old) == Self.words(new) {
            self = .blanks
        } else {
            let (before, after) = (Pieces(old), Pieces(new))
            guard before.text == after.text, before.names == after.names else { return nil }
            let count = zip(before.tags, after.tags).count { !$0.elementsEqual($1) }
            // If both changed, or neither, there is not a single kind.
            guard (count > 0) == (before.comments == after.comments) else { return nil }
            self = count > 0 ? .attributes(elements: count) : .comments
        }
    }

    /// Combines the kinds of several changes; nil if they differ.
    init?(of kinds: [SourceChangeKind?]) {
        guard let first = kinds.first, let first else { return nil }
        var elements = 0
        for kind in kinds {
            if case .attributes = first, case .attributes(let count)? = kind {
                elements += count
            } else if kind != first {
                return nil
            }
        }
        self = if case .attributes = first { .attributes(elements: elements) } else { first }
    }

    /// The kind as the subject of a sentence.
    var words: String {
        switch self {
        case .lineEnds: "line endings"
        case .byteOrderMark: "the byte order mark"
        case .blanks: "whitespace between words"
        case .attributes(let count): "attributes of " + .counted(count, "element")
        case .comments: "comments"
        }
    }

    /// Returns the bytes with LF for every line ending.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        for index in bytes.indices {
            if bytes[index] == 0x0D {
                lines.append(0x0A)
            } else if bytes[index] != 0x0A || index == bytes.startIndex || bytes[index - 1] != 0x0D {
                lines.append(bytes[index])
            }
        }
        return lines
    }

    /// Returns the bytes with runs of spaces, tabs and line endings collapsed to one space.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var words: [UInt8] = []
        words.reserveCapacity(bytes.count)
        for byte in bytes {
            let isBlank = [0x20, 0x09, 0x0A, 0x0D].contains(byte)
            if !isBlank { words.append(byte) } else if words.last != 0x20 { words.append(0x20) }
        }
        return words
    }

    /// Source split into tags, comments and text.
    private struct Pieces {
        var tags: [ArraySlice<UInt8>] = []
        var names: [[UInt8]] = []
        var comments: [[UInt8]] = []
        var text: [UInt8] = []

        private static let commentStart = ByteFinder("<!--")
        private static let commentEnd = ByteFinder("-->")

        init(_ bytes: ArraySlice<UInt8>) {
            let source = Array(bytes)
            var place = 0
            while place < source.count {
                if Self.commentStart.stands(at: place, in: source.span) {
                    let end = Self.commentEnd.first(in: source.span, from: place + 4).map { $0 + 3 }
                    comments.append(Array(source[place..<(end ?? source.count)]))
                    place = end ?? source.count
                } else if source[place] == UInt8(ascii: "<"), let end = Self.tagEnd(source, from: place) {
                    let tag = source[place..<end]
                    tags.append(tag)
                    names.append(
                        tag.prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 && $0 != 0x3E })
                    place = end
                } else {
                    text.append(source[place])
                    place += 1
                }
            }
        }

        /// Returns the end of the tag that begins here; nil if there is none.
        private static func tagEnd(_ source: [UInt8], from start: Int) -> Int? {
            guard start + 1 < source.count,
                (0x61...0x7A).contains(source[start + 1] | 0x20) || source[start + 1] == UInt8(ascii: "/")
            else { return nil }
            var quote: UInt8?
            for place in (start + 1)..<source.count {
                let byte = source[place]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    return place + 1
                }
            }
            return nil
        }
    }
}

/// Counts lines in ascending order.
struct LineCount {
    private let bytes: [UInt8]
    private var place = 0
    private var count = 1
    /// The start of the last line counted.
    private(set) var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line number of an offset, from 1. Linear in the bytes since the previous call.
    mutating func line(at offset: Int) -> Int {
        let end = max(place, min(offset, bytes.count))
        let found = Bytes.newlines(in: bytes.span, place..<end)
        (count, place) = (count + found.count, end)
        start = found.end ?? start
        return count
    }
}
