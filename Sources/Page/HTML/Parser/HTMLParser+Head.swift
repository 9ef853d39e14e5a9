extension HTMLParser {
    mutating func initial(_ token: Token) {
        switch token.kind {
        case .text:
            guard let rest = splitBlanks(token).rest else { return }
            document.isQuirky = context == 0
            process(rest, in: .beforeHTML)
        case .comment: insertComment(token, into: 0)
        case .doctype:
            let doctype = tokenizer.doctype
            let number = document.doctypes.count
            document.doctypes.append(doctype)
            let node = document.add(
                Node(
                    kind: .doctype, start: Int32(token.range.lowerBound), end: Int32(token.range.upperBound),
                    content: TextRange(source: number..<number)))
            document.insert(node, into: 0)
            document.isQuirky = doctype.isQuirky
            mode = .beforeHTML
        case .null, .startTag, .endTag, .end:
            document.isQuirky = true
            process(token, in: .beforeHTML)
        }
    }

    mutating func beforeHTML(_ token: Token) {
        switch token.kind {
        case .doctype: return
        case .comment: insertComment(token, into: 0)
        case .text:
            guard let rest = splitBlanks(token).rest else { return }
            insertAssumed(.html, at: rest)
            process(rest, in: .beforeHead)
        case .startTag where token.tag == .html:
            insertElement(token)
            mode = .beforeHead
        case .endTag where ![.head, .body, .html, .br].contains(token.tag): return
        case .null, .startTag, .endTag, .end:
            insertAssumed(.html, at: token)
            process(token, in: .beforeHead)
        }
    }

    mutating func beforeHead(_ token: Token) {
        switch token.kind {
        case .doctype: return
        case .comment: insertComment(token)
        case .text:
            guard let rest = splitBlanks(token).rest else { return }
            head = insertAssumed(.head, at: rest)
            process(rest, in: .inHead)
        case .startTag where token.tag == .html: inBody(token)
        case .startTag where token.tag == .head:
            head = insertElement(token)
            mode = .inHead
        case .endTag where ![.head, .body, .html, .br].contains(token.tag): return
        case .null, .startTag, .endTag, .end:
            head = insertAssumed(.head, at: token)
            process(token, in: .inHead)
        }
    }

    mutating func inHead(_ token: Token) {
        switch token.kind {
        case .doctype: return
        case .comment: insertComment(token)
        case .text:
            if let rest = insertLeadingBlanks(of: token) { leaveElement(before: rest, for: .afterHead) }
        case .startTag: headStartTag(token)
        case .endTag:
            switch token.tag {
            case .head:
                popOpen(at: token.range.upperBound)
                mode = .afterHead
            case .template: closeTemplate(token)
            case .body, .html, .br: leaveElement(before: token, for: .afterHead)
            default: return
            }
        case .null, .end: leaveElement(before: token, for: .afterHead)
        }
    }

    private mutating func headStartTag(_ token: Token) {
        switch token.tag {
        case .html: inBody(token)
        case .base, .basefont, .bgsound, .link, .meta: insertVoid(token)
        case .title: insertTextElement(token, .rcdata)
        case .noframes, .style: insertTextElement(token, .rawtext)
        case .noscript:
            insertElement(token)
            mode = .inHeadNoscript
        case .script: insertTextElement(token, .script(.none))
        case .template:
            insertElement(token)
            formatting.append(.marker)
            allowsFrameset = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
            if allowsShadowRoots { noteShadowRoot() }
        case .head: return
        default: leaveElement(before: token, for: .afterHead)
        }
    }

    /// Inserts a void element.
    mutating func insertVoid(_ token: Token) {
        insertElement(token)
        popOpen(at: token.range.upperBound)
    }

    mutating func inHeadNoscript(_ token: Token) {
        switch (token.kind, token.tag) {
        case (.doctype, _): return
        case (.startTag, .html): inBody(token)
        case (.endTag, .noscript):
            popOpen(at: token.range.upperBound)
            mode = .inHead
        case (.comment, _), (.startTag, .basefont), (.startTag, .bgsound), (.startTag, .link),
            (.startTag, .meta), (.startTag, .noframes), (.startTag, .style):
            inHead(token)
        case (.startTag, .head), (.startTag, .noscript): return
        case (.endTag, let tag) where tag != .br: return
        case (.text, _):
            if let rest = insertLeadingBlanks(of: token) { leaveElement(before: rest, for: .inHead) }
        case (.null, _), (.startTag, _), (.endTag, _), (.end, _): leaveElement(before: token, for: .inHead)
        }
    }

    mutating func afterHead(_ token: Token) {
        switch token.kind {
        case .doctype: return
        case .comment: insertComment(token)
        case .text:
            if let rest = insertLeadingBlanks(of: token) { beginBody(rest) }
        case .startTag:
            switch token.tag {
            case .html: inBody(token)
            case .body:
                insertElement(token)
                allowsFrameset = false
                mode = .inBody
            case .frameset:
                insertElement(token)
                mode = .inFrameset
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                open.push(OpenElements.Entry(node: head, document[head]))
                headStartTag(token)
                if let index = open.index(of: head) { open.remove(at: index) }
            case .head: return
            default: beginBody(token)
            }
        case .endTag:
            switch token.tag {
            case .template: closeTemplate(token)
            case .body, .html, .br: beginBody(token)
            default: return
            }
        case .null, .end: beginBody(token)
        }
    }

    private mutating func beginBody(_ token: Token) {
        insertAssumed(.body, at: token)
        process(token, in: .inBody)
    }

    /// Handles the content of elements that contain only text.
    mutating func inText(_ token: Token) {
        switch token.kind {
        case .text: insertText(token)
        case .endTag:
            popOpen(at: token.range.upperBound)
            mode = originalMode
        case .end:
            leaveElement(before: token, for: originalMode)
        case .null, .startTag, .comment, .doctype: return
        }
    }
}

