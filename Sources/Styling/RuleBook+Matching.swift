import Markup

extension RuleBook {
    /// The most steps of selectors that are held against one element. A page may not make its own reader
    /// wait: what it asks for beyond them does not match.
    static let stepLimit = 4096

    /// Finds the rules that match an element and offers their declarations.
    func collect(
        for node: NodeID, in document: borrowing Document, _ ancestors: AncestorFilter,
        into declared: inout Declared
    ) {
        var stepsLeft = Self.stepLimit
        func tryAll(_ key: SelectorKey) {
            guard let first = last[key.hash] else { return }
            self.tryAll(from: first, node, document, ancestors, &stepsLeft, &declared)
        }
        let tag = document.tag(of: node)
        let key = tag == .other ? SelectorKey(.name, document.otherName(of: node)) : SelectorKey(tag)
        if document.attributeCount(of: node) > 0 {
            if let id = document.attribute("id", of: node) {
                tryAll(SelectorKey(.id, id))
            }
            if let classes = document.attribute("class", of: node) {
                var index = classes.startIndex
                while let name = ASCII.nextWord(in: classes, from: &index) {
                    tryAll(SelectorKey(.className, name))
                }
            }
        }
        tryAll(key)
        self.tryAll(from: lastKeyless, node, document, ancestors, &stepsLeft, &declared)
    }

    /// Holds a chain of selectors against the element.
    private func tryAll(
        from first: Int32, _ element: NodeID, _ document: borrowing Document, _ ancestors: AncestorFilter,
        _ stepsLeft: inout Int, _ declared: inout Declared
    ) {
        var number = Int(first)
        while number >= 0, stepsLeft > 0 {
            let selector = selectors[number]
            stepsLeft -= 1
            if ancestors.covers(selector.ancestors), matches(selector, element, document, &stepsLeft) {
                let rule = rules[Int(selector.rule)]
                let rank = Declared.Rank(
                    layer: rule.layer, specificity: selector.specificity, order: Int(selector.rule))
                for index in rule.declarations {
                    declared.offer(declarations[Int(index)], rank)
                }
            }
            number = Int(selector.next)
        }
    }

    /// Steps go from the element to its ancestors. Where a part fails that hangs on some ancestor, the one
    /// above it is tried; parts found before need no other place, for theirs is the nearest.
    private func matches(
        _ selector: Selector, _ element: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> Bool {
        let end = Int(selector.steps.upperBound)
        var index = Int(selector.steps.lowerBound)
        var node = element
        var retry: (index: Int, node: NodeID)?
        while index < end {
            stepsLeft -= 1
            guard stepsLeft > 0 else { return false }
            let step = steps[index]
            var goesOn: Bool
            switch step.kind {
            case .child:
                goesOn = Self.climb(&node, document)
            case .descendant:
                guard Self.climb(&node, document) else { return false }
                retry = (index + 1, node)
                goesOn = true
            case .not, .any:
                let inner = (index + 1)..<(index + 1 + Int(step.count))
                goesOn = matchesSome(inner, node, document, &stepsLeft) == (step.kind == .any)
                index += Int(step.count)
            case .tag, .name, .id, .className, .has, .equals, .includes, .dash, .prefix, .suffix, .contains,
                .link, .root, .never, .or:
                goesOn = matches(step, node, document, &stepsLeft)
            }
            if goesOn {
                index += 1
            } else {
                guard let place = retry else { return false }
                node = place.node
                guard Self.climb(&node, document) else { return false }
                retry = (place.index, node)
                index = place.index
            }
        }
        return true
    }

    /// Goes to the parent element, if there is one.
    private static func climb(_ node: inout NodeID, _ document: borrowing Document) -> Bool {
        guard let parent = document.parent(of: node), document.kind(of: parent) == .element else {
            return false
        }
        node = parent
        return true
    }

    /// Whether one of the alternatives matches.
    private func matchesSome(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> Bool {
        var holds = true
        for index in range {
            stepsLeft -= 1
            let step = steps[index]
            if step.kind == .or {
                if holds { return true }
                holds = true
            } else if holds {
                holds = matches(step, node, document, &stepsLeft)
            }
        }
        return holds
    }

    private func name(_ range: Range<Int32>) -> ArraySlice<UInt8> {
        text[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// Whether a simple selector matches.
    private func matches(
        _ step: Step, _ node: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> Bool {
        if step.kind == .tag { return document.tag(of: node) == step.tag }
        // Looking for one of very many attributes counts as many steps.
        stepsLeft -= document.attributeCount(of: node) / 16
        switch step.kind {
        case .name: return document.isOther(node, named: name(step.name))
        case .id:
            guard let id = document.attribute("id", of: node) else { return false }
            return Self.equal(id, name(step.name), ignoringCase: document.isQuirky)
        case .className:
            guard let classes = document.attribute("class", of: node) else { return false }
            stepsLeft -= classes.count / 64
            return Self.includes(classes, name(step.name), ignoringCase: document.isQuirky)
        case .has, .equals, .includes, .dash, .prefix, .suffix, .contains:
            guard let value = document.attribute(named: name(step.name), of: node) else { return false }
            stepsLeft -= value.count / 64
            return Self.compares(value, name(step.value), step)
        case .link:
            let tag = document.tag(of: node)
            return (tag == .a || tag == .area) && document.hasAttribute("href", of: node)
        case .root:
            return document.parent(of: node) == .document
        case .never, .tag, .not, .any, .or, .child, .descendant: return false
        }
    }

    private static func compares(
        _ value: ArraySlice<UInt8>, _ wanted: ArraySlice<UInt8>, _ step: Step
    ) -> Bool {
        let ignoring = step.ignoresCase
        switch step.kind {
        case .has: return true
        case .equals: return equal(value, wanted, ignoringCase: ignoring)
        case .includes: return includes(value, wanted, ignoringCase: ignoring)
        case .dash:
            guard equal(value.prefix(wanted.count), wanted, ignoringCase: ignoring) else { return false }
            return value.count == wanted.count || value[value.startIndex + wanted.count] == 0x2D
        case .prefix:
            return !wanted.isEmpty && equal(value.prefix(wanted.count), wanted, ignoringCase: ignoring)
        case .suffix:
            return !wanted.isEmpty && equal(value.suffix(wanted.count), wanted, ignoringCase: ignoring)
        case .contains:
            guard !wanted.isEmpty, value.count >= wanted.count else { return false }
            // Long values are looked at in part, so that this stays bounded.
            let last = min(value.endIndex - wanted.count, value.startIndex + 4096)
            return (value.startIndex...last).contains {
                equal(value[$0..<($0 + wanted.count)], wanted, ignoringCase: ignoring)
            }
        case .tag, .name, .id, .className, .link, .root, .never, .not, .any, .or, .child, .descendant:
            return false
        }
    }

    private static func includes(
        _ list: ArraySlice<UInt8>, _ wanted: ArraySlice<UInt8>, ignoringCase: Bool
    ) -> Bool {
        var index = list.startIndex
        while let word = ASCII.nextWord(in: list, from: &index) {
            if equal(word, wanted, ignoringCase: ignoringCase) { return true }
        }
        return false
    }

    private static func equal(
        _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, ignoringCase: Bool
    ) -> Bool {
        guard one.count == other.count else { return false }
        var index = other.startIndex
        for byte in one {
            if byte != other[index], !ignoringCase || ASCII.lowered(byte) != ASCII.lowered(other[index]) {
                return false
            }
            index += 1
        }
        return true
    }
}
