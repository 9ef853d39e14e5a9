extension HTMLParser {
    mutating func inBody(_ token: Token) {
        switch token.kind {
        case .null, .doctype: return
        case .text:
            renewFormatting(at: token.range.lowerBound)
            insertText(token)
            if allowsFrameset, !isBlank(token) { allowsFrameset = false }
        case .comment: insertComment(token)
        case .startTag: bodyStartTag(token)
        case .endTag: bodyEndTag(token)
        case .end:
            if templateModes.isEmpty { closeAll(token) } else { inTemplate(token) }
        }
    }

    /// Closes all open elements at the end of the page.
    mutating func closeAll(_ token: Token) {
        while open.count > 0 { popOpen(at: token.range.lowerBound) }
    }

    private mutating func bodyStartTag(_ token: Token) {
        switch token.tag {
        case .html:
            if !open.contains(.template), let root = open.entries.first { mergeAttributes(into: root.node) }
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            inHead(token)
        case .body:
            guard open.count > 1, open.entries[1].tag == .body, !open.contains(.template) else { return }
            allowsFrameset = false
            mergeAttributes(into: open.entries[1].node)
        case .frameset:
            guard open.count > 1, open.entries[1].tag == .body, mayBecomeFrameset(at: token.range.lowerBound)
            else { return }
            document.detach(open.entries[1].node)
            while open.count > 1 { popOpen(at: token.range.lowerBound) }
            insertElement(token)
            mode = .inFrameset
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section,
            .summary, .ul:
            insertBlock(token)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph(token)
            if currentTag.isHeading { popOpen(at: token.range.lowerBound) }
            insertElement(token)
        case .pre, .listing:
            insertBlock(token)
            ignoresLineFeed = true
            allowsFrameset = false
        case .form: insertForm(token)
        case .li: insertItem(token, closing: .li, .li)
        case .dd, .dt: insertItem(token, closing: .dd, .dt)
        case .plaintext:
            insertBlock(token)
            tokenizer.content = .plaintext
        case .button:
            close(.button, token)
            renewFormatting(at: token.range.lowerBound)
            insertElement(token)
            allowsFrameset = false
        default: inlineStartTag(token)
        }
    }

    private mutating func insertBlock(_ token: Token) {
        closeParagraph(token)
        insertElement(token)
    }

    private mutating func insertForm(_ token: Token) {
        let hasTemplate = open.contains(.template)
        if form != 0, !hasTemplate { return }
        closeParagraph(token)
        let node = insertElement(token)
        if !hasTemplate { form = node }
    }

    /// Inserts a list item or term, closing the previous one unless another block lies between.
    private mutating func insertItem(_ token: Token, closing first: Tag, _ second: Tag) {
        allowsFrameset = false
        if open.contains(first) || open.contains(second) {
            for entry in open.entries.reversed() {
                if entry.tag == first || entry.tag == second {
                    closeImplied(except: entry.tag, token)
                    pop(through: entry.tag, token)
                    break
                }
                if entry.isSpecial, entry.tag != .address, entry.tag != .div, entry.tag != .p { break }
            }
        }
        insertBlock(token)
    }

    private mutating func inlineStartTag(_ token: Token) {
        switch token.tag {
        case .a:
            if let index = formattingIndex(of: .a), case .element(let node) = formatting[index] {
                closeFormatting(token)
                if let stale = formatting.firstIndex(of: .element(node)) { formatting.remove(at: stale) }
                if let stale = open.index(of: node) { open.remove(at: stale) }
            }
            insertFormatting(token)
        case .nobr:
            renewFormatting(at: token.range.lowerBound)
            if open.hasInScope(.nobr) { closeFormatting(token) }
            insertFormatting(token)
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u: insertFormatting(token)
        case .applet, .marquee, .object:
            renewFormatting(at: token.range.lowerBound)
            insertElement(token)
            formatting.append(.marker)
            allowsFrameset = false
        case .table:
            if !document.isQuirky { closeParagraph(token) }
            insertElement(token)
            limitNesting()
            allowsFrameset = false
            mode = .inTable
        case .area, .br, .embed, .img, .keygen, .wbr:
            renewFormatting(at: token.range.lowerBound)
            insertVoid(token)
            allowsFrameset = false
        case .input:
            if context != 0, document[context].tag == .select { return }
            if open.hasInScope(.select) { pop(through: .select, token) }
            renewFormatting(at: token.range.lowerBound)
            insertVoid(token)
            if !isHiddenInput { allowsFrameset = false }
        case .param, .source, .track: insertVoid(token)
        case .hr:
            closeParagraph(token)
            if open.hasInScope(.select) { closeImplied(token) }
            insertVoid(token)
            allowsFrameset = false
        case .image:
            var image = token
            image.tag = .img
            process(image)
        default: otherStartTag(token)
        }
    }

    private mutating func insertFormatting(_ token: Token) {
        renewFormatting(at: token.range.lowerBound)
        remember(insertElement(token))
    }

    /// Whether the current tag is a hidden input.
    var isHiddenInput: Bool {
        tokenizer.attributes.contains {
            ASCII.equal(document.source.slice($0.name), "type")
                && ASCII.equal(document.source.slice($0.value), "hidden")
        }
    }

    private mutating func otherStartTag(_ token: Token) {
        switch token.tag {
        case .textarea:
            insertTextElement(token, .rcdata)
            ignoresLineFeed = true
            allowsFrameset = false
        case .xmp:
            closeParagraph(token)
            renewFormatting(at: token.range.lowerBound)
            allowsFrameset = false
            insertTextElement(token, .rawtext)
        case .iframe:
            allowsFrameset = false
            insertTextElement(token, .rawtext)
        case .noembed: insertTextElement(token, .rawtext)
        case .select:
            if open.hasInScope(.select) { return pop(through: .select, token) }
            renewFormatting(at: token.range.lowerBound)
            insertSelect(token)
            allowsFrameset = false
        case .optgroup, .option:
            if open.hasInScope(.select) {
                closeImplied(except: token.tag == .option ? .optgroup : .other, token)
            } else if currentTag == .option {
                popOpen(at: token.range.lowerBound)
            }
            renewFormatting(at: token.range.lowerBound)
            if token.tag == .option { insertOption(token) } else { insertElement(token) }
        case .rb, .rtc:
            if open.hasInScope(.ruby) { closeImplied(token) }
            insertElement(token)
        case .rp, .rt:
            if open.hasInScope(.ruby) { closeImplied(except: .rtc, token) }
            insertElement(token)
        case .math: insertForeign(token, .mathML)
        case .svg: insertForeign(token, .svg)
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: return
        default:
            renewFormatting(at: token.range.lowerBound)
            insertOther(token)
        }
    }

    private mutating func insertForeign(_ token: Token, _ namespace: Namespace) {
        renewFormatting(at: token.range.lowerBound)
        insertElement(token, namespace: namespace)
        if token.isSelfClosing { popOpen(at: token.range.upperBound) }
    }
}
