import CSS
import HTML

/// A list of CSS selectors that a person wrote to name an element of a page.
///
/// What is between combinators is asked of `CSS`, which sees an element and its attributes; the combinators are
/// followed here, where all elements of the page stand in their order.
public struct ElementSelector: Sendable {
    /// The selectors between commas.
    private let alternatives: [Alternative]

    /// Why a text is no selector here.
    public enum Mistake: Error, Equatable {
        /// It is none.
        case malformed
        /// Some of it cannot be answered here, such as `::before`, or it has more than 64 steps.
        case unanswerable
    }

    /// One selector: its compounds in order, and by which combinator each is reached; a bit for each compound.
    private struct Alternative {
        var compounds: [SelectorList] = []
        var descendants: UInt64 = 0
        var children: UInt64 = 0
        var nextSiblings: UInt64 = 0
        var laterSiblings: UInt64 = 0
    }

    /// Reads selectors between commas. Linear.
    public init(_ text: String) throws(Mistake) {
        // Whether it is one at all is decided by who knows the whole grammar.
        if SelectorReading(text) == .malformed { throw .malformed }
        var alternatives: [Alternative] = []
        for steps in SelectorSteps(Array(text.utf8)).alternatives {
            guard !steps.isEmpty else { throw .malformed }
            guard steps.count <= UInt64.bitWidth else { throw .unanswerable }
            var alternative = Alternative()
            for (place, step) in steps.enumerated() {
                let compound = String(decoding: step.compound, as: UTF8.self)
                guard SelectorReading(compound) == .whole, let list = SelectorList(compound) else {
                    throw .unanswerable
                }
                alternative.compounds.append(list)
                let bit: UInt64 = 1 << UInt64(place)
                switch step.combinator {
                case .descendant where place == 0: break
                case .descendant: alternative.descendants |= bit
                case .child: alternative.children |= bit
                case .nextSibling: alternative.nextSiblings |= bit
                case .laterSibling: alternative.laterSiblings |= bit
                }
            }
            alternatives.append(alternative)
        }
        self.alternatives = alternatives
    }

    /// Those of a page's elements that are meant, in their order. Linear in the elements, for each compound.
    func select(among elements: ElementOrder, in document: borrowing Document) -> [NodeID] {
        var found = [Bool](repeating: false, count: elements.nodes.count)
        for alternative in alternatives {
            Self.follow(alternative, among: elements, in: document, into: &found)
        }
        return zip(elements.nodes, found).filter(\.1).map(\.0)
    }

    /// Goes through the elements once. Of each it is known how far the selector has come there: a bit for each
    /// compound up to which it is met.
    private static func follow(
        _ alternative: Alternative, among elements: ElementOrder, in document: borrowing Document,
        into found: inout [Bool]
    ) {
        let count = elements.nodes.count
        let last: UInt64 = 1 << UInt64(alternative.compounds.count - 1)
        var met = [UInt64](repeating: 0, count: count)
        var aboveMet = met
        // By parent; the place behind the last is for elements without one.
        var previousMet = [UInt64](repeating: 0, count: count + 1)
        var earlierMet = previousMet
        for place in elements.nodes.indices {
            let parent = elements.parents[place]
            let parentMet = parent < count ? met[parent] : 0
            aboveMet[place] = parent < count ? aboveMet[parent] | parentMet : 0
            var open: UInt64 =
                1 | parentMet << 1 & alternative.children | aboveMet[place] << 1 & alternative.descendants
                | previousMet[parent] << 1 & alternative.nextSiblings
                | earlierMet[parent] << 1 & alternative.laterSiblings
            var here: UInt64 = 0
            while open != 0 {
                let compound = open.trailingZeroBitCount
                open &= open - 1
                let isMet = alternative.compounds[compound].matches(elements.nodes[place], in: document)
                if isMet { here |= 1 << UInt64(compound) }
            }
            met[place] = here
            previousMet[parent] = here
            earlierMet[parent] |= here
            if here & last != 0 { found[place] = true }
        }
    }
}

/// The elements of a page in tree order.
struct ElementOrder {
    let nodes: [NodeID]
    /// The place of each one's parent; the count of all for those whose parent is no element.
    let parents: [Int]

    init(_ document: borrowing Document) {
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
