import HTML

/// A list of selectors, to find elements by without any style sheet.
public struct SelectorList: Sendable {
    private var table = SelectorTable()
    private var selectors: [(steps: Range<Int>, ancestors: AncestorFilter)] = []

    /// Reads a list. Linear. Nil for what is none; see `SelectorParseResult` for what is only found in part.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= SelectorReader.longestList, let found = table.read(bytes[...]) else {
            return nil
        }
        for one in found { selectors.append((table.add(one.steps), one.ancestors)) }
    }

    /// Whether an element is one of those meant, as the page stands: nothing is pointed at, no box was checked by hand.
    /// Takes a bounded number of steps; what they do not suffice for does not match.
    /// - Parameter ancestors: What its ancestors have; `unknown` where that was not kept.
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
}

// MARK: - All elements of a page

extension SelectorList {
    /// A selector whose combinators are followed from its first compound on; a bit for each compound tells how it is
    /// reached from the one before it.
    private struct Route {
        var compounds: [Range<Int>] = []
        var descendants: UInt64 = 0
        var children: UInt64 = 0
        var nextSiblings: UInt64 = 0
        var laterSiblings: UInt64 = 0
        var last: UInt64 { 1 << UInt64(compounds.count - 1) }
    }

    /// The most compounds that a selector may have to be looked for among all elements.
    package static let mostCompounds = UInt64.bitWidth

    /// How many compounds its longest selector has.
    package var compoundCount: Int { selectors.map { compounds(of: $0.steps).count }.max() ?? 0 }

    /// Those of a page's elements that are meant, in their order; selectors of more than `mostCompounds` mean none.
    /// Linear in the elements, for each compound: what one of them takes is bounded as in `matches`.
    package func elements(among elements: ElementOrder, in document: borrowing Document) -> [NodeID] {
        var found = [Bool](repeating: false, count: elements.nodes.count)
        for selector in selectors {
            let compounds = compounds(of: selector.steps)
            guard compounds.count <= Self.mostCompounds else { continue }
            follow(Self.route(compounds), among: elements, in: document, into: &found)
        }
        return zip(elements.nodes, found).filter(\.1).map(\.0)
    }

    /// The compounds of a selector from the first on, each with the combinator it is reached by.
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

    /// Goes through the elements once. Of each it is known how far the selector has come there: a bit for each
    /// compound up to which it is met.
    private func follow(
        _ route: Route, among elements: ElementOrder, in document: borrowing Document,
        into found: inout [Bool]
    ) {
        let count = elements.nodes.count
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
