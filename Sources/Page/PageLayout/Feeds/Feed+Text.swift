import HTML

// The texts of feeds.
extension Feed {
    /// The maximum number of bytes of a heading.
    private static let headingLength = 1_000

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns a text with blanks collapsed, and with each paragraph on one line: empty lines separate paragraphs.
    static func paragraphs(_ text: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var (isApart, lineBreaks) = (false, 0)
        for byte in text {
            guard !isBlank(byte) else {
                isApart = true
                if byte == 0x0A { lineBreaks += 1 }
                continue
            }
            if isApart, !output.isEmpty { output.append(lineBreaks > 1 ? 0x0A : 0x20) }
            (isApart, lineBreaks) = (false, 0)
            output.append(byte)
        }
        return output
    }

    /// Returns a text with blanks collapsed, on one line.
    static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        paragraphs(text).map { $0 == 0x0A ? 0x20 : $0 }
    }

    /// Returns the visible text of markup, with an empty line around each block.
    static func text(ofHTML html: [UInt8]) -> [UInt8] {
        // Most titles have no markup.
        guard html.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return html
        }
        var parser = HTMLParser()
        parser.append(html)
        parser.finish()
        let document = parser.document
        var text: [UInt8] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            let (kind, tag) = (document.kind(of: node), document.tag(of: node))
            document.forEachPiece(of: node) { piece, _ in
                if kind == .text { text += piece.map { $0 == 0x0A ? 0x20 : $0 } }
            }
            if kind == .element { text += separator(tag) }
            next = unseenTags.contains(tag) ? nil : document.firstChild(of: node)
            var ended = node
            while next == nil, ended != .document {
                next = document.nextSibling(of: ended)
                guard next == nil, let parent = document.parent(of: ended), parent != .document else { break }
                text += separator(document.tag(of: parent))
                ended = parent
            }
        }
        return text
    }

    /// Returns what separates the text of an element from the texts before and after it.
    static func separator(_ tag: Tag) -> String.UTF8View {
        if Flow.blockMargin(tag) != nil { return "\n\n".utf8 }
        return (tag == .br ? "\n" : lineTags.contains(tag) ? "" : " ").utf8
    }

    /// Inline elements, which are not separated by blanks.
    private static let lineTags: Set<Tag> = [
        .a, .b, .i, .em, .strong, .small, .code, .tt, .u, .s, .big, .span, .font, .sub, .sup,
    ]
    /// Elements whose text is not shown.
    private static let unseenTags: Set<Tag> = [.script, .style, .title, .template]

    /// Returns the first paragraph of a text, up to the last blank within the length of a heading.
    static func heading(_ text: [UInt8]) -> [UInt8] {
        let text = Array(text.prefix { $0 != 0x0A })
        guard text.count > headingLength else { return text }
        let beginning = text.prefix(headingLength)
        let end = beginning.lastIndex(of: 0x20) ?? beginning.lastIndex(where: { $0 & 0xC0 != 0x80 }) ?? 0
        return beginning[..<end] + Array(" …".utf8)
    }
}
