extension HTMLParser {
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

    /// Resets the insertion mode to that of the open elements.
    mutating func resetMode() {
        for index in open.entries.indices.reversed() {
            let entry = open.entries[index]
            let isLast = index == 0
            let node = isLast && context != 0 ? context : entry.node
            let tag = document[node].namespace == .html ? document[node].tag : .other
            switch tag {
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
}
