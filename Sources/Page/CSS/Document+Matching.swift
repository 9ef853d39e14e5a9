import HTML

/// A pseudo-class without an argument that is evaluated on an element (Selectors Level 4, HTML standard §4.16.3).
enum ElementState: UInt8 {
    case root, link, empty, checked, enabled, disabled, required, optional, readWrite, readOnly
    case placeholderShown, defined, open
    /// A state that depends on user actions, or on what is unknown here: it may apply at some time.
    case unknown

    /// Creates the pseudo-class of a name in lower case; nil for one that the page does not determine.
    init?(name: String) {
        guard let state = Self.byName[name] else { return nil }
        self = state
    }

    private static let byName: [String: ElementState] = [
        "root": .root, "scope": .root, "link": .link, "any-link": .link, "-webkit-any-link": .link,
        "empty": .empty, "checked": .checked, "enabled": .enabled, "disabled": .disabled,
        "required": .required, "optional": .optional, "read-write": .readWrite, "read-only": .readOnly,
        "placeholder-shown": .placeholderShown, "defined": .defined, "open": .open,
    ]
}

extension Document {
    /// Returns whether an element is in a state.
    func match(_ state: ElementState, _ node: NodeID, _ stepsLeft: inout Int) -> Match {
        let tag = tag(of: node)
        switch state {
        case .root: return Match(parent(of: node) == .document)
        case .link: return Match((tag == .a || tag == .area) && hasAttribute("href", of: node))
        case .empty: return isEmpty(node)
        case .checked:
            let isChecked = tag == .input && isToggle(node) && hasAttribute("checked", of: node)
            if isChecked || tag == .option && hasAttribute("selected", of: node) { return .yes }
            // The user may select it.
            return tag == .option || tag == .input && isToggle(node) ? .unlikely : .no
        case .enabled, .disabled:
            guard tag.canBeDisabled else { return .no }
            let isDisabled = isDisabled(node, &stepsLeft)
            return state == .disabled ? isDisabled : isDisabled.opposite
        case .required, .optional:
            guard tag == .input || tag == .select || tag == .textarea else { return .no }
            return Match(hasAttribute("required", of: node) == (state == .required))
        case .readWrite: return isWritable(node, &stepsLeft)
        case .readOnly: return isWritable(node, &stepsLeft).opposite
        case .placeholderShown:
            guard tag == .input || tag == .textarea, hasAttribute("placeholder", of: node) else { return .no }
            let isFilled =
                tag == .input ? attribute("value", of: node)?.isEmpty == false : firstChild(of: node) != nil
            return isFilled ? .unlikely : .likely
        case .defined:
            // A custom element is only defined by a script.
            return tag == .other && otherName(of: node).contains(0x2D) ? .unlikely : .yes
        case .open:
            guard tag == .details || tag == .dialog else { return .no }
            return hasAttribute("open", of: node) ? .likely : .unlikely
        case .unknown: return .unlikely
        }
    }

    private func isToggle(_ input: NodeID) -> Bool {
        guard let type = attribute("type", of: input) else { return false }
        return ASCII.equal(type, "checkbox") || ASCII.equal(type, "radio")
    }

    private func isEmpty(_ node: NodeID) -> Match {
        if forgottenChildren(of: node) > 0 { return .no }
        var child = firstChild(of: node)
        while let next = child {
            switch kind(of: next) {
            case .element, .text: return .no
            case .comment, .document, .doctype: break
            }
            child = nextSibling(of: next)
        }
        return mayGrow(node) ? .unlikely : .yes
    }

    private func isDisabled(_ node: NodeID, _ stepsLeft: inout Int) -> Match {
        if hasAttribute("disabled", of: node) { return .yes }
        var place = node
        var isInLegend = false
        while climb(&place) {
            stepsLeft -= 1
            switch tag(of: place) {
            case .legend: isInLegend = true
            case .fieldset, .optgroup:
                // The content of the first legend is excluded.
                if hasAttribute("disabled", of: place) { return isInLegend ? .unlikely : .yes }
            default: break
            }
        }
        return .no
    }

