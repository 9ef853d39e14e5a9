extension HTMLParser {
    mutating func inTable(_ token: Token) {
        switch token.kind {
        case .text, .null:
            guard currentTag.isTableContext || currentTag == .template else { return fosterInBody(token) }
            tableText.removeAll(keepingCapacity: true)
            originalMode = mode
            process(token, in: .inTableText)
        case .comment: insertComment(token)
        case .doctype: return
        case .startTag: tableStartTag(token)
        case .endTag:
            switch token.tag {
            case .table:
                guard open.hasInScope(.table, .table) else { return }
                pop(through: .table, token)
                resetMode()
            case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return
            case .template: closeTemplate(token)
            default: fosterInBody(token)
            }
        case .end: inBody(token)
        }
    }

    /// Handles a token by the rules of the body, with foster parenting.
    private mutating func fosterInBody(_ token: Token) {
        fostersChildren = true
        inBody(token)
        fostersChildren = false
    }

    private static func isTableRoot(_ tag: Tag) -> Bool { tag == .table || tag == .template || tag == .html }

    private mutating func tableStartTag(_ token: Token) {
        switch token.tag {
        case .caption:
            popUntil(token, Self.isTableRoot)
            formatting.append(.marker)
            insertElement(token)
            mode = .inCaption
        case .colgroup:
            popUntil(token, Self.isTableRoot)
            insertElement(token)
            mode = .inColumnGroup
        case .col:
            popUntil(token, Self.isTableRoot)
            insertAssumed(.colgroup, at: token)
            process(token, in: .inColumnGroup)
        case .tbody, .tfoot, .thead:
            popUntil(token, Self.isTableRoot)
            insertElement(token)
            mode = .inTableBody
        case .td, .th, .tr:
            popUntil(token, Self.isTableRoot)
            insertAssumed(.tbody, at: token)
            process(token, in: .inTableBody)
        case .table:
            guard open.hasInScope(.table, .table) else { return }
            pop(through: .table, token)
            resetMode()
            process(token)
        case .style, .script, .template: inHead(token)
        case .input:
            guard isHiddenInput else { return fosterInBody(token) }
            insertVoid(token)
        case .form:
            guard form == 0, !open.contains(.template) else { return }
            form = insertElement(token)
            popOpen(at: token.range.upperBound)
        default: fosterInBody(token)
        }
    }

    mutating func inTableText(_ token: Token) {
        switch token.kind {
        case .null: return
        case .text: tableText.append(token)
        case .startTag, .endTag, .comment, .doctype, .end:
            let isBlank = tableText.allSatisfy { document.source.isBlank($0.text) }
            for text in tableText {
                if isBlank { insertText(text) } else { fosterInBody(text) }
            }
            tableText.removeAll(keepingCapacity: true)
            process(token, in: originalMode)
        }
    }

    mutating func inCaption(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.endTag, .caption): closeCaption(token)
        case (.startTag, _) where token.tag.isWithinTable, (.endTag, .table):
            if closeCaption(token) { process(token) }
        case (.endTag, let tag) where tag.isWithinTable || tag == .body || tag == .html: return
        case (.text, _), (.null, _), (.comment, _), (.doctype, _), (.startTag, _), (.endTag, _), (.end, _):
            inBody(token)
        }
    }

    @discardableResult
    private mutating func closeCaption(_ token: Token) -> Bool {
        guard close(.caption, in: .table, token) else { return false }
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    mutating func inColumnGroup(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.text, _):
            guard let rest = insertLeadingBlanks(of: token) else { return }
            // In a template there is no column group to close: only the whitespace of the token is inserted.
            if closeColumnGroup(rest) { process(rest) } else { insertBlanks(of: rest) }
        case (.comment, _): insertComment(token)
        case (.doctype, _): return
        case (.startTag, .html): inBody(token)
        case (.startTag, .col): insertVoid(token)
        case (.endTag, .colgroup): closeColumnGroup(token)
        case (.endTag, .col): return
        case (.startTag, .template), (.endTag, .template): inHead(token)
        case (.end, _): inBody(token)
        case (.null, _), (.startTag, _), (.endTag, _):
            if closeColumnGroup(token) { process(token) }
        }
    }

    @discardableResult
    private mutating func closeColumnGroup(_ token: Token) -> Bool {
        guard currentTag == .colgroup else { return false }
        popOpen(at: end(of: token, closing: .colgroup))
        mode = .inTable
        return true
    }

    mutating func inTableBody(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.startTag, .tr):
            popUntil(token, Self.isBodyRoot)
            insertElement(token)
            mode = .inRow
        case (.startTag, .th), (.startTag, .td):
            popUntil(token, Self.isBodyRoot)
            insertAssumed(.tr, at: token)
            process(token, in: .inRow)
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            guard open.hasInScope(token.tag, .table) else { return }
            popUntil(token, Self.isBodyRoot)
            popOpen(at: token.range.upperBound)
            mode = .inTable
        case (.startTag, _) where token.tag.isWithinTable, (.endTag, .table):
            guard
                open.hasInScope(.tbody, .table) || open.hasInScope(.thead, .table)
                    || open.hasInScope(.tfoot, .table)
            else { return }
            popUntil(token, Self.isBodyRoot)
            leaveElement(before: token, for: .inTable)
        case (.endTag, let tag) where tag.isWithinTable || tag == .body || tag == .html: return
        case (.text, _), (.null, _), (.comment, _), (.doctype, _), (.startTag, _), (.endTag, _), (.end, _):
            inTable(token)
        }
    }

    private static func isBodyRoot(_ tag: Tag) -> Bool {
        tag == .tbody || tag == .tfoot || tag == .thead || tag == .template || tag == .html
    }

    private static func isRowRoot(_ tag: Tag) -> Bool { tag == .tr || tag == .template || tag == .html }

    mutating func inRow(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.startTag, .th), (.startTag, .td):
            popUntil(token, Self.isRowRoot)
            limitRow()
            insertElement(token)
            mode = .inCell
            formatting.append(.marker)
        case (.endTag, .tr): closeRow(token)
        case (.startTag, _) where token.tag.isWithinTable, (.endTag, .table):
            if closeRow(token) { process(token) }
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            if open.hasInScope(token.tag, .table), closeRow(token) { process(token) }
        case (.endTag, let tag) where tag.isWithinTable || tag == .body || tag == .html: return
        case (.text, _), (.null, _), (.comment, _), (.doctype, _), (.startTag, _), (.endTag, _), (.end, _):
            inTable(token)
        }
    }

    @discardableResult
    private mutating func closeRow(_ token: Token) -> Bool {
        guard open.hasInScope(.tr, .table) else { return false }
        popUntil(token, Self.isRowRoot)
        popOpen(at: end(of: token, closing: .tr))
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.endTag, .td), (.endTag, .th):
            guard close(token.tag, in: .table, token) else { return }
            clearFormattingToMarker()
            mode = .inRow
        case (.startTag, let tag) where tag.isWithinTable:
            guard open.hasInScope(.td, .table) || open.hasInScope(.th, .table) else { return }
            closeCell(token)
            process(token)
        case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html):
            return
        case (.endTag, .table), (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead), (.endTag, .tr):
            guard open.hasInScope(token.tag, .table) else { return }
            closeCell(token)
            process(token)
        case (.text, _), (.null, _), (.comment, _), (.doctype, _), (.startTag, _), (.endTag, _), (.end, _):
            inBody(token)
        }
    }

    // MARK: Limits

    /// The maximum number of open tables that are still laid out in columns, and of nodes in a row.
    private static let tableLimit = 32
    private static let rowLimit = 65_536

    /// Makes the open tables plain if there are too many.
    mutating func limitNesting() {
        if open.tableCount > Self.tableLimit { makePlain() }
    }

    /// Makes the open tables plain if a row that is too large gets another cell.
    private mutating func limitRow() {
        if document.nodeCount - Int(current) > Self.rowLimit, currentTag == .tr { makePlain() }
    }

    private mutating func makePlain() {
        for entry in open.entries.reversed() where entry.tag == .table {
            // Tables around a plain one are already plain.
            if document[entry.node].isPlain { break }
            document[entry.node].isPlain = true
        }
    }

    private mutating func closeCell(_ token: Token) {
        closeImplied(token)
        while let tag = open.last?.tag {
            popOpen(at: token.range.lowerBound)
            if tag == .td || tag == .th { break }
        }
        clearFormattingToMarker()
        mode = .inRow
    }
}
