import HTML

// Tree navigation for selectors; part of the tree may have been dropped, and part may not be parsed yet.
extension Document {
    /// Moves to the parent element, if there is one.
    func climb(_ node: inout NodeID) -> Bool {
        guard let parent = parent(of: node), kind(of: parent) == .element else { return false }
        node = parent
        return true
    }

    /// Moves to the previous sibling element, if it is in the tree.
    func stepBack(_ node: inout NodeID, _ stepsLeft: inout Int) -> Bool {
        var place = node
        while let previous = previousSibling(of: place), stepsLeft > 0 {
            stepsLeft -= 1
            place = previous
            guard kind(of: place) == .element else { continue }
            node = place
            return true
        }
        return false
    }

    /// Moves to the next sibling element, if there is one.
    func stepOn(_ node: inout NodeID, _ stepsLeft: inout Int) -> Bool {
        var place = node
        while let next = nextSibling(of: place), stepsLeft > 0 {
            stepsLeft -= 1
            place = next
            guard kind(of: place) == .element else { continue }
            node = place
            return true
        }
        return false
    }

    /// Whether the node may have had previous siblings that were dropped.
    func mayHaveHadSiblings(_ node: NodeID) -> Bool {
        parent(of: node).map { forgottenChildren(of: $0) > 0 } ?? false
    }

    /// Whether the node may still get next siblings.
    func mayGetSiblings(_ node: NodeID) -> Bool { parent(of: node).map { mayGrow($0) } ?? false }

    /// Whether both elements have the same type.
    func isSameType(_ one: NodeID, _ other: NodeID) -> Bool {
        guard tag(of: one) == tag(of: other), namespace(of: one) == namespace(of: other) else { return false }
        return tag(of: one) != .other || otherName(of: one) == otherName(of: other)
    }
}
