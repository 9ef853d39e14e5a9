import HTML

/// A stored selector of a rule: its steps from the last compound to the first, and its rule.
struct Selector {
    /// The range of its steps in the table of steps.
    var steps: Range<Int32>
    /// Ids, classes and types, ten bits each.
    var specificity: UInt32
    /// The rule of the selector.
    var rule: Int32
    /// The next selector with the same key, an earlier one; -1 for none.
    var next: Int32 = -1
    /// The keys that ancestors must have, as bits of an `AncestorFilter`.
    var ancestors = AncestorFilter()
    /// The place of the generated content that it selects, if any.
    var place: GeneratedContent.Place?
}

/// One step of matching: a simple selector, or a combinator that leads to the next compound.
struct Step {
    enum Kind: UInt8 {
        /// The element's tag; a name without a `Tag` case.
        case tag, name
        case id, className
        /// The attribute exists; its value matches by the selector's operator.
        case has, equals, includes, dash, prefix, suffix, contains
        /// A pseudo-class without an argument.
        case state
        /// The element's language is `value`, or a subtag of it; its direction is `value`.
        case language, direction
        /// The element is the `a`n+`b`th among its siblings. `count` is the number of steps of `of S`.
        case position
        /// None of the alternatives that follow; one of them. `count` is the number of their steps.
        case not, any
        /// `:has`: one of the relative alternatives matches. `count` is the number of their steps.
        case holds
        /// The anchor element of `:has`.
        case anchor
        /// Matches nothing.
        case never
        /// Begins the next alternative.
        case or
        /// Continues at the parent; at some ancestor; at the previous sibling; at some earlier sibling.
        case child, descendant, next, earlier

        /// Whether it moves to another element.
        var isCombinator: Bool {
            switch self {
            case .child, .descendant, .next, .earlier: true
            case .tag, .name, .id, .className, .has, .equals, .includes, .dash, .prefix, .suffix, .contains,
                .state, .language, .direction, .position, .not, .any, .holds, .anchor, .never, .or:
                false
            }
        }
    }

    /// The siblings that a position is counted among.
    struct Counting: OptionSet {
        let rawValue: UInt8
        /// Counts from the last one.
        static let backwards = Counting(rawValue: 1)
        /// Counts only those of the same type.
        static let ofType = Counting(rawValue: 2)
    }

    var kind: Kind
    var tag = Tag.other
    /// Whether the value matches case-insensitively.
    var ignoresCase = false
    var state = ElementState.unknown
    var counting: Counting = []
    /// The name, as a range of the stored text.
    var name: Range<Int32> = 0..<0
    /// The value of an attribute.
    var value: Range<Int32> = 0..<0
    /// The coefficients of a position.
    var a: Int32 = 0
    var b: Int32 = 0
    var count: Int32 = 0

    init(_ kind: Kind) { self.kind = kind }

    init(_ state: ElementState) {
        kind = .state
        self.state = state
    }

    /// Whether it depends on siblings, positions or what an element contains.
    var asksForPositions: Bool {
        switch kind {
        case .position, .holds, .next, .earlier: true
        case .state: state == .empty
        default: false
        }
    }
}

/// The key of an element in the index: FNV-1a over the kind and the name, case-insensitively.
struct SelectorKey: Hashable {
    enum Kind: UInt8 { case tag = 1, name, id, className }

    let hash: UInt64

    init(_ kind: Kind, _ name: ArraySlice<UInt8>) {
        var value = (0xCBF2_9CE4_8422_2325 ^ UInt64(kind.rawValue)) &* 0x100_0000_01B3
        for byte in name { value = (value ^ UInt64(ASCII.lowered(byte))) &* 0x100_0000_01B3 }
        hash = value
    }

    init(_ tag: Tag) { hash = (UInt64(tag.rawValue) &+ 1) &* 0x9E37_79B9_7F4A_7C15 }
}

/// The keys of an element's ancestors, as a Bloom filter: most selectors that require an ancestor are rejected
/// without reading the tree.
public struct AncestorFilter: Sendable, Hashable {
    // Not one vector of four, whose alignment would cost padding.
    private var low = SIMD2<UInt64>(repeating: 0)
    private var high = SIMD2<UInt64>(repeating: 0)

    /// Creates the filter of no ancestors.
    public init() {}

    /// The filter that rejects nothing.
    public static let unknown: AncestorFilter = {
        var filter = AncestorFilter()
        filter.low = SIMD2(repeating: .max)
        filter.high = filter.low
        return filter
    }()

    mutating func insert(_ key: SelectorKey) {
        let mixed = key.hash ^ key.hash >> 32
        let bit: UInt64 = 1 << (mixed & 63)
        if mixed >> 7 & 1 == 0 { low[Int(mixed >> 6 & 1)] |= bit } else { high[Int(mixed >> 6 & 1)] |= bit }
    }

    /// Whether it contains everything that another one contains.
    func covers(_ other: AncestorFilter) -> Bool {
        low & other.low == other.low && high & other.high == other.high
    }

    /// Returns this filter with one more element, for the children of that element.
    public func adding(_ node: NodeID, of document: borrowing Document) -> AncestorFilter {
        var filter = self
        let tag = document.tag(of: node)
        filter.insert(
            tag == .other ? SelectorKey(.name, document.otherName(of: node)) : SelectorKey(tag))
        guard document.attributeCount(of: node) > 0 else { return filter }
        if let id = document.attribute("id", of: node) { filter.insert(SelectorKey(.id, id)) }
        if let classes = document.attribute("class", of: node) {
            var index = classes.startIndex
            while let name = ASCII.nextWord(in: classes, from: &index) {
                filter.insert(SelectorKey(.className, name))
            }
        }
        return filter
    }
}
