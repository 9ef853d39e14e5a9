import HTML

// Custom properties, as far as they say whether something is shown (CSS Custom Properties Level 1).
extension SheetReader {
    /// What a value means that may stand for a keyword of `display` or `visibility`, or for another property's.
    var customValue: DeclaredValue? {
        if let reference = reference(fallback: { _ in nil }) { return reference }
        guard value.count == 1, value[0].kind == .ident else { return nil }
        return DeclaredValue(display: keywordOfDisplay(value[0]), isVisible: keywordOfVisibility(value[0]))
    }

    /// What `var()` stands for, where it is all of a value of this property.
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

    /// The name of a custom property as a number. Letters count as they are written.
    func customName(_ name: Token) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text(of: name) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash & DeclaredValue.customMask
    }

    /// Whether a property is one of the page's own.
    func isCustom(_ name: Token) -> Bool {
        name.end - name.start > 2 && tokenizer.bytes[name.start] == 0x2D
            && tokenizer.bytes[name.start + 1] == 0x2D
    }
}

extension DeclaredValue {
    /// The bits of a custom property's name.
    static let customMask: UInt64 = 1 << 52 - 1
    private static let referenceBits: UInt64 = 5 << 60

    /// What a custom property says, or else the fallback; both of one property.
    init(custom name: UInt64, fallback: DeclaredValue?) {
        bits = Self.referenceBits | (fallback.map { $0.bits + 1 } ?? 0) << 52 | name
    }

    /// A keyword that means something for `display`, for `visibility`, for both or for none.
    init?(display: DeclaredValue?, isVisible: DeclaredValue?) {
        guard display != nil || isVisible != nil else { return nil }
        bits = (display.map { $0.bits + 1 } ?? 0) | (isVisible.map { $0.bits + 1 } ?? 0) << 8
    }

    /// The custom property that it refers to; nil for another value.
    var reference: UInt64? { bits >> 60 == 5 ? bits & Self.customMask : nil }

    /// What counts where that property is not set.
    var fallback: DeclaredValue? {
        let value = bits >> 52 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }

    /// What a keyword of a custom property means for a property.
    func keyword(meantFor property: Property) -> DeclaredValue? {
        let value = property == .display ? bits & 0xFF : bits >> 8 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }
}
