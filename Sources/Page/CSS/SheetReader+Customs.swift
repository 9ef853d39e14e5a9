import HTML

// Custom properties, as far as they affect whether something is shown (CSS Custom Properties Level 1).
extension SheetReader {
    /// The value of a custom property that may be a keyword of `display` or `visibility`, or a reference to
    /// another one.
    var customValue: DeclaredValue? {
        if let reference = reference(fallback: { _ in nil }) { return reference }
        guard value.count == 1, value[0].kind == .ident else { return nil }
        return DeclaredValue(display: keywordOfDisplay(value[0]), isVisible: keywordOfVisibility(value[0]))
    }

    /// Returns the reference of `var()` if it is the whole value of this property.
    func reference(for property: Property) -> DeclaredValue? {
        reference { property == .display ? keywordOfDisplay($0) : keywordOfVisibility($0) }
    }

    private func reference(fallback: (Token) -> DeclaredValue?) -> DeclaredValue? {
        guard value.count >= 3, value[0].kind == .function, isText(of: value[0], "var"),
            value[1].kind == .ident, let last = value.last, last.kind == .rightParenthesis
        else { return nil }
        if value.count == 3 { return DeclaredValue(custom: customName(value[1]), fallback: nil) }
        guard value[2].kind == .comma else { return nil }
        return DeclaredValue(
            custom: customName(value[1]), fallback: value.count == 5 ? fallback(value[3]) : nil)
    }

    /// Returns the name of a custom property as a number, case-sensitively.
    func customName(_ name: Token) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text(of: name) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash & DeclaredValue.customMask
    }

    /// Whether it is the name of a custom property.
    func isCustom(_ name: Token) -> Bool {
        name.end - name.start > 2 && tokenizer.bytes[name.start] == 0x2D
            && tokenizer.bytes[name.start + 1] == 0x2D
    }
}

extension DeclaredValue {
    /// The mask for the bits of a custom property's name.
    static let customMask: UInt64 = 1 << 52 - 1
    private static let referenceBits: UInt64 = 5 << 60

    /// Creates a reference to a custom property with a fallback, both for one property.
    init(custom name: UInt64, fallback: DeclaredValue?) {
        bits = Self.referenceBits | (fallback.map { $0.bits + 1 } ?? 0) << 52 | name
    }

    /// Creates the value of a keyword of `display`, of `visibility` or of both; nil for neither.
    init?(display: DeclaredValue?, isVisible: DeclaredValue?) {
        guard display != nil || isVisible != nil else { return nil }
        bits = (display.map { $0.bits + 1 } ?? 0) | (isVisible.map { $0.bits + 1 } ?? 0) << 8
    }

    /// The custom property that it refers to; nil for another value.
    var reference: UInt64? { bits >> 60 == 5 ? bits & Self.customMask : nil }

    /// The value if that property is not set.
    var fallback: DeclaredValue? {
        let value = bits >> 52 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }

    /// Returns the meaning of a custom property's keyword for a property.
    func keyword(meantFor property: Property) -> DeclaredValue? {
        let value = property == .display ? bits & 0xFF : bits >> 8 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }
}
