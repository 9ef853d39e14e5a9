import HTML
import SonicProtocol

/// A page without content: scripts would build it.
public struct ScriptShell: Sendable {
    /// What the page says to those without scripts; empty if it says nothing.
    public let words: String

    /// The length of a text, in characters, from which a page has content without its scripts.
    private static let content = 200
    /// What a page may have instead of text.
    private static let objects: Set<Tag> = [
        .img, .picture, .form, .input, .iframe, .frame, .frameset, .canvas, .video, .audio, .object, .embed,
        .pre, .table,
    ]

    /// What is not text of the page.
    private static let silent: Set<Tag> = [.noscript, .script, .style, .template, .svg, .title]

    /// The number of bytes that are examined first: most pages have content in them.
    private static let beginning = 65_536
    private static let scriptStart = ByteFinder("<script", foldsCase: true)

    /// Examines a page; nil if it has content, or no script that could build it. Linear in the page.
    public init?(in html: [UInt8]) {
        if html.count > Self.beginning {
            guard Self.examine(Array(html.prefix(Self.beginning))) != nil,
                Self.scriptStart.first(in: html.span) != nil
            else { return nil }
        }
        guard let (words, hasScript) = Self.examine(html), hasScript else { return nil }
        let parts = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        self.words = parts.joined(separator: " ")
    }

    /// Returns what is said to those without scripts, and whether there are any; nil if there is content.
    private static func examine(_ html: [UInt8]) -> (words: [UInt8], hasScript: Bool)? {
        var parser = HTMLParser()
        parser.append(html)
        parser.finish()
        let document = parser.document
        var words: [UInt8] = []
        var length = 0
        var hasScript = false
        var next = document.firstChild(of: .document)
        while let node = next {
            var isPassed = false
            if document.kind(of: node) == .text {
                document.forEachPiece(of: node) { piece, _ in length += piece.count { !ASCII.isBlank($0) } }
            } else if document.kind(of: node) == .element {
                let tag = document.tag(of: node)
                if Self.objects.contains(tag) { return nil }
                isPassed = Self.silent.contains(tag) || document.hasAttribute("hidden", of: node)
                if tag == .noscript { words += TextTree.text(inside: node, document) { $0 } + [0x20] }
                if tag == .script, document.hasAttribute("src", of: node) { hasScript = true }
            }
            guard length < Self.content else { return nil }
            next = isPassed ? nil : document.firstChild(of: node)
            var place = node
            while next == nil {
                next = document.nextSibling(of: place)
                guard next == nil, let parent = document.parent(of: place), parent != .document else { break }
                place = parent
            }
        }
        return (words, hasScript)
    }
}
