extension HTMLParser {
    /// The innermost open element; 0 if none is open.
    var current: Int32 { open.lastNode }

    /// The tag of the innermost open element if it is an HTML element.
    var currentTag: Tag { open.last?.tag ?? .other }

    /// The innermost open element, or the context of a fragment while only its root is open.
    var adjustedCurrent: Int32 { context != 0 && open.count == 1 ? context : current }

    func isForeign(_ node: Int32) -> Bool { node != 0 && document[node].namespace != .html }

    /// Returns the place for a child of `target`: inside it, or before the table if the child is foster-parented.
    func place(for target: Int32) -> (parent: Int32, before: Int32) {
        guard fostersChildren, document[target].namespace == .html, document[target].tag.isTableContext else {
            return (target, 0)
        }
        let table = open.lastIndex(of: .table)
        if let template = open.lastIndex(of: .template), table == nil || template > table! {
            return (open.entries[template].node, 0)
        }
        guard let table else { return (open.entries[0].node, 0) }
        let node = open.entries[table].node
        // What precedes a plain table may already be laid out.
        if document[node].isPlain { return (target, 0) }
        let parent = document[node].parent
        return parent >= 0 ? (parent, node) : (open.entries[table - 1].node, 0)
    }

    /// Creates an element for a start tag, inserts it into the tree and opens it.
    @discardableResult
    mutating func insertElement(_ token: Token, namespace: Namespace = .html) -> Int32 {
        let element = document.element(token, tokenizer.attributes, namespace)
        let node = open(element, at: token.range.lowerBound)
        if form != 0, token.tag.isFormField { document.forms[node] = form }
        return node
    }

    /// Inserts an element that the parser implies.
    @discardableResult
    mutating func insertAssumed(_ tag: Tag, at token: Token) -> Int32 {
        open(Document.assumed(tag, at: token.range.lowerBound), at: token.range.lowerBound)
    }

    /// Inserts a new element at the place for a child of the current element, and opens it.
    private mutating func open(_ element: Node, at offset: Int) -> Int32 {
        makeRoom(at: offset)
        let node: Int32
        if fostersChildren {
            node = document.add(element)
            insertNode(node)
        } else {
            node = document.append(element, to: open.lastNode)
        }
        open.push(OpenElements.Entry(node: node, element))
        return node
    }

    /// Inserts a node at the place for a child of the current element.
    mutating func insertNode(_ node: Int32) {
        if !fostersChildren {
            document.insert(node, into: open.lastNode)
            return
        }
        let place = place(for: current)
        document.insert(node, into: place.parent, before: place.before)
    }

    /// Opens an element that is already in the tree.
    mutating func pushOpen(_ node: Int32) { open.push(OpenElements.Entry(node: node, document[node])) }

    /// Closes the innermost element if the depth limit is reached, so that what follows becomes its sibling.
    mutating func makeRoom(at offset: Int) {
        if open.count >= OpenElements.limit { popOpen(at: offset) }
    }

    /// Closes the innermost element; its range ends at an offset.
    mutating func popOpen(at offset: Int) {
        guard let node = open.pop() else { return }
        var nodes = document.nodes.mutableSpan
        nodes[Int(node)].end = max(nodes[Int(node)].end, Int32(truncatingIfNeeded: offset))
        if !selects.isEmpty { closed(node) }
        if !shadowRoots.isEmpty { closedHost(node) }
    }

    /// Closes elements up to and including the innermost one of a tag. Its range includes its end tag.
    mutating func pop(through tag: Tag, _ token: Token) {
        while let entry = open.last {
            let isLast = entry.tag == tag
            popOpen(at: isLast ? end(of: token, closing: tag) : token.range.lowerBound)
            if isLast { return }
        }
    }

    /// Returns the end offset of an element that a token closes.
    func end(of token: Token, closing tag: Tag) -> Int {
        token.kind == .endTag && token.tag == tag ? token.range.upperBound : token.range.lowerBound
    }

    /// Closes the open elements from this one on; the last of them ends with the token.
    mutating func pop(to index: Int, _ token: Token) {
        while open.count > index {
            popOpen(at: open.count == index + 1 ? token.range.upperBound : token.range.lowerBound)
        }
    }

    /// Closes elements until one that satisfies the predicate is innermost.
    ///
    /// The predicate must not capture the parser: a second reference would copy the tree.
    mutating func popUntil(_ token: Token, _ isWanted: (Tag) -> Bool) {
        while let entry = open.last, !isWanted(entry.tag) { popOpen(at: token.range.lowerBound) }
    }

