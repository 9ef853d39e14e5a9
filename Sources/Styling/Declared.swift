/// What the cascade leaves for one element: for each property the declaration that wins.
///
/// Important declarations are above others; then come the style attribute, rules outside of layers, later
/// layers, higher specificity and what stands later (CSS Cascade Level 5, §6).
public struct Declared: Sendable {
    /// For each property the rank of the declaration that wins, 0 for none, and its value. Empty where nothing is
    /// declared, as for most elements, so that it is cheap to hand on.
    private var entries: [(rank: UInt64, value: UInt64)] = []

    /// Whether nothing is declared.
    public var isEmpty: Bool { entries.isEmpty }

    /// Nothing.
    public static let nothing = Declared()

    /// The rank of a declaration, without its importance.
    struct Rank {
        /// Above all rules.
        static let attribute = Rank(bits: 1 << 62)

        let bits: UInt64

        private init(bits: UInt64) { self.bits = bits }

        /// - Parameters:
        ///   - layer: The layer's number from 1 on; nil for rules outside of layers.
        ///   - specificity: Ids, classes and types, ten bits each.
        ///   - order: The number of the rule, below 2²⁴.
        init(layer: UInt8?, specificity: UInt32, order: Int) {
            bits = UInt64(layer ?? 127) << 54 | UInt64(specificity) << 24 | UInt64(order)
        }

        /// Among important declarations the earlier layer is above the later one, and above no layer.
        var important: UInt64 {
            guard bits >> 62 == 0 else { return bits | 1 << 63 }
            let layer = 127 - bits >> 54
            return 1 << 63 | layer << 54 | bits & (1 << 54 - 1)
        }
    }

    mutating func offer(_ declaration: Declaration, _ rank: Rank) {
        let rank = declaration.isImportant ? rank.important : rank.bits
        let index = declaration.property.rawValue
        if entries.isEmpty { entries = Array(repeating: (0, 0), count: Property.allCases.count) }
        guard rank >= entries[index].rank else { return }
        entries[index] = (rank, declaration.value.bits)
    }

    private func specified<Value>(
        _ property: Property, _ read: (DeclaredValue) -> Value?
    ) -> Specified<Value> {
        guard !isEmpty, entries[property.rawValue].rank > 0 else { return .missing }
        let value = DeclaredValue(bits: entries[property.rawValue].value)
        return value.keyword(of: property) ?? read(value).map { .set($0) } ?? .missing
    }

    private func raw<Value: RawRepresentable<UInt8>>(_ property: Property) -> Specified<Value> {
        specified(property) { Value(rawValue: UInt8(truncatingIfNeeded: $0.bits)) }
    }

    /// `display`.
    public var display: Specified<Display> { raw(.display) }
    /// `visibility`: whether it can be seen.
    public var isVisible: Specified<Bool> { specified(.visibility) { $0.bits != 0 } }
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
