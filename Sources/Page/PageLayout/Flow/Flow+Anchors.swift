import HTML

// Anchors: names of elements that can be jumped to, and their lines.
extension Flow {
    /// Assigns the names of an element to a line: the current one if the element is within it, otherwise the next one
    /// begun.
    mutating func noteAnchor(_ node: NodeID, _ document: Document) {
        let isWithin = open.hasText && Self.blockMargin(document.tag(of: node)) == nil
        func mark(_ name: ArraySlice<UInt8>?) {
            guard let name, !name.isEmpty else { return }
            if isWithin {
                store.anchors.append(LineStore.Anchor(name: Array(name), line: Int32(store.lineCount)))
            } else if pendingAnchors.count < Self.pendingLimit {
                pendingAnchors.append(Array(name))
            }
        }
        mark(document.attribute("id", of: node))
        if document.tag(of: node) == .a { mark(document.attribute("name", of: node)) }
    }

    /// The maximum number of names that are pending: each place where a page without lines is cut has a copy of them.
    private static let pendingLimit = 4096

    /// Assigns the name of an element that is laid out in parts to the next line begun.
    mutating func noteAnchorAhead(_ node: NodeID, _ document: Document) {
        guard document.knownAttributes(of: node).contains(.id), let name = document.attribute("id", of: node),
            !name.isEmpty, pendingAnchors.count < Self.pendingLimit
        else { return }
        pendingAnchors.append(Array(name))
    }

    /// Assigns the names within an element that is drawn as a whole, such as a select and its options, to the current
    /// line.
    mutating func noteAnchors(within node: NodeID, _ document: Document) {
        guard document.firstChild(of: node) != nil else { return }
        for place in document.descendants(of: node).prefix(Self.namesWithin)
        where document.kind(of: place) == .element && document.knownAttributes(of: place).contains(.id) {
            noteAnchor(place, document)
        }
    }

    /// The maximum number of nodes searched for names within an element that is drawn as a whole.
    private static let namesWithin = 4096

    /// Assigns the names that no line follows to the last line: they mark the end of the page.
    mutating func endAnchors() { endAnchors(on: max(0, store.lineCount - 1)) }

    /// Assigns the pending names to a line.
    mutating func endAnchors(on line: Int) {
        guard !pendingAnchors.isEmpty else { return }
        let line = Int32(line)
        for name in pendingAnchors { store.anchors.append(LineStore.Anchor(name: name, line: line)) }
        pendingAnchors.removeAll()
    }
}