extension Doctype {
    /// Public identifiers of document types that select quirks mode.
    private static let quirkyPublicIDs: [String] = [
        "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//",
        "-//ietf//dtd html 2.0 level 2//", "-//ietf//dtd html 2.0 strict level 1//",
        "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//",
        "-//ietf//dtd html 2.0//", "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//",
        "-//ietf//dtd html 3.2 final//", "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//",
        "-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//", "-//ietf//dtd html level 2//",
        "-//ietf//dtd html level 3//", "-//ietf//dtd html strict level 0//",
        "-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//",
        "-//ietf//dtd html strict level 3//", "-//ietf//dtd html strict//", "-//ietf//dtd html//",
        "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//",
        "-//microsoft//dtd internet explorer 2.0 html//", "-//microsoft//dtd internet explorer 2.0 tables//",
        "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
        "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
        "-//o'reilly and associates//dtd html extended relaxed 1.0//",
        "-//sq//dtd html 2.0 hotmetal + extensions//",
        "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
        "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava html//",
        "-//sun microsystems corp.//dtd hotjava strict html//", "-//w3c//dtd html 3 1995-03-24//",
        "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
        "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
        "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
    ]

    /// Whether the page with this document type is in quirks mode.
    fileprivate var isQuirky: Bool {
        if forcesQuirks || !name.elementsEqual("html".utf8) { return true }
        let system = systemID.map { String(decoding: $0.map(ASCII.lowered), as: UTF8.self) }
        if system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return true }
        guard let publicID else { return false }
        let id = String(decoding: publicID.map(ASCII.lowered), as: UTF8.self)
        if ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"].contains(id)
        {
            return true
        }
        if Self.quirkyPublicIDs.contains(where: { id.hasPrefix($0) }) { return true }
        let needsSystem = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
        return system == nil && needsSystem.contains { id.hasPrefix($0) }
    }
}
