import HTML

extension Document {
    /// The maximum number of suggestions read from a list.
    private static let maxSuggestions = 1000

    /// Returns the suggestions of a `datalist` for a field (HTML standard §4.10.8): the enabled options whose value is
    /// valid for the type. Linear in the list.
    func suggestions(in list: NodeID, for type: InputType) -> [PageField.Suggestion] {
        var found: [PageField.Suggestion] = []
        var next = firstChild(of: list)
        while let node = next, found.count < Self.maxSuggestions {
            next = firstChild(of: node) ?? following(node, within: list)
            guard kind(of: node) == .element, tag(of: node) == .option, !hasAttribute("disabled", of: node)
            else {
                continue
            }
            let words = Self.stripped(text(inside: node))
            let value = type.sanitized(string("value", of: node) ?? words)
            guard !value.isEmpty else { continue }
            let label = string("label", of: node).flatMap { $0.isEmpty ? nil : $0 } ?? words
            found.append(PageField.Suggestion(value: value, label: label == value ? "" : label))
        }
        return found
    }
}
