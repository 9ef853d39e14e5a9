import HTML

extension SelectorReader {
    /// Pseudo-classes of user actions: they do not apply now, but may at some time.
    private static let actions: Set<String> = [
        "active", "focus", "focus-visible", "focus-within", "hover", "target", "target-within", "visited",
        "fullscreen", "modal", "playing", "picture-in-picture", "autofill",
        "-webkit-autofill", "user-invalid", "user-valid",
    ]

    /// Known pseudo-classes that depend on what is unknown here.
    private static let unanswered: Set<String> = [
        "blank", "buffering", "current", "default", "first", "future", "host", "in-range", "indeterminate",
        "invalid", "left", "local-link", "muted", "out-of-range", "past", "paused", "right", "seeking",
        "stalled", "valid", "volume-locked",
    ]

    /// Those with an argument.
    private static let unansweredFunctions: Set<String> = [
        "active-view-transition-type", "host", "host-context", "state",
    ]

    private static let elements: Set<String> = [
        "after", "backdrop", "before", "cue", "cue-region", "details-content", "file-selector-button",
        "first-letter", "first-line", "grammar-error", "highlight", "marker", "part", "placeholder",
        "selection", "slotted", "spelling-error", "target-text", "view-transition",
    ]

    /// Parses a pseudo-class or pseudo-element; the index is at the colon.
    mutating func readPseudo(_ end: Int, _ depth: Int, _ compound: inout Compound) throws(Malformed) {
        index += 1
        var isElement = false
        if index < end, tokens[index].kind == .colon {
            isElement = true
            index += 1
        }
        guard index < end else { throw Malformed() }
        let token = tokens[index]
        guard token.kind == .ident || token.kind == .function else { throw Malformed() }
        let name = String(decoding: source.text(of: token).prefix(40).map(ASCII.lowered), as: UTF8.self)
        index += 1
        let argument = token.kind == .function ? index..<closing(end) : nil
        if let argument { index = min(end, argument.upperBound + 1) }
        if isElement || argument == nil && ["before", "after", "first-line", "first-letter"].contains(name) {
            if depth == 0, argument == nil, compound.place == nil, name == "before" || name == "after" {
                compound.place = name == "before" ? .before : .after
                compound.isEmpty = false
                compound.specificity = Self.sum(compound.specificity, Compound.type)
                unanswered += 1
                return
            }
            if !Self.elements.contains(name), !name.hasPrefix("-webkit-") { isDoubtful = true }
            // It matches no element.
            unanswered += 1
            compound.add(Step(.never), 0)
        } else if let argument {
            let behind = index
            try readFunction(name, argument, token.end + 1, depth, &compound)
            index = behind
        } else {
            addClass(name, &compound)
        }
    }

    private mutating func addClass(_ name: String, _ compound: inout Compound) {
        if let state = ElementState(name: name) {
            compound.add(Step(state), Compound.classLike)
        } else if let positions = Self.positions(ofClass: name) {
            for step in positions { compound.add(step, 0) }
            compound.specificity = Self.sum(compound.specificity, Compound.classLike)
        } else if Self.actions.contains(name) {
            compound.add(Step(.unknown), Compound.classLike)
        } else if name == "popover-open" {
            // Nothing opens one here.
            compound.add(Step(.never), Compound.classLike)
        } else {
            if !Self.unanswered.contains(name) { isDoubtful = true }
            addUnknown(&compound, Compound.classLike)
        }
    }

    /// Returns the index of the closing parenthesis; the end if there is none.
    private func closing(_ end: Int) -> Int {
        var depth = 1
        var place = index
        while place < end {
            if tokens[place].kind == .function || tokens[place].kind == .leftParenthesis { depth += 1 }
            if tokens[place].kind == .rightParenthesis { depth -= 1 }
            if depth == 0 { break }
            place += 1
        }
        return place
    }

    /// - Parameter start: The offset of the argument in the text.
    private mutating func readFunction(
        _ name: String, _ argument: Range<Int>, _ start: Int, _ depth: Int, _ compound: inout Compound
    ) throws(Malformed) {
        guard depth < Self.deepest else { return addUnknown(&compound) }
        index = argument.lowerBound
        switch name {
        case "not": try addList(.not, argument.upperBound, depth, &compound)
        case "is", "where", "matches", "-webkit-any", "-moz-any":
            try addList(
                .any, argument.upperBound, depth, isForgiving: true, counts: name != "where", &compound)
        case "has": try addList(.holds, argument.upperBound, depth, &compound)
        case "lang": try addArguments(.language, argument.upperBound, &compound)
        case "dir": try addArguments(.direction, argument.upperBound, &compound)
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            try addPosition(name, argument, start, depth, &compound)
        default:
            if !Self.unansweredFunctions.contains(name) { isDoubtful = true }
            addUnknown(&compound, Compound.classLike)
        }
    }

    /// Adds a comma-separated list of words or strings, one of which has to match.
    private mutating func addArguments(
        _ kind: Step.Kind, _ end: Int, _ compound: inout Compound
    ) throws(Malformed) {
        var inner: [Step] = []
        while true {
            let token = try solid(end)
            guard token.kind == .ident || token.kind == .string else { throw Malformed() }
            var step = Step(kind)
            step.value = store(source.text(of: token))
            if !inner.isEmpty { inner.append(Step(.or)) }
            inner.append(step)
            _ = skipBlanks(before: end)
            guard index < end else { break }
            guard try solid(end).kind == .comma else { throw Malformed() }
        }
        add(inner, as: Step(.any), Compound.classLike, to: &compound)
    }

