import HTML

/// Texts of feeds.
enum FeedText {
    /// The most bytes of markup that a text is made of.
    private static let limit = 65_536
    /// The most characters of a summary.
    private static let summaryLength = 1_000

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// A text with blanks collapsed.
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

    /// The text that markup shows.
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

    /// What stands within a line: no blank is around it.
    private static let lineTags: Set<Tag> = [
        .a, .b, .i, .em, .strong, .small, .code, .tt, .u, .s, .big, .span, .font, .sub, .sup,
    ]
    /// What shows no text.
    private static let unseenTags: Set<Tag> = [.script, .style, .title, .template]

    /// The names of such elements, in lower case.
    static let lineNames = Set(lineTags.map(\.name))

    /// The beginning of a text, as long as summaries are, up to a blank.
    static func summary(_ text: [UInt8]) -> [UInt8] {
        guard text.count > summaryLength else { return text }
        let beginning = text.prefix(summaryLength)
        let end = beginning.lastIndex(of: 0x20) ?? beginning.lastIndex(where: { $0 & 0xC0 != 0x80 }) ?? 0
        return beginning[..<end] + Array(" …".utf8)
    }
}