    private func isWritable(_ node: NodeID, _ stepsLeft: inout Int) -> Match {
        switch tag(of: node) {
        case .input:
            if let type = attribute("type", of: node) {
                let others: [StaticString] = [
                    "checkbox", "radio", "button", "submit", "reset", "image", "hidden", "file", "color",
                    "range",
                ]
                if others.contains(where: { ASCII.equal(type, $0) }) { return .no }
            }
            fallthrough
        case .textarea:
            if hasAttribute("readonly", of: node) { return .no }
            return isDisabled(node, &stepsLeft).opposite
        default: break
        }
        var place = node
        repeat {
            stepsLeft -= 1
            guard let editable = attribute("contenteditable", of: place) else { continue }
            return Match(!ASCII.equal(editable, "false"))
        } while climb(&place)
        return .no
    }

    /// Returns whether the language of an element, given by its nearest ancestor with one, is this one or a
    /// subtag range of it.
    func language(of node: NodeID, is wanted: ArraySlice<UInt8>, _ stepsLeft: inout Int) -> Match {
        var place = node
        repeat {
            stepsLeft -= 1
            guard let language = attribute("lang", of: place) ?? attribute("xml:lang", of: place) else {
                continue
            }
            if wanted.first == 0x2A { return .unlikely }
            guard language.prefix(wanted.count).isEqual(to: wanted, ignoringCase: true) else { return .no }
            return Match(
                language.count == wanted.count
                    || !wanted.isEmpty && language[language.startIndex + wanted.count] == 0x2D)
        } while climb(&place)
        // The response may have declared it.
        return .unlikely
    }

    /// Returns whether the direction of an element, given by its nearest ancestor with one, is this one.
    func direction(of node: NodeID, is wanted: ArraySlice<UInt8>, _ stepsLeft: inout Int) -> Match {
        var place = node
        repeat {
            stepsLeft -= 1
            guard let direction = attribute("dir", of: place) else { continue }
            if ASCII.equal(direction, "auto") { return .unlikely }
            guard ASCII.equal(direction, "ltr") || ASCII.equal(direction, "rtl") else { continue }
            return Match(direction.isEqual(to: wanted, ignoringCase: true))
        } while climb(&place)
        return Match(ASCII.equal(wanted, "ltr"))
    }

    // Tree navigation for selectors; part of the tree may have been dropped, and part may not be parsed yet.

    /// Moves to the parent element, if there is one.
    func climb(_ node: inout NodeID) -> Bool {
        guard let parent = parent(of: node), kind(of: parent) == .element else { return false }
        node = parent
        return true
    }

    /// Moves to the previous sibling element, or to the next one; returns false, without moving, if there is none or the
    /// steps are used up.
    func step(_ node: inout NodeID, isForward: Bool = false, _ stepsLeft: inout Int) -> Bool {
        var place = node
        while stepsLeft > 0, let next = isForward ? nextSibling(of: place) : previousSibling(of: place) {
            stepsLeft -= 1
            place = next
            guard kind(of: place) == .element else { continue }
            node = place
            return true
        }
        return false
    }

    /// Whether the node may have had previous siblings that were dropped.
    func mayHaveHadSiblings(_ node: NodeID) -> Bool {
        parent(of: node).map { forgottenChildren(of: $0) > 0 } ?? false
    }

    /// Whether the node may still get next siblings.
    func mayGetSiblings(_ node: NodeID) -> Bool { parent(of: node).map { mayGrow($0) } ?? false }

    /// Whether both elements have the same type.
    func isSameType(_ one: NodeID, _ other: NodeID) -> Bool {
        guard tag(of: one) == tag(of: other), namespace(of: one) == namespace(of: other) else { return false }
        return tag(of: one) != .other || otherName(of: one) == otherName(of: other)
    }
}

extension Tag {
    fileprivate var canBeDisabled: Bool {
        switch self {
        case .button, .input, .select, .textarea, .optgroup, .option, .fieldset: true
        default: false
        }
    }
}

/// Whether a selector matches, as far as that is known: from the current page, from what the user may do
/// (hover, check a box), and from the part of the page that is parsed.
///
/// If two parts both have to match, the lesser counts; of alternatives, the greater.
enum Match: UInt8, Comparable {
    /// Never.
    case no
    /// Not now, or unknown.
    case unlikely
    /// Now, but not always.
    case likely
    /// Always.
    case yes

    init(_ holds: Bool) { self = holds ? .yes : .no }

    static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }

    /// Whether the opposite matches.
    var opposite: Match {
        switch self {
        case .no: .yes
        case .unlikely: .likely
        case .likely: .unlikely
        case .yes: .no
        }
    }
}
