import HTML

/// A parser for lists of selectors (Selectors Level 4).
///
/// A condition that is unknown, or depends on user actions, is an `unlikely` step, so that the known part still
/// counts. A pseudo-element matches no element. Anything that is not a selector invalidates the whole list, as
/// the standard requires.
struct SelectorReader {
    /// A selector without its position among the rules.
    struct Found {
        var steps: [Step]
        var specificity: UInt32
        /// The key for the index; nil for a selector that every element must be tested against.
        var key: SelectorKey?
        var ancestors: AncestorFilter
        /// The place of the generated content that it selects, if any.
        var place: GeneratedContent.Place?
    }

    /// The list is malformed.
    struct Malformed: Error {}

    /// The maximum length of a list in bytes; longer ones are ignored.
    static let longestList = 65_536
    /// The maximum nesting depth of `:is()` and the like; deeper ones are unknown.
    static let deepest = 8

    let source: SheetReader
    let tokens: [Token]
    var index = 0
    /// The stored names.
    var text: [UInt8]
    /// The number of parts of the list that match nothing, since they are unknown or pseudo-elements.
    var unanswered = 0
    /// Whether the list may contain newer syntax: then no selector of the list is certain.
    var isDoubtful = false

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

    /// Parses all selectors of the list; nil if the list is malformed.
    mutating func read() -> [Found]? {
        var found: [Found] = []
        while true {
            do throws(Malformed) {
                found.append(try complex(within: tokens.count, depth: 0, isRelative: false))
            } catch {
                return nil
            }
            guard index < tokens.count else { break }
            // A comma ended it.
            index += 1
        }
        guard isDoubtful else { return found }
        return found.map { one in
            var one = one
            one.steps.insert(Step(.unknown), at: 0)
            return one
        }
    }

    private func kind(before end: Int) -> Token.Kind { index < end ? tokens[index].kind : .end }

    mutating func skipBlanks(before end: Int) -> Bool {
        let start = index
        while kind(before: end) == .blank { index += 1 }
        return index > start
    }

    /// Parses a combinator; nil if there is none.
    private mutating func combinator(before end: Int) -> Step.Kind? {
        guard kind(before: end) == .delimiter else { return nil }
        let kind: Step.Kind
        switch tokens[index].delimiter {
        case 0x3E: kind = .child
        case 0x2B: kind = .next
        case 0x7E: kind = .earlier
        default: return nil
        }
        index += 1
        _ = skipBlanks(before: end)
        return kind
    }

    /// Parses compounds with combinators between them, up to a comma or the end.
    /// - Parameter isRelative: Whether it begins at the anchor of `:has`.
    mutating func complex(within end: Int, depth: Int, isRelative: Bool) throws(Malformed) -> Found {
        var compounds: [Compound] = []
        var combinators: [Step.Kind] = []
        _ = skipBlanks(before: end)
        let lead = isRelative ? combinator(before: end) ?? .descendant : nil
        while true {
            let compound = try compound(within: end, depth: depth)
            guard !compound.isEmpty else { throw Malformed() }
            compounds.append(compound)
            let isApart = skipBlanks(before: end)
            if kind(before: end) == .end || kind(before: end) == .comma { break }
            if let combinator = combinator(before: end) {
                combinators.append(combinator)
            } else if isApart {
                combinators.append(.descendant)
            } else {
                throw Malformed()
            }
        }
        var found = Found(
            steps: [], specificity: 0, key: compounds.last?.key, ancestors: AncestorFilter())
        for place in compounds.indices.reversed() {
            found.steps += compounds[place].steps
            found.specificity = Self.sum(found.specificity, compounds[place].specificity)
            // A key of a sibling is not required of an ancestor.
            if place < combinators.count, combinators[place] == .child || combinators[place] == .descendant {
                for key in compounds[place].keys { found.ancestors.insert(key) }
            }
            if place > 0 { found.steps.append(Step(combinators[place - 1])) }
        }
        found.place = compounds.last?.place
        // Only the last compound may have a pseudo-element.
        if compounds.dropLast().contains(where: { $0.place != nil }) { found.steps.append(Step(.never)) }
        if let lead { found.steps += [Step(lead), Step(.anchor)] }
        return found
    }

    /// Returns the sum of two specificities; each count stays within its ten bits.
    static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for shift: UInt32 in [0, 10, 20] {
            result |= min(1023, (one >> shift & 1023) + (other >> shift & 1023)) << shift
        }
        return result
    }
}
