import HTML

/// Reads a list of selectors (Selectors Level 4).
///
/// What is not known, or hangs on what a reader does, is a step that is `unlikely` to hold, so that the known part
/// counts. What speaks of a pseudo-element is about no element. What is no selector makes the whole list void, as the
/// standard asks.
struct SelectorReader {
    /// A selector without its place among the rules.
    struct Found {
        var steps: [Step]
        var specificity: UInt32
        /// What it is found by; nil for a selector that every element must be held against.
        var key: SelectorKey?
        var ancestors: AncestorFilter
        /// What of the element it is about, if not the element.
        var place: GeneratedContent.Place?
    }

    /// The list is malformed.
    struct Malformed: Error {}

    /// The longest list in bytes; longer ones are left out.
    static let longestList = 65_536
    /// How deep `:is()` and the like may stand in each other; further in they are not known.
    static let deepest = 8

    let source: SheetReader
    let tokens: [Token]
    var index = 0
    /// Where names are kept.
    var text: [UInt8]
    /// How many parts of the list find nothing, since they are not known or of pseudo-elements.
    var unanswered = 0
    /// Whether something was met that may be of a newer standard: then no selector of the list is sure.
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

    /// All selectors of the list; nil if the list is malformed.
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

    /// The combinator that is written here, if one is.
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

    /// Compounds with combinators between them, up to a comma or the end.
    /// - Parameter isRelative: Whether it begins at the element that `:has` is asked of.
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
            // What a sibling has, no ancestor need have.
            if place < combinators.count, combinators[place] == .child || combinators[place] == .descendant {
                for key in compounds[place].keys { found.ancestors.insert(key) }
            }
            if place > 0 { found.steps.append(Step(combinators[place - 1])) }
        }
        found.place = compounds.last?.place
        // Only the last may be about what is beside an element.
        if compounds.dropLast().contains(where: { $0.place != nil }) { found.steps.append(Step(.never)) }
        if let lead { found.steps += [Step(lead), Step(.anchor)] }
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
