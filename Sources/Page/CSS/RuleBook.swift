import HTML

/// All rules of a page in arrays, with an index of those that may apply to an element.
struct RuleBook: Sendable {
    /// A rule: its declarations and its layer.
    struct Rule {
        var declarations: Range<Int32>
        var layer: UInt8?
        /// The index of its scope.
        var scope: Int32?
        /// Whether it depends on a condition that is unknown here.
        var isDoubtful: Bool
    }

    /// A scope: the subtrees of some roots, each without those of the limits in it (CSS Cascading and Inheritance
    /// Level 6, §2.5).
    typealias Scope = (root: Range<Int>, limit: Range<Int>, outer: Int32?)

    struct RuleContext {
        var layer: UInt8?
        var scope: Int32?
        var isDoubtful = false
        /// The selectors that `&` represents, within a rule or a scope.
        var parent: [UInt8]?
        /// The nesting depth.
        var depth = 0
    }

    /// The maximum number of rules of a page, and of those that further sheets copy; later ones are not read.
    static let ruleLimit = 1 << 20

    var rules: [Rule] = []
    var scopes: [Scope] = []
    var declarations: [Declaration] = []
    var selectors: [Selector] = []
    var table = SelectorTable()
    /// The last selector of each key.
    var last: [UInt64: Int32] = [:]
    /// The last selector without a key; -1 for none.
    var lastKeyless: Int32 = -1
    /// The same for selectors of generated content.
    var lastBeside: [UInt64: Int32] = [:]
    var lastBesideKeyless: Int32 = -1
    /// Generated contents and counter changes, which declarations refer to by index.
    var contents: [GeneratedContent] = []
    var counters: [[CounterChange]] = []
    /// The names of the layers, in their order.
    var layers: [UInt64] = []
    /// Whether a selector depends on siblings, positions or what an element contains.
    var asksForPositions = false

    var isEmpty: Bool { rules.isEmpty && layers.isEmpty }

    /// Reads a style sheet.
    /// - Parameter layer: The layer of all its rules; nil for none.
    mutating func read(_ sheet: [UInt8], in layer: UInt8? = nil) {
        var reader = SheetReader(sheet)
        /// The context of each open conditional block.
        var groups: [RuleContext] = []
        let outside = RuleContext(layer: layer)
        var around = outside
        while rules.count < Self.ruleLimit {
            let token = reader.nextSolid()
            switch token.kind {
            case .end: return
            case .commentMark where groups.isEmpty: continue
            case .rightBrace where !groups.isEmpty: around = groups.removeLast()
            case .semicolon where !groups.isEmpty: continue
            case .atKeyword:
                switch readAtRule(token, &reader, isNested: !groups.isEmpty, within: around) {
                case .entered(let inner):
                    groups.append(around)
                    around = inner
                case .passed: break
                case .left: around = groups.popLast() ?? outside
                }
            case .ident, .function, .hash, .string, .badString, .url, .badURL, .delimiter, .number,
                .percentage, .dimension, .blank, .colon, .semicolon, .comma, .leftBracket, .rightBracket,
                .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .commentMark:
                reader.putBack(token)
                if readRule(&reader, isNested: !groups.isEmpty, around) == .brace {
                    around = groups.popLast() ?? outside
                }
            }
        }
    }

    /// Reads a rule. Returns how its prelude ended.
    private mutating func readRule(
        _ reader: inout SheetReader, isNested: Bool, _ around: RuleContext
    ) -> SheetReader.Ending {
        let start = reader.start
        let (ending, end) = reader.skipPrelude(stopsAtSemicolon: false, stopsAtBrace: isNested)
        guard case .block = ending else { return ending }
        var within = around
        var selectors = reader.tokenizer.bytes[start..<max(start, end)]
        if let parent = around.parent, selectors.count <= SelectorReader.longestList {
            // Within a scope, only selectors that begin with a combinator are relative to its root.
            selectors = Self.replaceParent(in: selectors, by: parent, isScope: true) ?? []
        }
        readBlock(&reader, selectors, &within, inAttribute: false)
        return ending
    }

