import HTML

/// Trees as text.
enum TreeText {
    /// The names of elements and the text between them.
    static func of(_ text: String, isXML: Bool = true, piece: Int = 1000) -> String {
        var parser = HTMLParser(isXML: isXML)
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            parser.append(Array(bytes[start..<min(bytes.count, start + piece)]))
            start += piece
        }
        parser.finish()
        let document = parser.document
        func describe(_ node: NodeID) -> String {
            var inner = ""
            var child = document.firstChild(of: node)
            while let next = child {
                inner += describe(next)
                child = document.nextSibling(of: next)
            }
            switch document.kind(of: node) {
            case .document: return inner
            case .element: return "(\(document.name(of: node))\(inner.isEmpty ? "" : " ")\(inner))"
            case .text: return document.text(of: node)
            case .comment, .doctype: return ""
            }
        }
        return describe(.document)
    }
}
