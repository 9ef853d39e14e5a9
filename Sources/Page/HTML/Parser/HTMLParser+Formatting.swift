/// An entry of the list of active formatting elements.
enum FormattingEntry: Hashable, Sendable {
    /// An element that text after its end may still belong to.
    case element(Int32)
    /// The boundary of a cell, caption, object or template.
    case marker
}

extension HTMLParser {
    /// The maximum number of entries since the last marker.
    private static let formattingLimit = 128

    /// Adds a formatting element; of three equal ones since the last marker, the first is removed.
    mutating func remember(_ node: Int32) {
        var alike = 0
        var count = 0
        var index = formatting.count - 1
        while index >= 0, case .element(let other) = formatting[index] {
            count += 1
            if document.looksLike(other, node) { alike += 1 }
            if alike == 3 || count == Self.formattingLimit {
                formatting.remove(at: index)
                break
            }
            index -= 1
        }
        formatting.append(.element(node))
    }

    mutating func clearFormattingToMarker() {
        while let entry = formatting.popLast(), entry != .marker {}
    }

    /// Returns the index of the last entry of a tag since the last marker.
    func formattingIndex(of tag: Tag) -> Int? {
        for index in formatting.indices.reversed() {
            guard case .element(let node) = formatting[index] else { return nil }
            if document[node].tag == tag { return index }
        }
        return nil
    }

    /// Reconstructs the formatting elements that were closed with the block around them.
    mutating func renewFormatting(at offset: Int) {
        guard let last = formatting.last, case .element(let node) = last, open.index(of: node) == nil else {
            return
        }
        var index = formatting.count - 1
        while index > 0, case .element(let node) = formatting[index - 1], open.index(of: node) == nil {
            index -= 1
        }
        // A page that never closes them could grow without bounds: beyond a limit, they are removed.
        guard renewals + formatting.count - index <= 1000 + offset / 32 else {
            formatting.removeSubrange(index...)
            return
        }
        while index < formatting.count {
            guard case .element(let node) = formatting[index] else { return }
            let copy = document.addCopy(of: node, at: offset)
            makeRoom(at: offset)
            insertNode(copy)
            pushOpen(copy)
            formatting[index] = .element(copy)
            renewals += 1
            index += 1
        }
    }

    /// Runs the adoption agency algorithm for an end tag of a formatting element that may be misnested.
    mutating func closeFormatting(_ token: Token) {
        let tag = token.tag
        if currentTag == tag {
            let entry = FormattingEntry.element(current)
            // The element to close is nearly always the last one opened.
            let isLast = formatting.last == entry
            if isLast || !formatting.contains(entry) {
                popOpen(at: token.range.upperBound)
                if isLast { formatting.removeLast() }
                return
            }
        }
        for _ in 0..<8 {
            guard let entry = formattingIndex(of: tag), case .element(let element) = formatting[entry] else {
                closeOther(token)
                return
            }
            guard let position = open.index(of: element) else {
                formatting.remove(at: entry)
                return
            }
            guard open.hasInScope(node: element) else { return }
            guard let furthest = (position + 1..<open.count).first(where: { open.entries[$0].isSpecial })
            else {
                pop(to: position, token)
                formatting.remove(at: entry)
                return
            }
            adopt(element, entry: entry, position: position, furthest: furthest, token)
        }
    }

    /// Runs one iteration: wraps the content of the furthest block in a new formatting element.
    private mutating func adopt(_ element: Int32, entry: Int, position: Int, furthest: Int, _ token: Token) {
        let offset = token.range.lowerBound
        let block = open.entries[furthest].node
        let ancestor = open.entries[position - 1].node
        var bookmark = entry
        var last = block
        var index = furthest
        var rounds = 0
        while true {
            index -= 1
            let node = open.entries[index].node
            if node == element { break }
            rounds += 1
            var listed = formatting.firstIndex(of: .element(node))
            if rounds > 3, let stale = listed {
                formatting.remove(at: stale)
                if stale < bookmark { bookmark -= 1 }
                listed = nil
            }
            guard let listed else {
                open.remove(at: index)
                continue
            }
            let copy = document.addCopy(of: node, at: offset)
            formatting[listed] = .element(copy)
            open.remove(at: index)
            open.insert(OpenElements.Entry(node: copy, document[copy]), at: index)
            if last == block { bookmark = listed + 1 }
            document.insert(last, into: copy)
            last = copy
        }
        let place = place(for: ancestor)
        document.insert(last, into: place.parent, before: place.before)

        let copy = document.addCopy(of: element, at: offset)
        document.moveChildren(of: block, to: copy)
        document.insert(copy, into: block)
        if let stale = formatting.firstIndex(of: .element(element)) {
            formatting.remove(at: stale)
            if stale < bookmark { bookmark -= 1 }
        }
        formatting.insert(.element(copy), at: min(bookmark, formatting.count))
        if let stale = open.index(of: element) { open.remove(at: stale) }
        if let below = open.index(of: block) {
            open.insert(OpenElements.Entry(node: copy, document[copy]), at: below + 1)
        }
    }
}

extension Document {
    /// Whether two elements have the same name and attributes.
    fileprivate func looksLike(_ left: Int32, _ right: Int32) -> Bool {
        let (a, b) = (self[left], self[right])
        guard a.tag == b.tag, a.name == b.name, a.namespace == b.namespace, a.content.count == b.content.count
        else { return false }
        if a.content == b.content || a.content.isEmpty { return true }
        // For a few attributes, comparing each is quicker than building sets, and most elements differ in the first.
        if a.content.count <= 16 {
            let others = attributes[Int(b.content.start)..<Int(b.content.end)]
            return attributes[Int(a.content.start)..<Int(a.content.end)].allSatisfy { attribute in
                others.contains { isAlike(attribute, $0) }
            }
        }
        func pairs(_ node: Node) -> Set<[[UInt8]]> {
            Set(
                attributes[Int(node.content.start)..<Int(node.content.end)].map {
                    [source.slice($0.name).map(ASCII.lowered), Array(source.slice($0.value))]
                })
        }
        return pairs(a) == pairs(b)
    }

    /// Whether two attributes have the same name and value.
    private func isAlike(_ one: Attribute, _ other: Attribute) -> Bool {
        one.name.count == other.name.count && one.value.count == other.value.count
            && source.slice(one.value) == source.slice(other.value)
            && source.slice(one.name).elementsEqual(source.slice(other.name)) {
                ASCII.lowered($0) == ASCII.lowered($1)
            }
    }
}
