import HTML

/// The elements of a page in tree order.
package struct ElementOrder {
    /// The elements.
    package let nodes: [NodeID]
    /// The index of the parent of each element; the number of elements if the parent is not an element.
    let parents: [Int]

    /// Collects the elements in one pass over a page.
    package init(_ document: borrowing Document) {
        var nodes: [NodeID] = []
        var places: [NodeID: Int] = [:]
        var next = document.firstChild(of: .document)
        while let node = next {
            if document.kind(of: node) == .element {
                places[node] = nodes.count
                nodes.append(node)
            }
            next = document.firstChild(of: node)
            var place = node
            while next == nil {
                next = document.nextSibling(of: place)
                guard next == nil, let parent = document.parent(of: place) else { break }
                place = parent
            }
        }
        self.nodes = nodes
        var parents: [Int] = []
        for node in nodes { parents.append(document.parent(of: node).flatMap { places[$0] } ?? nodes.count) }
        self.parents = parents
    }
}
