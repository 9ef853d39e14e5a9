extension Int {
    /// The number as a count of bytes: `812 B`, `34 KB`, `1.2 MB`; 1 KB is 1024 bytes.
    package var byteText: String {
        switch self {
        case ..<1024: return "\(self) B"
        case ..<(1 << 20): return "\(self >> 10) KB"
        default:
            // A shift has a higher precedence than a product.
            let tenths = self / (1 << 20) * 10 + (((self % (1 << 20)) * 10) >> 20)
            return "\(tenths / 10).\(tenths % 10) MB"
        }
    }

    /// The number of bytes as text with a unit: `1.5 MB`.
    package var sizeText: String {
        for (unit, shift) in [("GB", 30), ("MB", 20), ("KB", 10)] where self >> shift > 0 {
            let tenths = (self * 10) >> shift
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(self) B"
    }
}
