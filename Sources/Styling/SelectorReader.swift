import Markup

/// Reads a list of selectors (Selectors Level 4), as far as they speak of an element, its attributes and its
/// ancestors.
///
/// What speaks of siblings, positions, states or pseudo-elements is left out of the list. What is no selector
/// makes the whole list void, as the standard asks.
struct SelectorReader {
    /// A selector without its place among the rules.
    struct Found {
        var steps: [Step]
        var specificity: UInt32
        /// What it is found by; nil for a selector that every element must be held against.
        var key: SelectorKey?
        var ancestors: AncestorFilter
    }

    /// Why there is no selector.
    enum Absence: Error {
        /// It is one, but cannot be answered here.
        case unanswerable
        case malformed
    }

    /// The longest list in bytes; longer ones are left out.
    static let longestList = 65_536

    let source: SheetReader
    let tokens: [Token]
    var index = 0
    /// Where names are kept.
    var text: [UInt8]
    /// How many selectors of the list cannot be answered.
    private(set) var unanswered = 0

    init(_ bytes: [UInt8], from start: Int, to end: Int, text: [UInt8]) {
        var reader = SheetReader(bytes, from: start, to: end)
        var tokens: [Token] = []
        while true {
            let token = reader.next()
            if token.kind == .end { break }
            tokens.append(token)
        }
        self.text = text
        self.tokens = tokens
        source = reader
    }

    /// All selectors of the list that can be answered; nil if the list is malformed.
    mutating func read() -> [Found]? {
        var found: [Found] = []
        while true {
            do throws(Absence) {
                found.append(try complex())
            } catch {
                guard error == .unanswerable else { return nil }
                unanswered += 1
            }
            guard index < tokens.count else { return found }
            // A comma ended it.
            index += 1
        }
    }

    private var kind: Token.Kind { index < tokens.count ? tokens[index].kind : .end }

    private func isDelimiter(_ byte: UInt8, at place: Int) -> Bool {
        place < tokens.count && tokens[place].kind == .delimiter && tokens[place].delimiter == byte
    }

    private mutating func skipBlanks() -> Bool {
        let start = index
        while kind == .blank { index += 1 }
        return index > start
    }

    /// Compounds with combinators between them, up to a comma or the end.
    private mutating func complex() throws(Absence) -> Found {
        var compounds: [Compound] = []
        var combinators: [Step.Kind] = []
        var isAnswerable = true
        _ = skipBlanks()
        while true {
            let compound = try compound(within: tokens.count, isNested: false)
            guard !compound.isEmpty else { throw .malformed }
            isAnswerable = isAnswerable && compound.isAnswerable
            compounds.append(compound)
            let isApart = skipBlanks()
            if kind == .end || kind == .comma { break }
            if isDelimiter(0x3E, at: index) {
                combinators.append(.child)
            } else if isDelimiter(0x2B, at: index) || isDelimiter(0x7E, at: index) {
                isAnswerable = false
                combinators.append(.child)
            } else if isApart {
                combinators.append(.descendant)
                continue
            } else {
                throw .malformed
            }
            index += 1
            _ = skipBlanks()
        }
        guard isAnswerable, let last = compounds.last else { throw .unanswerable }
        var found = Found(steps: [], specificity: 0, key: last.key, ancestors: AncestorFilter())
        for place in compounds.indices.reversed() {
            found.steps += compounds[place].steps
            found.specificity = Self.sum(found.specificity, compounds[place].specificity)
            if place + 1 < compounds.count {
                for key in compounds[place].keys { found.ancestors.insert(key) }
            }
            if place > 0 { found.steps.append(Step(combinators[place - 1])) }
        }
        return found
    }

    /// The sum of two specificities; each count stays within its ten bits.
    static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for shift: UInt32 in [0, 10, 20] {
            result |= min(1023, (one >> shift & 1023) + (other >> shift & 1023)) << shift
        }
        return result
    }
}
