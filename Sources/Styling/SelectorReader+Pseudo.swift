import Markup

extension SelectorReader {
    /// Pseudo-classes of what never is so on a terminal without scripts: nothing is pointed at or visited.
    private static let untrue: Set<String> = [
        "active", "focus", "focus-visible", "focus-within", "hover", "target", "target-within", "visited",
        "fullscreen", "modal", "popover-open", "playing", "picture-in-picture", "autofill",
        "-webkit-autofill", "user-invalid", "user-valid",
    ]

    /// Those that are known and cannot be answered.
    private static let unanswered: Set<String> = [
        "blank", "buffering", "checked", "current", "default", "defined", "disabled", "empty", "enabled",
        "first", "first-child", "first-of-type", "future", "host", "in-range", "indeterminate", "invalid",
        "last-child", "last-of-type", "left", "local-link", "muted", "only-child", "only-of-type", "open",
        "optional", "out-of-range", "past", "paused", "placeholder-shown", "read-only", "read-write",
        "required", "right", "seeking", "stalled", "valid", "volume-locked",
    ]

    /// Those with an argument that are known and cannot be answered.
    private static let unansweredFunctions: Set<String> = [
        "active-view-transition-type", "dir", "has", "host", "host-context", "lang", "nth-child",
        "nth-last-child", "nth-last-of-type", "nth-of-type", "state",
    ]

    private static let elements: Set<String> = [
        "after", "backdrop", "before", "cue", "cue-region", "details-content", "file-selector-button",
        "first-letter", "first-line", "grammar-error", "highlight", "marker", "part", "placeholder",
        "selection", "slotted", "spelling-error", "target-text", "view-transition",
    ]

    /// A pseudo-class or pseudo-element; the colon is here.
    mutating func readPseudo(_ end: Int, _ isNested: Bool, _ compound: inout Compound) throws(Absence) {
        index += 1
        var isElement = false
        if index < end, tokens[index].kind == .colon {
            isElement = true
            index += 1
        }
        guard index < end else { throw .malformed }
        let token = tokens[index]
        guard token.kind == .ident || token.kind == .function else { throw .malformed }
        let name = String(decoding: source.text(of: token).prefix(40).map(ASCII.lowered), as: UTF8.self)
        index += 1
        compound.isEmpty = false
        let argument = token.kind == .function ? index..<closing(end) : nil
        if let argument { index = min(end, argument.upperBound + 1) }
        if isElement || argument == nil && ["before", "after", "first-line", "first-letter"].contains(name) {
            guard Self.elements.contains(name) || name.hasPrefix("-webkit-") else { throw .malformed }
            compound.isAnswerable = false
        } else if let argument {
            try readFunction(name, argument, isNested, &compound)
        } else {
            try addClass(name, &compound)
        }
    }

    private func addClass(_ name: String, _ compound: inout Compound) throws(Absence) {
        switch name {
        case "link", "any-link", "-webkit-any-link": compound.add(Step(.link), Compound.classLike)
        case "root", "scope": compound.add(Step(.root), Compound.classLike)
        case let name where Self.untrue.contains(name): compound.add(Step(.never), Compound.classLike)
        case let name where Self.unanswered.contains(name): compound.isAnswerable = false
        default: throw .malformed
        }
    }

    /// Where the parenthesis that is open here is closed; the end if it is not.
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

    private mutating func readFunction(
        _ name: String, _ argument: Range<Int>, _ isNested: Bool, _ compound: inout Compound
    ) throws(Absence) {
        switch name {
        case "not", "is", "where", "matches", "-webkit-any", "-moz-any":
            // One level is what sheets use; more would recurse.
            guard !isNested else {
                compound.isAnswerable = false
                return
            }
            let behind = index
            index = argument.lowerBound
            let list = try alternatives(argument.upperBound, isForgiving: name != "not")
            index = behind
            guard let list else {
                compound.isAnswerable = false
                return
            }
            add(list, as: name == "not" ? .not : .any, counts: name != "where", to: &compound)
        case let name where Self.unansweredFunctions.contains(name): compound.isAnswerable = false
        default: throw .malformed
        }
    }

    /// The compounds of a list; nil if one that counts cannot be answered.
    private mutating func alternatives(_ end: Int, isForgiving: Bool) throws(Absence) -> [Compound]? {
        var list: [Compound] = []
        var isAnswerable = true
        while true {
            while index < end, tokens[index].kind == .blank { index += 1 }
            do throws(Absence) {
                let one = try compound(within: end, isNested: true)
                while index < end, tokens[index].kind == .blank { index += 1 }
                let isWhole = index >= end || tokens[index].kind == .comma
                if one.isEmpty, !isForgiving, isWhole { throw Absence.malformed }
                if one.isAnswerable, isWhole, !one.isEmpty {
                    list.append(one)
                } else if !isForgiving {
                    isAnswerable = false
                }
            } catch {
                guard isForgiving || error == .unanswerable else { throw error }
                isAnswerable = isAnswerable && isForgiving
            }
            while index < end, tokens[index].kind != .comma { index += 1 }
            if index >= end { return isAnswerable ? list : nil }
            index += 1
        }
    }

    private func add(
        _ list: [Compound], as kind: Step.Kind, counts: Bool, to compound: inout Compound
    ) {
        var inner: [Step] = []
        var highest: UInt32 = 0
        for (place, one) in list.enumerated() {
            if place > 0 { inner.append(Step(.or)) }
            inner += one.steps
            highest = max(highest, one.specificity)
        }
        if list.isEmpty { inner.append(Step(.never)) }
        var step = Step(kind)
        step.count = Int32(truncatingIfNeeded: inner.count)
        compound.add(step, counts ? highest : 0)
        compound.steps += inner
    }
}
