extension HTMLParser {
    mutating func inSelect(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.null, _), (.doctype, _): return
        case (.text, _): insertText(token)
        case (.comment, _): insertComment(token)
        case (.startTag, .html): inBody(token)
        case (.startTag, .option):
            if currentTag == .option { popOpen(at: token.range.lowerBound) }
            insertElement(token)
        case (.startTag, .optgroup), (.startTag, .hr):
            if currentTag == .option { popOpen(at: token.range.lowerBound) }
            if currentTag == .optgroup { popOpen(at: token.range.lowerBound) }
            if token.tag == .hr { insertVoid(token) } else { insertElement(token) }
        case (.endTag, .optgroup):
            if currentTag == .option, open.count > 1, open.entries[open.count - 2].tag == .optgroup {
                popOpen(at: token.range.lowerBound)
            }
            if currentTag == .optgroup { popOpen(at: token.range.upperBound) }
        case (.endTag, .option):
            if currentTag == .option { popOpen(at: token.range.upperBound) }
        case (.endTag, .select): closeSelect(token)
        case (.startTag, .select): closeSelect(token)
        case (.startTag, .input), (.startTag, .keygen), (.startTag, .textarea):
            if closeSelect(token) { process(token) }
        case (.startTag, .script), (.startTag, .template), (.endTag, .template): inHead(token)
        case (.end, _): inBody(token)
        case (.startTag, _), (.endTag, _): return
        }
    }

    @discardableResult
    private mutating func closeSelect(_ token: Token) -> Bool {
        guard open.hasInSelectScope(.select) else { return false }
        while let tag = open.last?.tag {
            popOpen(at: tag == .select ? end(of: token, closing: .select) : token.range.lowerBound)
            if tag == .select { break }
        }
        resetMode()
        return true
    }

    mutating func inSelectInTable(_ token: Token) {
        switch token.tag {
        case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
            if token.kind == .endTag, !open.hasInScope(token.tag, .table) { return }
            guard token.kind == .startTag || token.kind == .endTag else { return inSelect(token) }
            pop(through: .select, token)
            resetMode()
            process(token)
        default: inSelect(token)
        }
    }

    // MARK: Templates

    mutating func inTemplate(_ token: Token) {
        switch token.kind {
        case .text, .null, .comment, .doctype: inBody(token)
        case .startTag:
            switch token.tag {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                inHead(token)
            case .caption, .colgroup, .tbody, .tfoot, .thead: changeTemplateMode(.inTable, token)
            case .col: changeTemplateMode(.inColumnGroup, token)
            case .tr: changeTemplateMode(.inTableBody, token)
            case .td, .th: changeTemplateMode(.inRow, token)
            default: changeTemplateMode(.inBody, token)
            }
        case .endTag:
            if token.tag == .template { closeTemplate(token) }
        case .end:
            guard open.contains(.template) else { return closeAll(token) }
            pop(through: .template, token)
            clearFormattingToMarker()
            templateModes.removeLast()
            resetMode()
            process(token)
        }
    }

    private mutating func changeTemplateMode(_ next: Mode, _ token: Token) {
        templateModes[templateModes.count - 1] = next
        mode = next
        process(token)
    }

    mutating func closeTemplate(_ token: Token) {
        guard open.contains(.template) else { return }
        while currentTag.hasThoroughlyImpliedEnd { popOpen(at: token.range.lowerBound) }
        pop(through: .template, token)
        clearFormattingToMarker()
        _ = templateModes.popLast()
        resetMode()
    }

    /// Finds the mode that fits the open elements.
    mutating func resetMode() {
        for (index, entry) in zip(open.entries.indices, open.entries).reversed() {
            let isLast = index == 0
            let node = isLast && context != 0 ? context : entry.node
            let tag = document[node].namespace == .html ? document[node].tag : .other
            switch tag {
            case .select:
                mode = isLast ? .inSelect : selectMode(below: index)
                return
            case .td where !isLast, .th where !isLast: mode = .inCell
            case .tr: mode = .inRow
            case .tbody, .thead, .tfoot: mode = .inTableBody
            case .caption: mode = .inCaption
            case .colgroup: mode = .inColumnGroup
            case .table: mode = .inTable
            case .template: mode = templateModes.last ?? .inBody
            case .head where !isLast: mode = .inHead
            case .body: mode = .inBody
            case .frameset: mode = .inFrameset
            case .html: mode = head == 0 ? .beforeHead : .afterHead
            default:
                guard isLast else { continue }
                mode = .inBody
            }
            return
        }
    }

    private func selectMode(below index: Int) -> Mode {
        for entry in open.entries[..<index].reversed() {
            if entry.tag == .template { break }
            if entry.tag == .table { return .inSelectInTable }
        }
        return .inSelect
    }
}
