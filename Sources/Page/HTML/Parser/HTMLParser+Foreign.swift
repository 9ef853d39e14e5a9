extension HTMLParser {
    /// Whether a token is processed by the rules for foreign content (SVG and MathML).
    func belongsToForeignContent(_ token: Token) -> Bool {
        let node = adjustedCurrent
        guard node != 0, document[node].namespace != .html, token.kind != .end else { return false }
        let record = document[node]
        let isText = token.kind == .text || token.kind == .null
        if isMathText(record) {
            if isText { return false }
            if token.kind == .startTag {
                let name = document.source.slice(token.text)
                if !ASCII.equal(name, "mglyph"), !ASCII.equal(name, "malignmark") { return false }
            }
        }
        if record.namespace == .mathML, record.tag == .annotationxml, token.kind == .startTag,
            token.tag == .svg
        {
            return false
        }
        return !(isHTMLPoint(node) && (isText || token.kind == .startTag))
    }

    private func isMathText(_ record: Node) -> Bool {
        guard record.namespace == .mathML else { return false }
        switch record.tag {
        case .mi, .mo, .mn, .ms, .mtext: return true
        default: return false
        }
    }

    /// Whether an SVG or MathML element is an HTML integration point.
    private func isHTMLPoint(_ node: Int32) -> Bool {
        let record = document[node]
        switch (record.namespace, record.tag) {
        case (.svg, .foreignobject), (.svg, .desc), (.svg, .title): return true
        case (.mathML, .annotationxml):
            guard let encoding = document.attribute("encoding", of: NodeID(index: node)) else { return false }
            return ASCII.equal(encoding, "text/html") || ASCII.equal(encoding, "application/xhtml+xml")
        case (.html, _), (.svg, _), (.mathML, _): return false
        }
    }

    mutating func processForeign(_ token: Token) {
        switch token.kind {
        case .null:
            var text = token
            text.kind = .text
            text.text = document.source.store([0xEF, 0xBF, 0xBD])
            insertText(text)
        case .text:
            insertText(token)
            if allowsFrameset, !isBlank(token) { allowsFrameset = false }
        case .comment: insertComment(token)
        case .doctype, .end: return
        case .startTag:
            if breaksOut(token) {
                leaveForeign(token)
                return
            }
            insertElement(token, namespace: document[adjustedCurrent].namespace)
            if token.isSelfClosing { popOpen(at: token.range.upperBound) }
            if token.tag == .script, token.isSelfClosing { return }
        case .endTag:
            if token.tag == .br || token.tag == .p {
                leaveForeign(token)
                return
            }
            foreignEndTag(token)
        }
    }

    private mutating func leaveForeign(_ token: Token) {
        while let entry = open.last {
            let record = document[entry.node]
            if record.namespace == .html || isMathText(record) || isHTMLPoint(entry.node) { break }
            popOpen(at: token.range.lowerBound)
        }
        process(token, by: mode)
    }

    private mutating func foreignEndTag(_ token: Token) {
        for index in open.entries.indices.reversed() {
            let entry = open.entries[index]
            if index == 0 { return }
            if isNamed(entry.node, token) { return pop(to: index, token) }
            if document[open.entries[index - 1].node].namespace == .html {
                process(token, by: mode)
                return
            }
        }
    }

    /// Whether a start tag ends SVG and MathML, since it clearly belongs to HTML.
    private func breaksOut(_ token: Token) -> Bool {
        switch token.tag {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2,
            .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre,
            .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        case .font:
            tokenizer.attributes.contains {
                let name = document.source.slice($0.name)
                return ASCII.equal(name, "color") || ASCII.equal(name, "face") || ASCII.equal(name, "size")
            }
        default: false
        }
    }
}
