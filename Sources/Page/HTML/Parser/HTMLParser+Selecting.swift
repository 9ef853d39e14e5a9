/// An open select, and the element that displays its selected option.
struct OpenSelect: Sendable {
    /// The state of the first `selectedcontent` of a select.
    enum Display {
        /// Not read yet.
        case none
        /// This element.
        case filled(Int32)
        /// An element that is never filled, or any one in a select that displays no option.
        case barred
    }

    let node: Int32
    /// Whether the first option that is not disabled is selected if the page selects none.
    let choosesFirst: Bool
    var chosen: Int32 = 0
    var display: Display
}

// A select may contain an element that displays the selected option (HTML standard §4.10.20). As the standard
// requires, the parser fills it when the option closes, so that it needs no script.
extension HTMLParser {
    /// Opens a select.
    mutating func insertSelect(_ token: Token) {
        let node = insertElement(token)
        let id = NodeID(index: node)
        let takesOne = !document.hasAttribute("multiple", of: id)
        let rows = (document.attribute("size", of: id) ?? [])
            .drop { ASCII.isBlank($0) || $0 == UInt8(ascii: "0") }.prefix { ASCII.isDigit($0) }
        selects.append(
            OpenSelect(
                node: node, choosesFirst: takesOne && (rows.isEmpty || rows.elementsEqual("1".utf8)),
                display: takesOne && selects.isEmpty ? .none : .barred))
    }

    /// Opens an option. The last one with `selected` is selected, otherwise the first that is not disabled.
    mutating func insertOption(_ token: Token) {
        let isNested = open.contains(.option)
        let isWithinGroup = currentTag == .optgroup
        let group = NodeID(index: current)
        let node = insertElement(token)
        guard let select = selects.last, !isNested, open.hasInScope(node: select.node) else { return }
        let id = NodeID(index: node)
        let canBeChosen =
            select.choosesFirst && select.chosen == 0 && !document.hasAttribute("disabled", of: id)
            && !(isWithinGroup && document.hasAttribute("disabled", of: group))
        guard canBeChosen || document.hasAttribute("selected", of: id) else { return }
        selects[selects.count - 1].chosen = node
    }

    /// Opens an element without a `Tag` case; the first `selectedcontent` of a select displays the current selection.
    mutating func insertOther(_ token: Token) {
        let node = insertElement(token)
        if !shadowRoots.isEmpty { noteSlot(node) }
        guard let select = selects.last, case .none = select.display,
            document.isOther(NodeID(index: node), named: Self.selectedContent),
            open.hasInScope(node: select.node)
        else { return }
        guard !open.contains(.option) else {
            selects[selects.count - 1].display = .barred
            return
        }
        selects[selects.count - 1].display = .filled(node)
        if select.chosen != 0 { document.copyChildren(of: select.chosen, to: node) }
    }

    /// Handles a closed element: a selected option is displayed, and a closed select is removed.
    mutating func closed(_ node: Int32) {
        guard let select = selects.last else { return }
        if node == select.node {
            selects.removeLast()
        } else if node == select.chosen, case .filled(let display) = select.display,
            // The content of the element must not replace the element that contains it.
            open.index(of: display) == nil
        {
            while document[display].first != 0 { document.detach(document[display].first) }
            document.copyChildren(of: node, to: display)
        }
    }

    private static let selectedContent = Array("selectedcontent".utf8)[...]
}

extension Document {
    /// Appends copies of all descendants of a node to another one. Linear in what is copied.
    fileprivate mutating func copyChildren(of original: Int32, to target: Int32) {
        let offset = Int(self[target].end)
        var (parent, copy) = (original, target)
        var next = self[original].first
        while true {
            if next != 0 {
                let made = addDeepCopy(of: next, at: offset)
                insert(made, into: copy)
                if self[next].kind == .element, self[next].first != 0 {
                    (parent, copy) = (next, made)
                    next = self[next].first
                } else {
                    next = self[next].next
                }
            } else if parent == original {
                return
            } else {
                next = self[parent].next
                (parent, copy) = (self[parent].parent, self[copy].parent)
            }
        }
    }

    /// Adds a copy of a node with all pieces of its text, without the children of an element.
    private mutating func addDeepCopy(of node: Int32, at offset: Int) -> Int32 {
        let copy = addCopy(of: node, at: offset)
        guard self[node].kind == .text else { return copy }
        var piece = self[node].first
        while piece != 0 {
            let number = Int32(truncatingIfNeeded: pieces.count)
            pieces.append(TextPiece(text: pieces[Int(piece)].text, source: Int32(truncatingIfNeeded: offset)))
            if self[copy].last == 0 {
                self[copy].first = number
            } else {
                pieces[Int(self[copy].last)].next = number
            }
            self[copy].last = number
            piece = pieces[Int(piece)].next
        }
        return copy
    }
}
