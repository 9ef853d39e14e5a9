extension Int {
    /// The number of bytes as text with a unit: `1.5 MB`.
    package var sizeText: String {
        for (unit, shift) in [("GB", 30), ("MB", 20), ("KB", 10)] where self >> shift > 0 {
            let tenths = (self * 10) >> shift
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(self) B"
    }
}
