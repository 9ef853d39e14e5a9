import Markup
import Styling

/// A list of CSS selectors that a person wrote to name an element of a page.
public struct ElementSelector: Sendable {
    private let rules: StyleRules

    /// Why a text is no selector here.
    public enum Mistake: Error, Equatable {
        /// It is none.
        case malformed
        /// Some of it cannot be answered here, such as `:first-child` or `a + b`.
        case unanswerable
    }

    /// Reads selectors between commas. Linear.
    public init(_ text: String) throws(Mistake) {
        switch SelectorReading(text) {
        case .whole: break
        case .partial: throw .unanswerable
        case .malformed: throw .malformed
        }
        var rules = StyleRules()
        rules.add(Array("\(text){display:none}".utf8))
        self.rules = rules
    }

    /// Whether a node of a page is an element that is meant. Costs a bounded number of comparisons.
    func matches(_ node: NodeID, in document: borrowing Document) -> Bool {
        document.kind(of: node) == .element && rules.hide(node, in: document)
    }
}
