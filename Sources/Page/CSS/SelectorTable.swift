import HTML

/// The steps of selectors, and how they are matched against an element of a tree. Pure, and independent of rules.
///
/// All work is bounded by the remaining steps: what is undecided then is `unlikely`.
struct SelectorTable: Sendable {
    var steps: [Step] = []
    /// The names and values of the selectors.
    var text: [UInt8] = []

    /// The result of evaluating a selector leftwards from an element.
    private enum Outcome: UInt8, Comparable {
        /// It fails there, at every ancestor and at every sibling; there and at every sibling; there.
        case failedCompletely, failedAmongSiblings, failedHere
        case unlikely, likely, yes

        init(_ match: Match) {
            switch match {
            case .no: self = .failedHere
            case .unlikely: self = .unlikely
            case .likely: self = .likely
            case .yes: self = .yes
            }
        }

        static func < (one: Outcome, other: Outcome) -> Bool { one.rawValue < other.rawValue }

        var match: Match {
            switch self {
            case .failedCompletely, .failedAmongSiblings, .failedHere: .no
            case .unlikely: .unlikely
            case .likely: .likely
            case .yes: .yes
            }
        }
    }

    /// Returns whether an element matches the selector with these steps.
    /// - Parameter anchor: The anchor element of `:has`, within its argument.
    func match(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, anchor: NodeID? = nil,
        _ stepsLeft: inout Int
    ) -> Match {
        follow(range, node, document, anchor, &stepsLeft).match
    }

    /// A failure includes its extent, so that no element is tried that must fail as well: the cost is that of
    /// the ancestors and their siblings for each compound, not exponential.
    private func follow(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ anchor: NodeID?,
        _ stepsLeft: inout Int
    ) -> Outcome {
        var result = Outcome.yes
        var index = range.lowerBound
        while index < range.upperBound {
            stepsLeft -= 1
            guard stepsLeft > 0 else { return .unlikely }
            let step = steps[index]
            index += 1
            if step.kind.isCombinator {
                return min(
                    result, lead(step.kind, index..<range.upperBound, node, document, anchor, &stepsLeft))
            }
            let inner = index..<(index + Int(step.count))
            let outcome = Outcome(match(step, inner, node, document, anchor, &stepsLeft))
            guard outcome > .failedHere else { return outcome }
            result = min(result, outcome)
            index = inner.upperBound
        }
        return result
    }

    private func lead(
        _ combinator: Step.Kind, _ rest: Range<Int>, _ node: NodeID, _ document: borrowing Document,
        _ anchor: NodeID?, _ stepsLeft: inout Int
    ) -> Outcome {
        var place = node
        var best = Outcome.failedCompletely
        switch combinator {
        case .child:
            guard document.climb(&place) else { return .failedCompletely }
            let outcome = follow(rest, place, document, anchor, &stepsLeft)
            return outcome == .failedHere ? .failedAmongSiblings : outcome
        case .descendant:
            while best < .yes, document.climb(&place) {
                let outcome = follow(rest, place, document, anchor, &stepsLeft)
                if outcome > .failedHere { best = max(best, outcome) }
                if outcome == .failedCompletely { break }
            }
            return best
        case .next:
            if document.step(&place, &stepsLeft) { return follow(rest, place, document, anchor, &stepsLeft) }
            return document.mayHaveHadSiblings(place) || stepsLeft <= 0 ? .unlikely : .failedAmongSiblings
        default:
            best = .failedAmongSiblings
            while best < .yes, document.step(&place, &stepsLeft) {
                let outcome = follow(rest, place, document, anchor, &stepsLeft)
                if outcome > .failedHere { best = max(best, outcome) }
                if outcome < .failedHere { return max(best, outcome) }
            }
            return document.mayHaveHadSiblings(place) || stepsLeft <= 0 ? max(best, .unlikely) : best
        }
    }