    /// Closes elements whose end tags are optional, except one tag.
    mutating func closeImplied(except tag: Tag = .other, _ token: Token) {
        while currentTag.hasImpliedEnd, currentTag != tag { popOpen(at: token.range.lowerBound) }
    }

    /// Closes an open paragraph, if it is in button scope.
    mutating func closeParagraph(_ token: Token) { close(.p, in: .button, except: .p, token) }

    /// Closes an element and what is open in it; does nothing and returns false if it is not in scope.
    /// - Parameter kept: A tag whose elements are not closed with the others that end implicitly.
    @discardableResult
    mutating func close(
        _ tag: Tag, in scope: OpenElements.Scope = .all, except kept: Tag = .other, _ token: Token
    ) -> Bool {
        guard open.hasInScope(tag, scope) else { return false }
        closeImplied(except: kept, token)
        pop(through: tag, token)
        return true
    }

    /// Inserts text at the place for a child of the current element.
    mutating func insertText(_ token: Token) {
        let place = fostersChildren ? place(for: current) : (parent: open.lastNode, before: 0)
        guard place.parent != 0 else { return }
        document.insertText(token, into: place.parent, before: place.before)
    }

    /// Inserts a comment into a node, or at the place for a child of the current element.
    mutating func insertComment(_ token: Token, into parent: Int32? = nil) {
        let node = document.add(
            Node(
                kind: .comment, start: Int32(token.range.lowerBound), end: Int32(token.range.upperBound),
                content: token.text))
        if let parent {
            document.insert(node, into: parent)
        } else {
            insertNode(node)
        }
    }

    /// Splits a text token into its leading whitespace and the rest; either may be nil.
    func splitBlanks(_ token: Token) -> (blanks: Token?, rest: Token?) {
        let count = document.source.slice(token.text).prefix(while: ASCII.isBlank).count
        if count == 0 { return (nil, token) }
        if count == token.text.count { return (token, nil) }
        var parts = (token, token)
        (parts.0.text, parts.1.text) = token.text.split(after: count)
        if !token.text.isInPool {
            parts.0.range = token.range.lowerBound..<(token.range.lowerBound + count)
            parts.1.range = (token.range.lowerBound + count)..<token.range.upperBound
        }
        return parts
    }

    /// Inserts the white space that a text begins with, and returns the rest of the text; nil if nothing follows.
    mutating func insertLeadingBlanks(of token: Token) -> Token? {
        let (blanks, rest) = splitBlanks(token)
        if let blanks { insertText(blanks) }
        return rest
    }

    /// Inserts all whitespace of a text token and ignores the rest.
    mutating func insertBlanks(of token: Token) {
        var rest: Token? = token
        while let text = rest {
            rest = insertLeadingBlanks(of: text).flatMap { more in
                let count = document.source.slice(more.text).prefix { !ASCII.isBlank($0) }.count
                guard count < more.text.count else { return nil }
                var tail = more
                tail.text = more.text.split(after: count).1
                if !more.text.isInPool {
                    tail.range = (more.range.lowerBound + count)..<more.range.upperBound
                }
                return tail
            }
        }
    }

    /// Whether a text token contains only whitespace.
    func isBlank(_ token: Token) -> Bool { document.source.isBlank(token.text) }

    /// Opens an element whose content is text up to its end tag.
    mutating func insertTextElement(_ token: Token, _ content: Tokenizer.Content) {
        insertElement(token)
        tokenizer.content = content
        tokenizer.endName = Array(token.tag.name.utf8)
        originalMode = mode
        mode = .text
    }

    /// Adds the attributes of a repeated `html` or `body` tag that are missing in the element.
    mutating func mergeAttributes(into element: Int32) {
        let range = document[element].content
        let known = Array(document.attributes[Int(range.start)..<Int(range.end)])
        // A page with thousands of such tags must not copy all attributes each time.
        guard known.count < 256 else { return }
        let names = Set(known.map { document.source.slice($0.name).map(ASCII.lowered) })
        let fresh = tokenizer.attributes.filter {
            !names.contains(document.source.slice($0.name).map(ASCII.lowered))
        }
        guard !fresh.isEmpty else { return }
        let start = document.attributes.count
        document.attributes += known + fresh
        document[element].content = TextRange(source: start..<document.attributes.count)
    }
}
