import CellGrid

extension Color {
    /// Returns the contrast of two colors (WCAG 2.2, “contrast ratio”), from 1 to 21, or nil if one of them is determined
    /// by the terminal.
    func contrast(with other: Color) -> Double? {
        guard let first = luminance, let second = other.luminance else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns whether text of this color is easy to read on another, also if the terminal replaces both by colors of
    /// its 256; false if the terminal determines one of them.
    func isReadable(on ground: Color) -> Bool {
        let pairs = [(self, ground), (self.in256, ground.in256)]
        return pairs.allSatisfy { $0.contrast(with: $1).map { $0 >= 4.5 } ?? false }
    }

    /// The color of the 256 that replaces it.
    private var in256: Color {
        guard case .rgb(let red, let green, let blue) = self else { return self }
        let found = Color.components(of: Color.nearestOf256(red, green, blue))
        return .rgb(found.0, found.1, found.2)
    }

    /// Returns the color, moved towards white on a dark background and towards black on a light one until it is easy to
    /// read. Colors that are determined by the terminal are not changed.
    func lifted(on ground: Color) -> Color {
        guard case .rgb(let red, let green, let blue) = self, let behind = ground.luminance else {
            return self
        }
        let end = behind < 0.18 ? 255.0 : 0.0
        func moved(_ value: UInt8, _ step: Int) -> UInt8 {
            UInt8(Double(value) + (end - Double(value)) * Double(step) / 32)
        }
        for step in 0...32 {
            let lifted = Color.rgb(moved(red, step), moved(green, step), moved(blue, step))
            if lifted.isReadable(on: ground) { return lifted }
        }
        return self
    }

    private var luminance: Double? {
        guard case .rgb(let red, let green, let blue) = self else { return nil }
        return 0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722
            * Self.linear[Int(blue)]
    }

    /// The linear light intensity of each channel value.
    private static let linear: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        if share <= 0.04045 { return share / 12.92 }
        let base = (share + 0.055) / 1.055
        // To the power of 2.4: the square times the fifth root of the square.
        let square = base * base
        var root = 1.0
        for _ in 0..<40 {
            root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
        }
        return square * root
    }
}
