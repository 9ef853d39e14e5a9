import HTML

/// One byte for the size of pieces, then the page.
enum MarkupInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let size = reader.byte() + 1
        let html = reader.everything()
        let whole = parsed([html])
        let outline = try outline(whole, of: html.count)
        let cut = try self.outline(parsed(html.pieces(of: size)), of: html.count)
        try promise(outline == cut, "a page gives one tree, however it is cut: \(size)")
    }

    private static func parsed(_ pieces: [[UInt8]]) -> Document {
        var parser = HTMLParser()
        for piece in pieces { parser.append(piece) }
        parser.finish()
        return parser.document
    }

    /// The tree as bytes, without recursion.
    private static func outline(_ document: Document, of length: Int) throws(BrokenPromise) -> [UInt8] {
        var outline: [UInt8] = []
        var node = NodeID.document
        while true {
            if node != .document { try write(node, of: document, length, to: &outline) }
            if let child = document.firstChild(of: node) {
                try promise(document.parent(of: child) == node, "a child knows its parent")
                node = child
                continue
            }
            while document.nextSibling(of: node) == nil {
                guard let parent = document.parent(of: node) else { return outline }
                outline.append(0x29)
                node = parent
            }
            guard let next = document.nextSibling(of: node) else { return outline }
            try promise(document.previousSibling(of: next) == node, "a sibling knows the one before it")
            node = next
        }
    }

    private static func write(
        _ node: NodeID, of document: Document, _ length: Int, to outline: inout [UInt8]
    ) throws(BrokenPromise) {
        let range = document.sourceRange(of: node)
        try promise(
            range.lowerBound >= 0 && range.upperBound <= length, "a node stands in the page: \(range)")
        outline += "(\(document.kind(of: node).rawValue) \(range.lowerBound) ".utf8
        outline += document.name(of: node).utf8
        for index in 0..<document.attributeCount(of: node) {
            let (name, value) = document.attribute(at: index, of: node)
            outline += [0x20] + name + [0x3D] + value
        }
        document.forEachPiece(of: node) { piece, _ in outline += piece }
    }
}