    private mutating func addList(
        _ kind: Step.Kind, _ end: Int, _ depth: Int, isForgiving: Bool = false, counts: Bool = true,
        _ compound: inout Compound
    ) throws(Malformed) {
        let list = try alternatives(end, depth, isForgiving: isForgiving, isRelative: kind == .holds)
        add(Self.joined(list), as: Step(kind), counts ? list.map(\.specificity).max() ?? 0 : 0, to: &compound)
    }

    /// Parses the list of selectors in an argument.
    private mutating func alternatives(
        _ end: Int, _ depth: Int, isForgiving: Bool, isRelative: Bool
    ) throws(Malformed) -> [Found] {
        var list: [Found] = []
        while true {
            let wasDoubtful = isDoubtful
            do throws(Malformed) {
                list.append(try complex(within: end, depth: depth + 1, isRelative: isRelative))
            } catch {
                guard isForgiving else { throw error }
                skipAlternative(end)
            }
            // In a forgiving list, an unknown selector does not affect the others.
            if isForgiving { isDoubtful = wasDoubtful }
            guard index < end else { return list }
            index += 1
        }
    }

    /// Skips to the comma that ends a malformed alternative.
    private mutating func skipAlternative(_ end: Int) {
        var depth = 0
        while index < end, depth > 0 || tokens[index].kind != .comma {
            if tokens[index].closing != nil { depth += 1 }
            switch tokens[index].kind {
            case .rightParenthesis, .rightBracket, .rightBrace: depth = max(0, depth - 1)
            default: break
            }
            index += 1
        }
    }

    private static func joined(_ list: [Found]) -> [Step] {
        guard !list.isEmpty else { return [Step(.never)] }
        return Array(list.map(\.steps).joined(separator: [Step(.or)]))
    }

    private func add(_ inner: [Step], as step: Step, _ specificity: UInt32, to compound: inout Compound) {
        var step = step
        step.count = Int32(truncatingIfNeeded: inner.count)
        compound.add(step, specificity)
        compound.steps += inner
    }

    // MARK: Positions

    /// Returns the conditions of a pseudo-class for the element's position among its siblings.
    private static func positions(ofClass name: String) -> [Step]? {
        switch name {
        case "first-child": [position(0, 1, [])]
        case "last-child": [position(0, 1, .backwards)]
        case "only-child": [position(0, 1, []), position(0, 1, .backwards)]
        case "first-of-type": [position(0, 1, .ofType)]
        case "last-of-type": [position(0, 1, [.ofType, .backwards])]
        case "only-of-type": [position(0, 1, .ofType), position(0, 1, [.ofType, .backwards])]
        default: nil
        }
    }

    private static func position(_ a: Int32, _ b: Int32, _ counting: Step.Counting) -> Step {
        var step = Step(.position)
        step.a = a
        step.b = b
        step.counting = counting
        return step
    }

    private mutating func addPosition(
        _ name: String, _ argument: Range<Int>, _ start: Int, _ depth: Int, _ compound: inout Compound
    ) throws(Malformed) {
        let bytes = source.tokenizer.bytes
        var counting: Step.Counting = name.contains("last") ? .backwards : []
        if name.hasSuffix("of-type") { counting.insert(.ofType) }
        let of = argument.first { tokens[$0].kind == .ident && source.isText(of: tokens[$0], "of") }
        let last =
            argument.upperBound < tokens.count ? tokens[argument.upperBound].start : source.tokenizer.end
        let end = of.map { tokens[$0].start } ?? last
        guard start <= end, let (a, b) = Self.steps(bytes[start..<end]) else { throw Malformed() }
        var list: [Found] = []
        if let of {
            guard !counting.contains(.ofType) else { throw Malformed() }
            index = of + 1
            list = try alternatives(argument.upperBound, depth, isForgiving: false, isRelative: false)
        }
        let specificity = Self.sum(Compound.classLike, list.map(\.specificity).max() ?? 0)
        add(
            list.isEmpty ? [] : Self.joined(list), as: Self.position(a, b, counting), specificity,
            to: &compound)
    }

    /// Parses `2n + 1` and the like (CSS Syntax Level 3, §6); nil if it is malformed.
    private static func steps(_ text: ArraySlice<UInt8>) -> (a: Int32, b: Int32)? {
        let word = String(decoding: text.filter { !ASCII.isBlank($0) }.map(ASCII.lowered), as: UTF8.self)
        if word == "odd" { return (2, 1) }
        if word == "even" { return (2, 0) }
        guard let n = word.firstIndex(of: "n") else { return Int32(word).map { (0, $0) } }
        let (front, rest) = (word[..<n], word[word.index(after: n)...])
        let a: Int32?
        switch front {
        case "", "+": a = 1
        case "-": a = -1
        default: a = Int32(front)
        }
        guard let a, rest.isEmpty || rest.first == "+" || rest.first == "-" else { return nil }
        return rest.isEmpty ? (a, 0) : Int32(rest).map { (a, $0) }
    }
}