    /// Reads the declarations of a rule, and then its nested rules.
    mutating func readBlock(
        _ reader: inout SheetReader, _ list: ArraySlice<UInt8>, _ around: inout RuleContext,
        inAttribute: Bool
    ) {
        let first = declarations.count
        var inner: [SheetReader.InnerBlock] = []
        reader.readDeclarations(inAttribute: inAttribute, into: &declarations, &inner)
        keepContents(&reader, from: first)
        guard list.count <= SelectorReader.longestList else {
            declarations.removeLast(declarations.count - first)
            return
        }
        // Rules without declarations for text need not be matched.
        if declarations.count > first { addRule(first, list, around) }
        guard !inner.isEmpty, around.depth < Self.deepestRule else { return }
        around.parent = Array(list)
        around.depth += 1
        for block in inner where rules.count < Self.ruleLimit {
            readInner(block, reader.tokenizer.bytes, around)
        }
    }

    private mutating func addRule(_ first: Int, _ list: ArraySlice<UInt8>, _ around: RuleContext) {
        let known = rules.count
        let range = Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: declarations.count)
        rules.append(
            Rule(
                declarations: range, layer: around.layer, scope: around.scope, isDoubtful: around.isDoubtful))
        for found in table.read(list) ?? [] { add(found, rule: known) }
        if selectors.last?.rule == Int32(truncatingIfNeeded: known) { return }
        rules.removeLast()
        declarations.removeLast(declarations.count - first)
    }

    /// Stores the contents and counters that declarations refer to by index.
    private mutating func keepContents(_ reader: inout SheetReader, from first: Int) {
        guard !reader.contents.isEmpty || !reader.counters.isEmpty else { return }
        for index in first..<declarations.count {
            let property = declarations[index].property
            guard property == .content || property.isOfCounters else { continue }
            let base = property == .content ? contents.count : counters.count
            let value = declarations[index].value.bits + UInt64(base)
            declarations[index].value = DeclaredValue(bits: value)
        }
        contents += reader.contents
        counters += reader.counters
        reader.contents = []
        reader.counters = []
    }

    /// Whether a rule affects elements, or their generated content.
    private func matters(_ rule: Int, beside: Bool) -> Bool {
        rules[rule].declarations.contains { number in
            let declaration = declarations[Int(number)]
            guard beside else { return declaration.property != .content }
            // Before the first such content, no rule can remove one.
            if lastBeside.isEmpty, lastBesideKeyless < 0 {
                return declaration.property == .content
                    && !contents[Int(declaration.value.bits)].parts.isEmpty
            }
            return declaration.property == .content || declaration.hides
        }
    }

    private mutating func add(_ found: SelectorReader.Found, rule: Int) {
        // Selectors that never match are dropped.
        if found.steps.first?.kind == .never { return }
        guard matters(rule, beside: found.place != nil) else { return }
        let number = Int32(truncatingIfNeeded: selectors.count)
        let range = table.add(found.steps)
        asksForPositions = asksForPositions || found.steps.contains { $0.asksForPositions }
        var selector = Selector(
            steps: Int32(range.lowerBound)..<Int32(range.upperBound), specificity: found.specificity,
            rule: Int32(truncatingIfNeeded: rule))
        selector.ancestors = found.ancestors
        selector.place = found.place
        selector.next =
            found.place == nil
            ? Self.replace(&last, &lastKeyless, found.key, by: number)
            : Self.replace(&lastBeside, &lastBesideKeyless, found.key, by: number)
        selectors.append(selector)
    }

    /// Makes a selector the last one of its key, and returns the one that was; -1 for none.
    private static func replace(
        _ last: inout [UInt64: Int32], _ lastKeyless: inout Int32, _ key: SelectorKey?, by number: Int32
    ) -> Int32 {
        if let key { return last.updateValue(number, forKey: key.hash) ?? -1 }
        defer { lastKeyless = number }
        return lastKeyless
    }
}
