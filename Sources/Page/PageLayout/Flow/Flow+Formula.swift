import HTML

extension Flow {
    /// The part that an element is in a MathML formula.
    enum FormulaPart: Sendable {
        /// Not a part of a formula.
        case none
        /// It contains other parts and no text of its own.
        case row
        /// It contains an operator, a name or a number, without the white space around it (MathML Core §2.1.8).
        case token
    }

    /// Accents above a letter, which are written after it.
    private static let accents: Set<String> = ["¯", "‾", "˙", "¨", "˜", "ˆ"]

    private static let tokens: Set<String> = ["mi", "mn", "mo", "ms", "mtext"]

    /// Begins a part of a MathML formula, which is written on one line: a/b, x^2, √(x), [1, 2; 3, 4].
    mutating func beginFormula(_ frame: inout Frame, _ node: NodeID, _ source: Int, _ document: Document) {
        guard let parent = document.parent(of: node) else { return }
        let name = document.name(of: node)
        frame.formula = Self.tokens.contains(name) ? .token : .row
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
        case "munderover": behind = isOfOperator(node, document) ? " " : ""
        case "mfenced": (before, behind) = (before + "(", ")")
        case "mtable": (before, behind) = (before + "[", "]")
        case "mspace":
            guard before.isEmpty, previousElement(of: node, document) != nil else { break }
            if let width = document.string("width", of: node), !width.hasPrefix("0"), !width.hasPrefix("-") {
                before = " "
            }
        case "mo":
            // An arrow above a letter is no operator.
            if before.isEmpty, Self.operators.contains(oneLine(document.text(inside: node)) ?? ""),
                previousElement(of: node, document) != nil
            {
                (before, behind) = (" ", " ")
            }
        case "mrow", "mfrac":
            if isGrouped(in: document.name(of: parent)), hasSeveralParts(node, document) {
                (before, behind) = (before + "(", ")")
            }
        default: break
        }
        guard frame.look.isVisible else { return }
        if !before.isEmpty { add(before, [], source: source) }
        if !behind.isEmpty { frame.closing = .text(Ending(behind)) }
    }

    /// Whether an element contains a formula and nothing else. Pages hide formulas that they also show as an image; of the
    /// two, only the formula can be read.
    func holdsFormula(_ node: NodeID, _ document: Document) -> Bool {
        var parts = 0
        for part in document.children(of: node) {
            switch document.kind(of: part) {
            case .element:
                guard parts == 0, document.tag(of: part) == .math else { return false }
                parts += 1
            case .text: if !isBlank(part, document) { return false }
            case .comment, .document, .doctype: break
            }
        }
        return parts > 0
    }

    /// Whether an image shows the formula before it.
    func repeatsFormula(_ image: NodeID, _ document: Document) -> Bool {
        guard let before = previousElement(of: image, document) else { return false }
        return document.tag(of: before) == .span && holdsFormula(before, document)
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
        case "mover" where Self.accents.contains(oneLine(document.text(inside: node)) ?? ""): return ""
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

    /// Whether what stands above and below another part belongs to a sign, such as that of a sum.
    private func isOfOperator(_ node: NodeID, _ document: Document) -> Bool {
        let first = document.children(of: node).first { document.kind(of: $0) == .element }
        return first.map { document.name(of: $0) == "mo" } ?? false
    }

    private func isGrouped(in parent: String) -> Bool {
        switch parent {
        case "mfrac", "msup", "msub", "msubsup", "mover", "munder", "munderover": true
        default: false
        }
    }

    private func hasSeveralParts(_ node: NodeID, _ document: Document) -> Bool {
        document.children(of: node).lazy.filter { document.kind(of: $0) == .element }.dropFirst()
            .contains { _ in true }
    }

    private static let operators: Set<String> = [
        "=", "≠", "<", ">", "≤", "≥", "≪", "≫", "≈", "≡", "∼", "≃", "≅", "∝", "+", "−", "-", "±", "×", "→",
        "←", "↔",
        "↦", "⇒", "⇐", "⇔", "⟹", "⟸", "⟺", "∈", "∉", "⊂", "⊆", "⊃", "⊇", "∪", "∩", "∧", "∨", ":=",
    ]
}
