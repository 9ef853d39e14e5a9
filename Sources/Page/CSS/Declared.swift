/// What the cascade leaves for one element: for each property the declaration that wins.
///
/// Important declarations are above others; then come the style attribute, rules outside of layers, later
/// layers, higher specificity and what stands later (CSS Cascade Level 5, §6). The reader's own sheets are below the
/// page's, and where both are important above them, as if they were a layer before all others.
public struct Declared: Sendable {
    /// For each property the rank of the declaration that wins, 0 for none, and its value. Empty where nothing is
    /// declared, as for most elements, so that it is cheap to hand on.
    private var entries: [Entry] = []
    /// The same of what few elements have, from `Property.marginIndent` on.
    private var rare: [Entry] = []

    private struct Entry {
        var rank: UInt64 = 0
        var value: UInt64 = 0
    }

    /// The custom properties that are declared, the last one of a name counting.
    private var customs: [(name: UInt64, rank: UInt64, value: DeclaredValue)] = []

    /// Whether nothing is declared.
    public var isEmpty: Bool { entries.isEmpty && rare.isEmpty }

    /// Nothing.
    static let nothing = Declared()

    /// The rank of a declaration, without its importance.
    struct Rank {
        /// The layer of the reader's own sheets.
        static let userLayer: UInt8 = 0
        /// Above all rules.
        static let attribute = Rank(bits: 1 << 62)

        let bits: UInt64

        private init(bits: UInt64) { self.bits = bits }

        /// - Parameters:
        ///   - layer: The layer's number from 1 on, `userLayer` for the reader's sheets; nil for rules outside of layers.
        ///   - specificity: Ids, classes and types, ten bits each.
        ///   - order: The number of the rule, below 2²⁴.
        init(layer: UInt8?, specificity: UInt32, order: Int) {
            bits = UInt64(layer ?? 127) << 54 | UInt64(specificity) << 24 | UInt64(order + 1)
        }

        /// Among important declarations the earlier layer is above the later one, and above no layer.
        var important: UInt64 {
            guard bits >> 62 == 0 else { return bits | 1 << 63 }
            // Above the page's style attributes, too.
            if bits >> 54 == UInt64(Self.userLayer) { return bits | 0b111 << 61 }
            let layer = 127 - bits >> 54
            return 1 << 63 | layer << 54 | bits & (1 << 54 - 1)
        }
    }

    /// Places behind those of the properties, for what may show an element at some time.
    private static let shownAs = Property.allCases.count
    private static let madeVisible = shownAs + 1
    private static let madeOpaque = madeVisible + 1

    /// Offers what a rule declares that matches: too much is shown rather than too little.
    mutating func offer(_ declaration: Declaration, _ rank: Rank, _ match: Match = .yes) {
        var index = declaration.property.rawValue
        if declaration.property == .custom {
            if match < .likely { return }
            let rank = declaration.isImportant ? rank.important : rank.bits
            customs.append((declaration.name, rank, declaration.value))
            return
        }
        switch match {
        case .no: return
        case .unlikely:
            guard !declaration.hides else { return }
            switch declaration.property {
            case .display: index = Self.shownAs
            case .visibility: index = Self.madeVisible
            case .opacity: index = Self.madeOpaque
            default: return
            }
        case .likely: if declaration.hides { return }
        case .yes: break
        }
        set(index, declaration.isImportant ? rank.important : rank.bits, declaration.value)
    }

