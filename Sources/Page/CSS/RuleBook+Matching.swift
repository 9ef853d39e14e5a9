import HTML

extension RuleBook {
    /// The maximum number of selector steps evaluated for one element, so that a page cannot block the browser.
    /// Selectors beyond it do not match, and do not hide anything either.
    static let stepLimit = 4096

    /// Finds the rules that match an element and applies their declarations.
    func collect(
        for node: NodeID, in document: borrowing Document, _ ancestors: AncestorFilter,
        _ stepsLeft: inout Int, into declared: inout Declared
    ) {
        Self.visitKeys(of: node, in: document) { key in
            tryAll(key, node, document, ancestors, &stepsLeft, &declared)
        }
        tryAll(from: lastKeyless, node, document, ancestors, &stepsLeft, &declared)
        // A rule that was not evaluated might have shown it.
        if stepsLeft <= 0 { declared.revertHiding() }
    }

    /// Calls `visit` with the keys of the selectors that can match an element: its id, its classes, and its name.
    private static func visitKeys(
        of node: NodeID, in document: borrowing Document, _ visit: (SelectorKey) -> Void
    ) {
        if document.attributeCount(of: node) > 0 {
            if let id = document.attribute("id", of: node) { visit(SelectorKey(.id, id)) }
            if let classes = document.attribute("class", of: node) {
                var index = classes.startIndex
                while let name = ASCII.nextWord(in: classes, from: &index) {
                    visit(SelectorKey(.className, name))
                }
            }
        }
        let tag = document.tag(of: node)
        visit(tag == .other ? SelectorKey(.name, document.otherName(of: node)) : SelectorKey(tag))
    }

    /// Whether there is generated content for some elements.
    var writesBeside: Bool { !lastBeside.isEmpty || lastBesideKeyless >= 0 }

    /// Returns the generated content of an element.
    func texts(
        beside node: NodeID, in document: borrowing Document, _ ancestors: AncestorFilter
    ) -> GeneratedTexts {
        var before = Declared.nothing
        var after = Declared.nothing
        var stepsLeft = Self.stepLimit
        func tryFrom(_ first: Int32?) {
            var number = Int(first ?? -1)
            while number >= 0, stepsLeft > 0 {
                let selector = selectors[number]
                number = Int(selector.next)
                stepsLeft -= 1
                guard ancestors.covers(selector.ancestors) else { continue }
                let steps = Int(selector.steps.lowerBound)..<Int(selector.steps.upperBound)
                let rule = rules[Int(selector.rule)]
                guard !rule.isDoubtful, table.match(steps, node, document, &stepsLeft) == .yes else {
                    continue
                }
                let (isInScope, distance) = find(scope: rule.scope, around: node, document, &stepsLeft)
                guard isInScope == .yes else { continue }
                let rank = Declared.Rank(
                    layer: rule.layer, specificity: selector.specificity, distance: distance,
                    order: Int(selector.rule))
                for index in rule.declarations {
                    if selector.place == .before {
                        before.apply(declarations[Int(index)], rank)
                    } else {
                        after.apply(declarations[Int(index)], rank)
                    }
                }
            }
        }
        Self.visitKeys(of: node, in: document) { tryFrom(lastBeside[$0.hash]) }
        tryFrom(lastBesideKeyless)
        return GeneratedTexts(before: text(before), after: text(after))
    }

    /// Returns the content of the declarations; nil if it is not visible.
    private func text(_ declared: Declared) -> GeneratedContent? {
        guard let index = declared.content, contents.indices.contains(index), !contents[index].parts.isEmpty,
            !declared.isTransparent
        else { return nil }
        if case .set(.none) = declared.display { return nil }
        if case .set(false) = declared.isVisible { return nil }
        return contents[index]
    }

    /// Returns whether an element is in a scope, and its distance from the nearest root; nil for rules outside scopes.
    private func find(
        scope: Int32?, around element: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> (Match, distance: Int?) {
        guard let scope = scope.map({ scopes[Int($0)] }) else { return (.yes, nil) }
        var (inside, best) = (Match.yes, Match.no)
        var place = element
        var distance = 0
        while true {
            inside = min(inside, table.match(scope.limit, place, document, &stepsLeft).opposite)
            var found = min(inside, table.match(scope.root, place, document, &stepsLeft))
            if found > best, scope.outer != nil {
                found = min(found, find(scope: scope.outer, around: place, document, &stepsLeft).0)
            }
            best = max(best, found)
            guard best < .yes, inside > .no, stepsLeft > 0, document.climb(&place) else {
                return (best, distance)
            }
            distance += 1
        }
    }

    /// Evaluates the selectors with a key on the element.
    private func tryAll(
        _ key: SelectorKey, _ element: NodeID, _ document: borrowing Document, _ ancestors: AncestorFilter,
        _ stepsLeft: inout Int, _ declared: inout Declared
    ) {
        guard let first = last[key.hash] else { return }
        tryAll(from: first, element, document, ancestors, &stepsLeft, &declared)
    }

    /// Evaluates a chain of selectors on the element.
    private func tryAll(
        from first: Int32, _ element: NodeID, _ document: borrowing Document, _ ancestors: AncestorFilter,
        _ stepsLeft: inout Int, _ declared: inout Declared
    ) {
        var number = Int(first)
        while number >= 0, stepsLeft > 0 {
            let selector = selectors[number]
            number = Int(selector.next)
            stepsLeft -= 1
            guard ancestors.covers(selector.ancestors) else { continue }
            let steps = Int(selector.steps.lowerBound)..<Int(selector.steps.upperBound)
            var match = table.match(steps, element, document, &stepsLeft)
            guard match > .no else { continue }
            let rule = rules[Int(selector.rule)]
            let (isInScope, distance) = find(scope: rule.scope, around: element, document, &stepsLeft)
            match = min(match, rule.isDoubtful ? .unlikely : .yes, isInScope)
            let rank = Declared.Rank(
                layer: rule.layer, specificity: selector.specificity, distance: distance,
                order: Int(selector.rule))
            for index in rule.declarations {
                declared.apply(declarations[Int(index)], rank, match)
            }
        }
    }
}
