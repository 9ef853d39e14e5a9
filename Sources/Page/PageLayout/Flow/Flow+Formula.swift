import HTML

extension Flow {
    /// Begins a part of a MathML formula, which is written on one line: a/b, x^2, √(x), [1, 2; 3, 4].
    mutating func beginFormula(_ frame: inout Frame, _ node: NodeID, _ source: Int, _ document: Document) {
        guard let parent = document.parent(of: node) else { return }
        let name = document.name(of: node)
        frame.isFormula = !["mi", "mn", "mo", "ms", "mtext"].contains(name)
        var before = joint(before: node, in: document.name(of: parent), document)
        var behind = ""
        switch name {
        case "math":
            if let display = document.attribute("display", of: node), ASCII.equal(display, "block") {
                endBlock(margin: 1)
                frame.closing = .block(margin: 1, indents: 0)
            }
            return
        case "msqrt": (before, behind) = (before + "√(", ")")
        case "mroot": (before, behind) = (before + "√(", ")")
        case "mfenced": (before, behind) = (before + "(", ")")
        case "mtable": (before, behind) = (before + "[", "]")
        case "mo":
            if isOperator(text(inside: node, document)), previousElement(of: node, document) != nil {
                (before, behind) = (before + " ", " ")
            }
        case "mrow", "mfrac":
            if isGrouped(in: document.name(of: parent)), hasSeveralParts(node, document) {
                (before, behind) = (before + "(", ")")
            }
        default: break
        }
        if !before.isEmpty { add(before, [], source: source) }
        if !behind.isEmpty { frame.closing = .text(Ending(behind)) }
    }

    /// Whether a part of a formula is not shown.
    func isSilent(_ node: NodeID, _ document: Document) -> Bool {
        ["annotation", "annotation-xml", "mphantom"].contains(document.name(of: node))
    }

    /// Returns the text between a part of a formula and the one before it.
    private func joint(before node: NodeID, in parent: String, _ document: Document) -> String {
        guard let previous = previousElement(of: node, document) else { return "" }
        switch parent {
        case "mfrac": return "/"
        case "msup", "mover": return "^"
        case "msub", "munder": return "_"
        case "msubsup", "munderover": return previousElement(of: previous, document) == nil ? "_" : "^"
        case "mroot", "mfenced", "mtr": return ", "
        case "mtable": return "; "
        default: return ""
        }
    }

    private func previousElement(of node: NodeID, _ document: Document) -> NodeID? {
        var sibling = document.previousSibling(of: node)
        while let other = sibling, document.kind(of: other) != .element {
            sibling = document.previousSibling(of: other)
        }
        return sibling
    }

    private func isGrouped(in parent: String) -> Bool {
        switch parent {
        case "mfrac", "msup", "msub", "msubsup", "mover", "munder", "munderover": true
        default: false
        }
    }

    private func hasSeveralParts(_ node: NodeID, _ document: Document) -> Bool {
        var count = 0
        var child = document.firstChild(of: node)
        while let part = child, count < 2 {
            if document.kind(of: part) == .element { count += 1 }
            child = document.nextSibling(of: part)
        }
        return count > 1
    }

    /// Whether an operator has spaces on both sides.
    private func isOperator(_ sign: String) -> Bool {
        ["=", "≠", "<", ">", "≤", "≥", "≈", "≡", "+", "−", "-", "±", "→", "⇒", "∈"].contains(sign)
    }
}
