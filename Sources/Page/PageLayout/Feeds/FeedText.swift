import HTML

/// Functions for the texts of feeds.
enum FeedText {
    /// The maximum number of bytes of markup that are parsed for a text.
    private static let limit = 65_536
    /// The maximum number of bytes of a summary.
    private static let summaryLength = 1_000

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns a text with blanks collapsed.
    static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        for byte in text {
            if !isBlank(byte) {
                output.append(byte)
            } else if output.last ?? 0x20 != 0x20 {
                output.append(0x20)
            }
        }
        if output.last == 0x20 { output.removeLast() }
        return output
    }

    /// Returns the visible text of markup.
    static func text(ofHTML html: [UInt8]) -> [UInt8] {
        // Most titles have no markup.
        guard html.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return plain(html)
        }
        var parser = HTMLParser()
        parser.append(Array(html.prefix(limit)))
        parser.finish()
        let document = parser.document
        var text: [UInt8] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            switch document.kind(of: node) {
            case .text: document.forEachPiece(of: node) { piece, _ in text += piece }
            case .element where !lineTags.contains(document.tag(of: node)): text.append(0x20)
            case .element, .document, .comment, .doctype: break
            }
            let isUnseen = unseenTags.contains(document.tag(of: node))
            next =
                (isUnseen ? nil : document.firstChild(of: node))
                ?? document.following(node, within: .document)
        }
        return plain(text)
    }

    /// Inline elements, which are not separated by blanks.
    private static let lineTags: Set<Tag> = [
        .a, .b, .i, .em, .strong, .small, .code, .tt, .u, .s, .big, .span, .font, .sub, .sup,
    ]
    /// Elements whose text is not shown.
    private static let unseenTags: Set<Tag> = [.script, .style, .title, .template]

    /// The names of inline elements, in lower case.
    static let lineNames = Set(lineTags.map(\.name))

    /// Returns the beginning of a text, up to the last blank within the length of a summary.
    static func summary(_ text: [UInt8]) -> [UInt8] {
        guard text.count > summaryLength else { return text }
        let beginning = text.prefix(summaryLength)
        let end = beginning.lastIndex(of: 0x20) ?? beginning.lastIndex(where: { $0 & 0xC0 != 0x80 }) ?? 0
        return beginning[..<end] + Array(" …".utf8)
    }
}
