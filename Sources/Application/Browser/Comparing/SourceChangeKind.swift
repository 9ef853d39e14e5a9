import SonicProtocol

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
        case .attributes(1): "attributes of 1 element"
        case .attributes(let count): "attributes of \(count) elements"
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
                isLetter(source[start + 1]) || source[start + 1] == UInt8(ascii: "/")
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

        private static func isLetter(_ byte: UInt8) -> Bool {
            (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
    }
}
