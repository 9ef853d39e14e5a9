extension HTMLParser {
    mutating func bodyEndTag(_ token: Token) {
        switch token.tag {
        case .template: closeTemplate(token)
        case .body, .html:
            guard open.hasInScope(.body) else { return }
            mode = .afterBody
            if token.tag == .html { process(token) }
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl,
            .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol,
            .pre, .search, .section, .select, .summary, .ul:
            guard open.hasInScope(token.tag) else { return }
            closeImplied(token)
            pop(through: token.tag, token)
        case .form: closeForm(token)
        case .p:
            if !open.hasInScope(.p, .button) { insertAssumed(.p, at: token) }
            closeParagraph(token)
        case .li:
            guard open.hasInScope(.li, .list) else { return }
            closeImplied(except: .li, token)
            pop(through: .li, token)
        case .dd, .dt:
            guard open.hasInScope(token.tag) else { return }
            closeImplied(except: token.tag, token)
            pop(through: token.tag, token)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard open.hasHeadingInScope else { return }
            closeImplied(token)
            while let tag = open.last?.tag {
                popOpen(at: tag.isHeading ? token.range.upperBound : token.range.lowerBound)
                if tag.isHeading { break }
            }
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            closeFormatting(token)
        case .applet, .marquee, .object:
            guard open.hasInScope(token.tag) else { return }
            closeImplied(token)
            pop(through: token.tag, token)
            clearFormattingToMarker()
        case .br:
            var assumed = token
            assumed.kind = .startTag
            tokenizer.attributes.removeAll()
            process(assumed)
        default: closeOther(token)
        }
    }

    private mutating func closeForm(_ token: Token) {
        if open.contains(.template) {
            guard open.hasInScope(.form) else { return }
            closeImplied(token)
            pop(through: .form, token)
            return
        }
        let node = form
        form = 0
        guard node != 0, open.hasInScope(node: node) else { return }
        closeImplied(token)
        if current == node {
            popOpen(at: token.range.upperBound)
        } else if let index = open.index(of: node) {
            document[node].end = Int32(token.range.upperBound)
            open.remove(at: index)
        }
    }

    /// Handles an end tag without special rules: closes the innermost element of that name, unless a special
    /// element lies between.
    mutating func closeOther(_ token: Token) {
        if token.tag != .other, !open.contains(token.tag) { return }
        for index in open.entries.indices.reversed() {
            let entry = open.entries[index]
            if document[entry.node].namespace == .html, isNamed(entry.node, token) {
                closeImplied(except: token.tag == .other ? .html : token.tag, token)
                while open.count > index {
                    popOpen(at: open.count == index + 1 ? token.range.upperBound : token.range.lowerBound)
                }
                return
            }
            if entry.isSpecial { return }
        }
    }

    /// Whether an element has the name of a tag, in any case.
    func isNamed(_ node: Int32, _ token: Token) -> Bool {
        let record = document[node]
        guard record.tag == token.tag else { return false }
        guard record.tag == .other else { return true }
        let name = document.source.slice(token.text)
        let known = document.names[Int(record.name)]
        return name.count == known.count && zip(name, known).allSatisfy { ASCII.lowered($0) == $1 }
    }

    mutating func afterBody(_ token: Token) {
        switch token.kind {
        case .text where isBlank(token): inBody(token)
        case .comment: insertComment(token, into: open.entries.first?.node)
        case .doctype: return
        case .startTag where token.tag == .html: inBody(token)
        case .endTag where token.tag == .html:
            if context == 0 { mode = .afterAfterBody }
        case .end: closeAll(token)
        case .text, .null, .startTag, .endTag:
            mode = .inBody
            process(token)
        }
    }

    mutating func afterAfterBody(_ token: Token) {
        switch token.kind {
        case .comment: insertComment(token, into: 0)
        case .doctype: return
        case .text where isBlank(token): inBody(token)
        case .startTag where token.tag == .html: inBody(token)
        case .end: closeAll(token)
        case .text, .null, .startTag, .endTag:
            mode = .inBody
            process(token)
        }
    }

    // MARK: Framesets

    mutating func inFrameset(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.text, _): insertBlanks(of: token)
        case (.comment, _): insertComment(token)
        case (.startTag, .html): inBody(token)
        case (.startTag, .frameset): insertElement(token)
        case (.endTag, .frameset):
            guard open.count > 1 else { return }
            popOpen(at: token.range.upperBound)
            if context == 0, currentTag != .frameset { mode = .afterFrameset }
        case (.startTag, .frame): insertVoid(token)
        case (.startTag, .noframes): inHead(token)
        case (.end, _): closeAll(token)
        case (.doctype, _), (.null, _), (.startTag, _), (.endTag, _): return
        }
    }

    mutating func afterFrameset(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.text, _): insertBlanks(of: token)
        case (.comment, _): insertComment(token)
        case (.startTag, .html): inBody(token)
        case (.endTag, .html): mode = .afterAfterFrameset
        case (.startTag, .noframes): inHead(token)
        case (.end, _): closeAll(token)
        case (.doctype, _), (.null, _), (.startTag, _), (.endTag, _): return
        }
    }

    mutating func afterAfterFrameset(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.comment, _): insertComment(token, into: 0)
        case (.text, _): insertBlanks(of: token)
        case (.startTag, .html): inBody(token)
        case (.startTag, .noframes): inHead(token)
        case (.end, _): closeAll(token)
        case (.doctype, _), (.null, _), (.startTag, _), (.endTag, _): return
        }
    }
}
