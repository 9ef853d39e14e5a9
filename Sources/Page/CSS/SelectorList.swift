import HTML

/// A list of selectors to find elements without a style sheet.
public struct SelectorList: Sendable {
    private var table = SelectorTable()
    private var selectors: [(steps: Range<Int>, ancestors: AncestorFilter)] = []

    /// Parses a list. Linear. Nil if it is malformed; `SelectorParseResult` reports lists that are supported
    /// only in part.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= SelectorReader.longestList, let found = table.read(bytes[...]) else {
            return nil
        }
        for one in found { selectors.append((table.add(one.steps), one.ancestors)) }
    }

    /// Returns whether an element matches on the current page, without user actions such as hovering or
    /// checking a box. Takes a bounded number of steps; selectors that need more do not match.
    /// - Parameter ancestors: The filter of its ancestors; `unknown` if it was not stored.
    public func matches(
        _ node: NodeID, in document: borrowing Document, ancestors: AncestorFilter = .unknown
    ) -> Bool {
        guard document.kind(of: node) == .element else { return false }
        var stepsLeft = RuleBook.stepLimit
        for selector in selectors where ancestors.covers(selector.ancestors) {
            if table.match(selector.steps, node, document, &stepsLeft) >= .likely { return true }
        }
        return false
    }

    // MARK: - All elements of a page

    /// A selector evaluated from its first compound on; a bit for each compound marks the combinator before it.
    private struct Route {
        var compounds: [Range<Int>] = []
        var descendants: UInt64 = 0
        var children: UInt64 = 0
        var nextSiblings: UInt64 = 0
        var laterSiblings: UInt64 = 0
        var last: UInt64 { 1 << UInt64(compounds.count - 1) }
    }

    /// The maximum number of compounds of a selector for `elements`.
    package static let maxCompounds = UInt64.bitWidth

    /// The number of compounds of the longest selector.
    package var compoundCount: Int { selectors.map { compounds(of: $0.steps).count }.max() ?? 0 }

    /// Returns the matching elements of a page in tree order; selectors with more than `maxCompounds` match
    /// none. Linear in the elements, for each compound: the steps for one of them are bounded as in `matches`.
    package func elements(among elements: ElementOrder, in document: borrowing Document) -> [NodeID] {
        var found = [Bool](repeating: false, count: elements.nodes.count)
        for selector in selectors {
            let compounds = compounds(of: selector.steps)
            guard compounds.count <= Self.maxCompounds else { continue }
            follow(Self.route(compounds), among: elements, in: document, into: &found)
        }
        return zip(elements.nodes, found).filter(\.1).map(\.0)
    }

    /// Returns the compounds of a selector from the first on, each with the combinator before it.
    private func compounds(of steps: Range<Int>) -> [(steps: Range<Int>, combinator: Step.Kind?)] {
        var compounds: [(steps: Range<Int>, combinator: Step.Kind?)] = []
        var (start, index) = (steps.lowerBound, steps.lowerBound)
        while index < steps.upperBound {
            let step = table.steps[index]
            if step.kind.isCombinator {
                compounds.append((start..<index, step.kind))
                start = index + 1
            }
            index += 1 + Int(step.count)
        }
        compounds.append((start..<steps.upperBound, nil))
        return compounds.reversed()
    }

    private static func route(_ compounds: [(steps: Range<Int>, combinator: Step.Kind?)]) -> Route {
        var route = Route()
        for (place, compound) in compounds.enumerated() {
            let bit: UInt64 = 1 << UInt64(place)
            route.compounds.append(compound.steps)
            if compound.combinator == .descendant { route.descendants |= bit }
            if compound.combinator == .child { route.children |= bit }
            if compound.combinator == .next { route.nextSiblings |= bit }
            if compound.combinator == .earlier { route.laterSiblings |= bit }
        }
        return route
    }

    /// Visits the elements once. For each element, a bit for each compound tells whether the selector matches up to it.
    private func follow(
        _ route: Route, among elements: ElementOrder, in document: borrowing Document,
        into found: inout [Bool]
    ) {
        let count = elements.nodes.count
        var met = [UInt64](repeating: 0, count: count)
        var aboveMet = met
        // By parent; the last index is for elements without one.
        var previousMet = [UInt64](repeating: 0, count: count + 1)
        var earlierMet = previousMet
        for place in elements.nodes.indices {
            let parent = elements.parents[place]
            let parentMet = parent < count ? met[parent] : 0
            aboveMet[place] = parent < count ? aboveMet[parent] | parentMet : 0
            var open: UInt64 =
                1 | parentMet << 1 & route.children | aboveMet[place] << 1 & route.descendants
                | previousMet[parent] << 1 & route.nextSiblings
                | earlierMet[parent] << 1 & route.laterSiblings
            var here: UInt64 = 0
            while open != 0 {
                let compound = open.trailingZeroBitCount
                open &= open - 1
                var stepsLeft = RuleBook.stepLimit
                let match = table.match(
                    route.compounds[compound], elements.nodes[place], document, &stepsLeft)
                if match >= .likely { here |= 1 << UInt64(compound) }
            }
            met[place] = here
            previousMet[parent] = here
            earlierMet[parent] |= here
            if here & route.last != 0 { found[place] = true }
        }
    }
}

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
            next = document.firstChild(of: node) ?? document.following(node, within: .document)
        }
        self.nodes = nodes
        var parents: [Int] = []
        for node in nodes { parents.append(document.parent(of: node).flatMap { places[$0] } ?? nodes.count) }
        self.parents = parents
    }
}

/// How much of a list of selectors written by a user is supported, so that mistakes are reported and not ignored.
public enum SelectorParseResult: Sendable, Equatable {
    /// Every selector of the list can match.
    case whole
    /// Some contain pseudo-elements, or conditions unknown here, which match nothing.
    case partial
    /// The list is malformed and matches nothing.
    case malformed

    /// Parses a list. Linear in its length.
    public init(_ selectors: String) {
        let bytes = Array(selectors.utf8)
        var reader = SelectorReader(bytes, from: 0, to: bytes.count, text: [])
        guard bytes.count <= SelectorReader.longestList, reader.read() != nil else {
            self = .malformed
            return
        }
        self = reader.unanswered == 0 ? .whole : .partial
    }
}
