/// The result of the cascade for one element: the winning declaration of each property.
///
/// Important declarations win over others; then the order is: the style attribute, rules outside layers, later
/// layers, higher specificity, nearer scopes, and later rules (CSS Cascade Level 6, §2.1). User style sheets are below the
/// page's; important declarations in them are above the page's, as if they were a layer before all others.
public struct Declared: Sendable {
    /// For each property, the rank of the winning declaration, 0 for none, and its value. Empty if nothing is
    /// declared, as for most elements, so that copies are cheap.
    private var entries: [Entry] = []
    /// The same for the properties that few elements have, from `Property.marginIndent` on.
    private var rare: [Entry] = []

    private struct Entry {
        var rank: UInt64 = 0
        var value: UInt64 = 0
    }

    /// The declared custom properties; the last one of a name wins.
    private var customs: [(name: UInt64, rank: UInt64, value: DeclaredValue)] = []

    /// Whether nothing is declared.
    public var isEmpty: Bool { entries.isEmpty && rare.isEmpty }

    /// No declarations.
    static let nothing = Declared()

    /// The rank of a declaration, without its importance.
    struct Rank {
        /// The layer of user style sheets.
        static let userLayer: UInt8 = 0
        /// The rank of a style attribute, above all rules.
        static let attribute = Rank(bits: 1 << 62)

        let bits: UInt64

        private init(bits: UInt64) { self.bits = bits }

        /// - Parameters:
        ///   - layer: The layer's number from 1 on, `userLayer` for user style sheets; nil for rules outside layers.
        ///   - specificity: Ids, classes and types, ten bits each.
        ///   - distance: The number of elements from the root of a scope; nil for rules outside scopes.
        ///   - order: The number of the rule, below 2²¹.
        init(layer: UInt8?, specificity: UInt32, distance: Int? = nil, order: Int) {
            let nearness = distance.map { UInt64(max(1, 7 - $0)) } ?? 0
            bits = UInt64(layer ?? 127) << 54 | UInt64(specificity) << 24 | nearness << 21 | UInt64(order + 1)
        }

        /// The rank if the declaration is important: earlier layers win over later ones, and over rules outside layers.
        var important: UInt64 {
            guard bits >> 62 == 0 else { return bits | 1 << 63 }
            // Above the page's style attributes, too.
            if bits >> 54 == UInt64(Self.userLayer) { return bits | 0b111 << 61 }
            let layer = 127 - bits >> 54
            return 1 << 63 | layer << 54 | bits & (1 << 54 - 1)
        }
    }

    /// Indices after those of the properties, for declarations that may show an element at some time.
    private static let shownAs = Property.allCases.count
    private static let madeVisible = shownAs + 1
    private static let madeOpaque = madeVisible + 1

    /// Applies a declaration of a rule that matches; in doubt, elements are shown rather than hidden.
    mutating func apply(_ declaration: Declaration, _ rank: Rank, _ match: Match = .yes) {
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
            case .opacity, .contentVisibility: index = Self.madeOpaque
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

    /// Returns the winning entry at an index; its rank is 0 if there is none.
    private func entry(_ index: Int) -> Entry {
        if index < Self.commonCount { return entries.isEmpty ? Entry() : entries[index] }
        return rare.isEmpty ? Entry() : rare[index - Self.commonCount]
    }

    /// Changes the winning entry at an index; there must be one.
    private mutating func change(_ index: Int, _ change: (inout Entry) -> Void) {
        if index < Self.commonCount {
            change(&entries[index])
        } else {
            change(&rare[index - Self.commonCount])
        }
    }

    /// Reverts all rules that hide the element.
    mutating func revertHiding() {
        set(Self.shownAs, .max, .revert)
        set(Self.madeVisible, .max, .initial)
        set(Self.madeOpaque, .max, .initial)
    }

    /// Returns the value of a custom property declared here; nil if there is none.
    func custom(_ name: UInt64) -> DeclaredValue? {
        customs.lazy.filter { $0.name == name }.max { $0.rank < $1.rank }?.value
    }

    /// The entries for visibility that may refer to custom properties.
    private static let referring: [(index: Int, property: Property)] = [
        (Property.display.rawValue, .display), (Property.visibility.rawValue, .visibility),
        (shownAs, .display), (madeVisible, .visibility),
    ]

    /// Whether a declaration refers to a custom property.
    var hasReferences: Bool {
        !isEmpty && Self.referring.contains { DeclaredValue(bits: entry($0.index).value).reference != nil }
    }

    /// Replaces references to custom properties by their values; a value that is missing or invalid is `unset`.
    /// - Parameter find: Returns the value of a custom property for the element.
    mutating func resolve(_ find: (UInt64) -> DeclaredValue?) {
        for (index, property) in Self.referring {
            var value = DeclaredValue(bits: entry(index).value)
            guard value.reference != nil else { continue }
            var result: DeclaredValue?
            // Properties may refer to each other, even in a cycle.
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

    /// Whether a rule may at some time show an element that is hidden by default.
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
    /// `visibility`: whether the element is visible.
    public var isVisible: Specified<Bool> {
        let isLater =
            entry(Self.madeVisible).rank > 0
            && entry(Self.madeVisible).rank >= entry(Property.visibility.rawValue).rank
        return specified(.visibility, at: isLater ? Self.madeVisible : nil) { $0.bits != 0 }
    }
    /// `opacity` and `content-visibility`: whether the element is fully transparent or its content is skipped, and no
    /// rule shows it at some time.
    public var isTransparent: Bool {
        entry(Self.madeOpaque).rank == 0
            && (isSet(.opacity, to: false) || isSet(.contentVisibility, to: false))
    }
    /// The number of columns that the left `margin` and `padding` indent the element; 0 if they equal those of
    /// the right side.
    public var indent: Int { columns(.marginIndent) + columns(.paddingIndent) }
    /// Whether the margins in the style attribute add a blank line above and below the element.
    public var lines: (above: Bool, below: Bool) {
        let sides = columns(.marginLines)
        return (sides & 1 != 0, sides & 2 != 0)
    }
    /// `font-size`: whether it is 0 in the style attribute.
    public var hasZeroFontSize: Bool { isSet(.fontSize, to: false) }
    /// `float`: whether the element floats.
    public var isFloating: Bool { isSet(.float) }
    /// `flex-direction`: whether its children are in a column.
    public var isColumn: Bool { isSet(.flexDirection) }

    private func isSet(_ property: Property, to value: Bool = true) -> Bool {
        let entry = entry(property.rawValue)
        return entry.rank > 0 && entry.value == DeclaredValue(value).bits
    }

    /// The index of the generated content.
    var content: Int? { number(.content) }
    /// The indices of the counters that are reset and incremented.
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
    /// `font-style`: whether it is italic.
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
