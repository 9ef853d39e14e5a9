import HTML

/// A list of selectors, to find elements by without any style sheet.
public struct SelectorList: Sendable {
    private var table = SelectorTable()
    private var selectors: [(steps: Range<Int>, ancestors: AncestorFilter)] = []

    /// Reads a list. Linear. Nil for what is none; see `SelectorReading` for what is only found in part.
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
