import HTML

// How selectors go through the tree, of which a part may have been forgotten and a part may be to come.
extension Document {
    /// Goes to the parent element, if there is one.
    func climb(_ node: inout NodeID) -> Bool {
        guard let parent = parent(of: node), kind(of: parent) == .element else { return false }
        node = parent
        return true
    }

    /// Goes to the element before among the siblings, if there is one in sight.
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

    /// Goes to the element behind among the siblings, if there is one.
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

    /// Whether elements stood before it among its siblings that are out of sight.
    func mayHaveHadSiblings(_ node: NodeID) -> Bool {
        parent(of: node).map { forgottenChildren(of: $0) > 0 } ?? false
    }

    /// Whether siblings may still come behind it.
    func mayGetSiblings(_ node: NodeID) -> Bool { parent(of: node).map { mayGrow($0) } ?? false }

    /// Whether both are of one type.
    func isSameType(_ one: NodeID, _ other: NodeID) -> Bool {
        guard tag(of: one) == tag(of: other), namespace(of: one) == namespace(of: other) else { return false }
        return tag(of: one) != .other || otherName(of: one) == otherName(of: other)
    }
}