    /// Returns whether one of the alternatives matches.
    private func matchSome(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ anchor: NodeID?,
        _ stepsLeft: inout Int
    ) -> Match {
        var best = Match.no
        var start = range.lowerBound
        while start <= range.upperBound, best < .yes {
            let end = endOfAlternative(from: start, in: range)
            best = max(best, match(start..<end, node, document, anchor: anchor, &stepsLeft))
            start = end + 1
        }
        return best
    }

    private func endOfAlternative(from start: Int, in range: Range<Int>) -> Int {
        var end = start
        while end < range.upperBound, steps[end].kind != .or { end += 1 + Int(steps[end].count) }
        return end
    }

    private func name(_ range: Range<Int32>) -> ArraySlice<UInt8> {
        text[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// Returns whether a simple selector matches.
    private func match(
        _ step: Step, _ inner: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ anchor: NodeID?,
        _ stepsLeft: inout Int
    ) -> Match {
        if step.kind == .tag { return Match(document.tag(of: node) == step.tag) }
        // Finding one of very many attributes counts as many steps.
        stepsLeft -= document.attributeCount(of: node) / 16
        switch step.kind {
        case .name: return Match(document.isOther(node, named: name(step.name)))
        case .id:
            guard let id = document.attribute("id", of: node) else { return .no }
            return Match(id.isEqual(to: name(step.name), ignoringCase: document.isQuirky))
        case .className:
            guard let classes = document.attribute("class", of: node) else { return .no }
            stepsLeft -= classes.count / 64
            return Match(classes.includesWord(name(step.name), ignoringCase: document.isQuirky))
        case .has, .equals, .includes, .dash, .prefix, .suffix, .contains:
            guard let value = document.attribute(named: name(step.name), of: node) else { return .no }
            stepsLeft -= value.count / 64
            return Match(Self.compares(value, name(step.value), step))
        case .not: return matchSome(inner, node, document, anchor, &stepsLeft).opposite
        case .any: return matchSome(inner, node, document, anchor, &stepsLeft)
        case .holds: return holds(inner, node, document, &stepsLeft)
        case .anchor: return Match(node == anchor)
        case .position: return position(step, inner, node, document, anchor, &stepsLeft)
        case .state: return document.match(step.state, node, &stepsLeft)
        case .language: return document.language(of: node, is: name(step.value), &stepsLeft)
        case .direction: return document.direction(of: node, is: name(step.value), &stepsLeft)
        case .never, .tag, .or, .child, .descendant, .next, .earlier: return .no
        }
    }

    private static func compares(
        _ value: ArraySlice<UInt8>, _ wanted: ArraySlice<UInt8>, _ step: Step
    ) -> Bool {
        let ignoring = step.ignoresCase
        switch step.kind {
        case .equals: return value.isEqual(to: wanted, ignoringCase: ignoring)
        case .includes: return value.includesWord(wanted, ignoringCase: ignoring)
        case .dash:
            guard value.prefix(wanted.count).isEqual(to: wanted, ignoringCase: ignoring) else { return false }
            return value.count == wanted.count || value[value.startIndex + wanted.count] == 0x2D
        case .prefix:
            return !wanted.isEmpty
                && value.prefix(wanted.count).isEqual(to: wanted, ignoringCase: ignoring)
        case .suffix:
            return !wanted.isEmpty
                && value.suffix(wanted.count).isEqual(to: wanted, ignoringCase: ignoring)
        case .contains:
            guard !wanted.isEmpty, value.count >= wanted.count else { return false }
            // Long values are only searched in part, so that this stays bounded.
            let last = min(value.endIndex - wanted.count, value.startIndex + 4096)
            return (value.startIndex...last).contains {
                value[$0..<($0 + wanted.count)].isEqual(to: wanted, ignoringCase: ignoring)
            }
        default: return true
        }
    }

    // MARK: Positions

    /// Counts the element among its siblings. Of siblings that a cut dropped, only the number is known.
    private func position(
        _ step: Step, _ inner: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ anchor: NodeID?,
        _ stepsLeft: inout Int
    ) -> Match {
        let isBackwards = step.counting.contains(.backwards)
        let isOfType = step.counting.contains(.ofType)
        var result = Match.yes
        if !inner.isEmpty { result = matchSome(inner, node, document, anchor, &stepsLeft) }
        guard result > .no else { return .no }
        var count = 1
        var place = node
        while document.step(&place, isForward: isBackwards, &stepsLeft) {
            guard stepsLeft > 0 else { return .unlikely }
            if isOfType, !document.isSameType(place, node) { continue }
            if !inner.isEmpty {
                switch matchSome(inner, place, document, anchor, &stepsLeft) {
                case .no: continue
                case .unlikely, .likely: return .unlikely
                case .yes: break
                }
            }
            count += 1
            // However the page continues, the element is not that near to the end.
            if step.a <= 0, count > Int(step.b) { return .no }
        }
        guard stepsLeft > 0 else { return .unlikely }
        if isBackwards {
            if document.mayGetSiblings(node) { return .unlikely }
        } else if document.mayHaveHadSiblings(node) {
            guard !isOfType, inner.isEmpty, let parent = document.parent(of: node) else { return .unlikely }
            count += document.forgottenChildren(of: parent)
        }
        let distance = count - Int(step.b)
        let isThere =
            step.a == 0 ? distance == 0 : distance % Int(step.a) == 0 && distance / Int(step.a) >= 0
        return isThere ? result : .no
    }

    // MARK: :has

    /// The maximum number of an element's steps that one `:has` may use.
    private static let stepsOfHas = 1024

    /// Returns whether one of the relative selectors matches an element from here.
    private func holds(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> Match {
        let allowance = min(stepsLeft, Self.stepsOfHas)
        var left = allowance
        defer { stepsLeft -= allowance - left }
        var best = Match.no
        var start = range.lowerBound
        while start <= range.upperBound, best < .yes {
            let end = endOfAlternative(from: start, in: range)
            best = max(best, holdsOne(start..<end, node, document, &left))
            start = end + 1
        }
        return best
    }

    private func holdsOne(
        _ range: Range<Int>, _ node: NodeID, _ document: borrowing Document, _ stepsLeft: inout Int
    ) -> Match {
        // Its last steps are the leading combinator and the anchor.
        guard range.count >= 2 else { return .no }
        let lead = steps[range.upperBound - 2].kind
        let isAmongSiblings = lead == .next || lead == .earlier
        var best = Match.no
        // The descendants of the element, or of its parent after it.
        let top = isAmongSiblings ? document.parent(of: node) ?? node : node
        var candidate = isAmongSiblings ? document.nextSibling(of: node) : document.firstChild(of: node)
        while let next = candidate {
            stepsLeft -= 1
            guard stepsLeft > 0 else { return max(best, .unlikely) }
            if document.kind(of: next) == .element {
                best = max(best, match(range, next, document, anchor: node, &stepsLeft))
                if best == .yes { return .yes }
            }
            candidate = document.firstChild(of: next) ?? document.following(next, within: top)
        }
        let isWhole =
            isAmongSiblings
            ? !document.mayGetSiblings(node)
            : !document.mayGrow(node) && document.forgottenChildren(of: node) == 0
        return isWhole ? best : max(best, .unlikely)
    }

    /// Parses a list of selectors and stores its names; nil if the list is malformed.
    mutating func read(_ list: ArraySlice<UInt8>) -> [SelectorReader.Found]? {
        // The text is moved, so that it is never copied.
        var names: [UInt8] = []
        swap(&names, &text)
        let count = names.count
        var reader = SelectorReader(Array(list), from: 0, to: list.count, text: names)
        names = []
        let found = reader.read()
        swap(&text, &reader.text)
        if found == nil { text.removeLast(text.count - count) }
        return found
    }

    /// Stores the steps of a selector.
    mutating func add(_ more: [Step]) -> Range<Int> {
        defer { steps += more }
        return steps.count..<(steps.count + more.count)
    }
}
