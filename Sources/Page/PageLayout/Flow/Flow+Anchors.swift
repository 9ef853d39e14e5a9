import HTML

// Names of elements that can be jumped to, and the lines that they mark.
extension Flow {
    /// Marks the line of an element: the one at hand for what stands in it, else the next one that is begun.
    mutating func noteAnchor(_ node: NodeID, _ document: Document) {
        let isWithin = open.hasText && Self.blockMargin(document.tag(of: node)) == nil
        func mark(_ name: ArraySlice<UInt8>?) {
            guard let name, !name.isEmpty else { return }
            if isWithin {
                store.anchors.append(LineStore.Anchor(name: Array(name), line: Int32(store.lineCount)))
            } else {
                pendingAnchors.append(Array(name))
            }
        }
        mark(document.attribute("id", of: node))
        if document.tag(of: node) == .a { mark(document.attribute("name", of: node)) }
    }

    /// Has the next line that is begun marked by an element that is laid out by its parts.
    mutating func noteAnchorAhead(_ node: NodeID, _ document: Document) {
        guard document.knownAttributes(of: node).contains(.id), let name = document.attribute("id", of: node),
            !name.isEmpty
        else { return }
        pendingAnchors.append(Array(name))
    }

    /// Marks the line at hand by the elements within one that is drawn as a whole, such as a select and its options.
    mutating func noteAnchors(within node: NodeID, _ document: Document) {
        guard var next = document.firstChild(of: node) else { return }
        var left = Self.namesWithin
        while left > 0 {
            left -= 1
            if document.kind(of: next) == .element, document.knownAttributes(of: next).contains(.id) {
                noteAnchor(next, document)
            }
            guard let following = document.firstChild(of: next) ?? document.following(next, within: node)
            else {
                return
            }
            next = following
        }
    }

    /// The most nodes that are looked through for names within an element that is drawn as a whole.
    private static let namesWithin = 4096

    /// Gives names that no line followed the last line there is: what ends the page is its end.
    mutating func endAnchors() { endAnchors(on: max(0, store.lineCount - 1)) }

    /// Has a line marked by the names that none is marked by yet.
    mutating func endAnchors(on line: Int) {
        guard !pendingAnchors.isEmpty else { return }
        let line = Int32(line)
        for name in pendingAnchors { store.anchors.append(LineStore.Anchor(name: name, line: line)) }
        pendingAnchors.removeAll()
    }
}
