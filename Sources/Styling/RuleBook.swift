import Markup

/// All rules of a page in arrays, with an index to find those that may matter for an element.
struct RuleBook: Sendable {
    /// A rule: its declarations and its layer.
    struct Rule {
        var declarations: Range<Int32>
        var layer: UInt8?
    }

    /// The most rules of a page; later ones are not read.
    static let ruleLimit = 1 << 20

    var rules: [Rule] = []
    var declarations: [Declaration] = []
    var selectors: [Selector] = []
    var steps: [Step] = []
    /// The names and values of the selectors.
    var text: [UInt8] = []
    /// For each key the last selector that has it.
    var last: [UInt64: Int32] = [:]
    /// The last selector without a key, -1 for none.
    var lastKeyless: Int32 = -1
    /// The names of the layers, in their order.
    var layers: [UInt64] = []

    var isEmpty: Bool { rules.isEmpty && layers.isEmpty }

    /// Reads a style sheet.
    mutating func read(_ sheet: [UInt8]) {
        var reader = SheetReader(sheet)
        /// The layers around each conditional block that is open.
        var groups: [UInt8?] = []
        var layer: UInt8?
        while rules.count < Self.ruleLimit {
            let token = reader.nextSolid()
            switch token.kind {
            case .end: return
            case .commentMark where groups.isEmpty: continue
            case .rightBrace where !groups.isEmpty: layer = groups.removeLast()
            case .semicolon where !groups.isEmpty: continue
            case .atKeyword:
                switch readAtRule(token, &reader, isNested: !groups.isEmpty, within: layer) {
                case .entered(let inner):
                    groups.append(layer)
                    layer = inner
                case .passed: break
                case .left: layer = groups.popLast() ?? nil
                }
            case .ident, .function, .hash, .string, .badString, .url, .badURL, .delimiter, .number,
                .percentage, .dimension, .blank, .colon, .semicolon, .comma, .leftBracket, .rightBracket,
                .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .commentMark:
                reader.putBack(token)
                if readRule(&reader, isNested: !groups.isEmpty, layer) == .brace {
                    layer = groups.popLast() ?? nil
                }
            }
        }
    }

    /// Reads a rule. Returns where its prelude ended.
    private mutating func readRule(
        _ reader: inout SheetReader, isNested: Bool, _ layer: UInt8?
    ) -> SheetReader.Ending {
        let start = reader.start
        let (ending, end) = reader.skipPrelude(stopsAtSemicolon: false, stopsAtBrace: isNested)
        guard case .block = ending else { return ending }
        let first = declarations.count
        reader.readDeclarations(inAttribute: false, into: &declarations)
        // What declares nothing for text need not be matched.
        guard declarations.count > first else { return ending }
        let known = rules.count
        let range = Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: declarations.count)
        if end - start <= SelectorReader.longestList {
            rules.append(Rule(declarations: range, layer: layer))
            addSelectors(reader.tokenizer.bytes, start, end)
            if selectors.last?.rule == Int32(truncatingIfNeeded: known) { return ending }
            rules.removeLast()
        }
        declarations.removeLast(declarations.count - first)
        return ending
    }

    private mutating func addSelectors(_ bytes: [UInt8], _ start: Int, _ end: Int) {
        // The text is handed over, so that it is never copied.
        var names: [UInt8] = []
        swap(&names, &text)
        let count = names.count
        var reader = SelectorReader(bytes, from: start, to: end, text: names)
        names = []
        let found = reader.read()
        swap(&text, &reader.text)
        guard let found else {
            text.removeLast(text.count - count)
            return
        }
        for one in found { add(one, rule: rules.count - 1) }
    }

    private mutating func add(_ found: SelectorReader.Found, rule: Int) {
        let first = Int32(truncatingIfNeeded: steps.count)
        steps += found.steps
        let number = Int32(truncatingIfNeeded: selectors.count)
        var selector = Selector(
            steps: first..<Int32(truncatingIfNeeded: steps.count), specificity: found.specificity,
            rule: Int32(truncatingIfNeeded: rule))
        selector.ancestors = found.ancestors
        if let key = found.key {
            selector.next = last.updateValue(number, forKey: key.hash) ?? -1
        } else {
            selector.next = lastKeyless
            lastKeyless = number
        }
        selectors.append(selector)
    }
}
