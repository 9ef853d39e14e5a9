import CSS
import HTML

/// The declarations that apply to the element with the attribute `x`, as text; for all of them if there are
/// several of them.
func declared(_ html: String, _ sheets: String...) -> [String] {
    var rules = StyleRules()
    for sheet in sheets { rules.add(Array(sheet.utf8)) }
    return declared(html, rules)
}

func declared(_ html: String, _ rules: StyleRules) -> [String] {
    var parser = HTMLParser()
    parser.receive(Array(html.utf8))
    parser.receiveEnd()
    _ = parser.parse(cutBehind: .max, limit: .max)
    let document = parser.document
    var found: [String] = []
    var waiting: [(node: NodeID, ancestors: AncestorFilter)] = [(.document, AncestorFilter())]
    while let (node, ancestors) = waiting.popLast() {
        if document.hasAttribute("x", of: node) {
            found.append(words(rules.declared(for: node, in: document, ancestors: ancestors)))
        }
        let inner = document.kind(of: node) == .element ? ancestors.adding(node, of: document) : ancestors
        var child = document.lastChild(of: node)
        while let next = child {
            waiting.append((next, inner))
            child = document.previousSibling(of: next)
        }
    }
    return found
}

private func words(_ declared: Declared) -> String {
    var words: [String] = []
    func add<Value>(_ name: String, _ value: Specified<Value>) {
        switch value {
        case .missing: break
        case .inherited: words.append("\(name):inherit")
        case .initial: words.append("\(name):initial")
        case .set(let value): words.append("\(name):\(word(value))")
        }
    }
    add("display", declared.display)
    add("visible", declared.isVisible)
    add("space", declared.whiteSpace)
    add("align", declared.textAlign)
    add("bold", declared.isBold)
    add("italic", declared.isItalic)
    add("lines", declared.textDecoration)
    add("color", declared.color)
    add("background", declared.backgroundColor)
    add("transform", declared.textTransform)
    add("list", declared.listStyleType)
    return words.joined(separator: " ")
}

private func word(_ value: some Any) -> String {
    switch value {
    case let lines as TextDecoration: return "\(lines.rawValue)"
    case PageColor.rgb(let number) as PageColor:
        return "#" + String(number + 0x100_0000, radix: 16).dropFirst()
    case ListStyle.text(let bits) as ListStyle:
        let bytes = (0..<7).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        return "“" + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) + "”"
    default: return "\(value)"
    }
}