    private mutating func set(_ index: Int, _ rank: UInt64, _ value: DeclaredValue) {
        let entry = Entry(rank: rank, value: value.bits)
        if index < Self.commonCount {
            if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.commonCount) }
            if rank >= entries[index].rank { entries[index] = entry }
        } else {
            if rare.isEmpty {
                rare = Array(repeating: Entry(), count: Self.madeOpaque + 1 - Self.commonCount)
            }
            if rank >= rare[index - Self.commonCount].rank { rare[index - Self.commonCount] = entry }
        }
    }

    private static let commonCount = Property.marginIndent.rawValue

    /// What wins at a place; of rank 0 where nothing does.
    private func entry(_ index: Int) -> Entry {
        if index < Self.commonCount { return entries.isEmpty ? Entry() : entries[index] }
        return rare.isEmpty ? Entry() : rare[index - Self.commonCount]
    }

    /// Changes what wins at a place where something does.
    private mutating func change(_ index: Int, _ change: (inout Entry) -> Void) {
        if index < Self.commonCount {
            change(&entries[index])
        } else {
            change(&rare[index - Self.commonCount])
        }
    }

    /// Takes back that rules hide it, whichever do.
    mutating func leaveShown() {
        set(Self.shownAs, .max, .revert)
        set(Self.madeVisible, .max, .initial)
        set(Self.madeOpaque, .max, .initial)
    }

    /// What a custom property is declared to be here; nil where it is not.
    func custom(_ name: UInt64) -> DeclaredValue? {
        customs.lazy.filter { $0.name == name }.max { $0.rank < $1.rank }?.value
    }

    /// What tells of elements being shown by way of custom properties.
    private static let referring: [(index: Int, property: Property)] = [
        (Property.display.rawValue, .display), (Property.visibility.rawValue, .visibility),
        (shownAs, .display), (madeVisible, .visibility),
    ]

    /// Whether something is declared to be what a custom property says.
    var hasReferences: Bool {
        !isEmpty && Self.referring.contains { DeclaredValue(bits: entry($0.index).value).reference != nil }
    }

    /// Puts what custom properties say in place of references to them; what is not set or means nothing is `unset`.
    /// - Parameter find: What a custom property is for the element.
    mutating func resolve(_ find: (UInt64) -> DeclaredValue?) {
        for (index, property) in Self.referring {
            var value = DeclaredValue(bits: entry(index).value)
            guard value.reference != nil else { continue }
            var result: DeclaredValue?
            // Properties may refer to each other, in a circle as well.
            for _ in 0..<8 {
                guard let name = value.reference else { break }
                guard let found = find(name) else {
                    result = value.fallback
                    break
                }
                value = found
                result = found.reference == nil ? found.keyword(meantFor: property) : nil
            }
            let isShown = result != DeclaredValue(Display.none) || property != .display
            let isHidden =
                index == Self.shownAs && !isShown
                || index == Self.madeVisible && result == DeclaredValue(false)
            change(index) { entry in
                if isHidden { entry.rank = 0 }
                entry.value = (result ?? .unset).bits
            }
        }
    }

    /// Whether a rule may show at some time what the page hides by itself.
    public var mayBeShown: Bool { entry(Self.shownAs).rank > 0 }

    private func specified<Value>(
        _ property: Property, at index: Int? = nil, _ read: (DeclaredValue) -> Value?
    ) -> Specified<Value> {
        let index = index ?? property.rawValue
        guard entry(index).rank > 0 else { return .missing }
        let value = DeclaredValue(bits: entry(index).value)
        return value.keyword(of: property) ?? read(value).map { .set($0) } ?? .missing
    }

    private func raw<Value: RawRepresentable<UInt8>>(
        _ property: Property, at index: Int? = nil
    ) -> Specified<Value> {
        specified(property, at: index) { Value(rawValue: UInt8(truncatingIfNeeded: $0.bits)) }
    }

    /// `display`.
    public var display: Specified<Display> {
        guard mayBeShown, case .set(.none) = raw(.display) as Specified<Display>,
            entry(Self.shownAs).rank >= entry(Property.display.rawValue).rank
        else { return raw(.display) }
        return raw(.display, at: Self.shownAs)
    }
    /// `visibility`: whether it can be seen.
    public var isVisible: Specified<Bool> {
        let isLater =
            entry(Self.madeVisible).rank > 0
            && entry(Self.madeVisible).rank >= entry(Property.visibility.rawValue).rank
        return specified(.visibility, at: isLater ? Self.madeVisible : nil) { $0.bits != 0 }
    }
    /// `opacity`: whether nothing of it can be seen, and nothing shows it at some time.
    public var isTransparent: Bool {
        guard entry(Property.opacity.rawValue).rank > 0,
            entry(Self.madeOpaque).rank == 0
        else { return false }
        return entry(Property.opacity.rawValue).value == DeclaredValue(false).bits
    }
    /// How many columns it stands further in than what is around it, by `margin` and `padding` of its left side; 0 where
    /// they are as wide on its right side.
    public var indent: Int { columns(.marginIndent) + columns(.paddingIndent) }
    /// Whether the margins that its style attribute gives it keep it apart from what is above it and below it as a blank
    /// line does.
    public var lines: (above: Bool, below: Bool) {
        let sides = columns(.marginLines)
        return (sides & 1 != 0, sides & 2 != 0)
    }
    /// `font-size`: whether its style attribute makes its letters so small that nobody sees them.
    public var hasNoLetters: Bool {
        entry(Property.fontSize.rawValue).rank > 0
            && entry(Property.fontSize.rawValue).value == DeclaredValue(false).bits
    }
    /// `float`: whether it stands at a side.
    public var isFloating: Bool { isSet(.float) }
    /// `flex-direction`: whether its children stand below each other.
    public var isColumn: Bool { isSet(.flexDirection) }

    private func isSet(_ property: Property) -> Bool {
        entry(property.rawValue).rank > 0
            && entry(property.rawValue).value == DeclaredValue(true).bits
    }

    /// The index of what is written there.
    var content: Int? { number(.content) }
    /// The indices of the counters that are set and changed.
    var counterReset: Int? { number(.counterReset) }
    var counterIncrement: Int? { number(.counterIncrement) }

    private func number(_ property: Property) -> Int? {
        guard entry(property.rawValue).rank > 0 else { return nil }
        return Int(exactly: entry(property.rawValue).value)
    }

    private func columns(_ property: Property) -> Int {
        guard entry(property.rawValue).rank > 0 else { return 0 }
        let bits = entry(property.rawValue).value
        return bits < 256 ? Int(bits) : 0
    }

    /// `white-space`.
    public var whiteSpace: Specified<WhiteSpace> { raw(.whiteSpace) }
    /// `text-align`.
    public var textAlign: Specified<TextAlign> { raw(.textAlign) }
    /// `font-weight`: whether it is bold.
    public var isBold: Specified<Bool> { specified(.fontWeight) { $0.bits != 0 } }
    /// `font-style`: whether it is slanted.
    public var isItalic: Specified<Bool> { specified(.fontStyle) { $0.bits != 0 } }
    /// `text-decoration-line`.
    public var textDecoration: Specified<TextDecoration> { raw(.textDecoration) }
    /// `color`.
    public var color: Specified<PageColor> { specified(.color) { $0.color } }
    /// `background-color`.
    public var backgroundColor: Specified<PageColor> { specified(.backgroundColor) { $0.color } }
    /// `text-transform`.
    public var textTransform: Specified<TextTransform> { raw(.textTransform) }
    /// `list-style-type`.
    public var listStyleType: Specified<ListStyle> { specified(.listStyleType) { $0.listStyle } }
}
