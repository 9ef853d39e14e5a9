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
            close(token.tag, token)
        case .form: closeForm(token)
        case .p:
            if !open.hasInScope(.p, .button) { insertAssumed(.p, at: token) }
            closeParagraph(token)
        case .li: close(.li, in: .list, except: .li, token)
        case .dd, .dt: close(token.tag, except: token.tag, token)
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
            if close(token.tag, token) { clearFormattingToMarker() }
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
            close(.form, token)
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
                return pop(to: index, token)
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
        if token.kind == .endTag, token.tag == .html {
            if context == 0 { mode = .afterAfterBody }
        } else {
            behindBody(token, commentsIn: open.entries.first?.node)
        }
    }

    mutating func afterAfterBody(_ token: Token) { behindBody(token, commentsIn: 0) }

    private mutating func behindBody(_ token: Token, commentsIn parent: Int32?) {
        switch token.kind {
        case .text where isBlank(token): inBody(token)
        case .comment: insertComment(token, into: parent)
        case .doctype: return
        case .startTag where token.tag == .html: inBody(token)
        case .end: closeAll(token)
        case .text, .null, .startTag, .endTag:
            process(token, in: .inBody)
        }
    }

    // MARK: Framesets

    mutating func inFrameset(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.startTag, .frameset): insertElement(token)
        case (.endTag, .frameset):
            guard open.count > 1 else { return }
            popOpen(at: token.range.upperBound)
            if context == 0, currentTag != .frameset { mode = .afterFrameset }
        case (.startTag, .frame): insertVoid(token)
        case (.text, _), (.null, _), (.comment, _), (.doctype, _), (.startTag, _), (.endTag, _), (.end, _):
            besideFrames(token)
        }
    }

    mutating func afterFrameset(_ token: Token) {
        if token.kind == .endTag, token.tag == .html {
            mode = .afterAfterFrameset
        } else {
            besideFrames(token)
        }
    }

    mutating func afterAfterFrameset(_ token: Token) { besideFrames(token, commentsIn: 0) }

    private mutating func besideFrames(_ token: Token, commentsIn parent: Int32? = nil) {
        switch (token.kind, token.tag) {
        case (.text, _): insertBlanks(of: token)
        case (.comment, _): insertComment(token, into: parent)
        case (.startTag, .html): inBody(token)
        case (.startTag, .noframes): inHead(token)
        case (.end, _): closeAll(token)
        case (.doctype, _), (.null, _), (.startTag, _), (.endTag, _): return
        }
    }
}
