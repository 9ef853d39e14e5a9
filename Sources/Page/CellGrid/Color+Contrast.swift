extension Color {
    // xterm's defaults for the sixteen colours that users can change.
    private static let basic: [(UInt8, UInt8, UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
        (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
        (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// Returns the red, green and blue of a palette entry: 16 basic colours, a 6×6×6 cube, 24 greys.
    package static func components(of index: UInt8) -> (UInt8, UInt8, UInt8) {
        if index < 16 { return basic[Int(index)] }
        if index < 232 {
            let place = Int(index) - 16
            return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
        }
        let grey = 8 + 10 * (index - 232)
        return (grey, grey, grey)
    }

    /// Returns the palette entry that replaces a colour where there are 256. The first sixteen are excluded, since users
    /// can set them to any colour.
    package static func nearestOf256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let cube = UInt8(16 + 36 * step(red) + 6 * step(green) + step(blue))
        let average = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = UInt8(min(max((average - 3) / 10, 0), 23) + 232)
        let isGrey =
            distance((red, green, blue), components(of: grey))
            < distance((red, green, blue), components(of: cube))
        return isGrey ? grey : cube
    }

    /// The index of the step nearest to a value, the lower one of two equally near. It is called six times for every
    /// change of style on the screen, so it does not search. The steps after the first two are 40 apart.
    private static func step(_ value: UInt8) -> Int {
        value < 48 ? 0 : value < 116 ? 1 : (Int(value) - 36) / 40
    }

    /// Returns how different two colours look. Eyes are most sensitive to green and least to blue.
    package static func distance(_ a: (UInt8, UInt8, UInt8), _ b: (UInt8, UInt8, UInt8)) -> Int {
        let red = Int(a.0) - Int(b.0)
        let green = Int(a.1) - Int(b.1)
        let blue = Int(a.2) - Int(b.2)
        return 3 * red * red + 6 * green * green + blue * blue
    }

    // MARK: Contrast

    /// Returns the contrast of two colours (WCAG 2.2, “contrast ratio”), from 1 to 21, or nil if the terminal
    /// determines one of them.
    package func contrast(with other: Color) -> Double? {
        guard let first = luminance, let second = other.luminance else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns whether text of this colour is easy to read on another, also if both are replaced by their nearest of 256;
    /// false if the terminal determines one of them.
    package func isReadable(on ground: Color) -> Bool {
        let pairs = [(self, ground), (self.in256, ground.in256)]
        return pairs.allSatisfy { $0.contrast(with: $1).map { $0 >= 4.5 } ?? false }
    }

    private var in256: Color {
        guard case .rgb(let red, let green, let blue) = self else { return self }
        let found = Self.components(of: Self.nearestOf256(red, green, blue))
        return .rgb(found.0, found.1, found.2)
    }

    /// Returns the colour, moved towards white on a dark background and towards black on a light one until it is easy to
    /// read. Colours that the terminal determines are not changed.
    package func lifted(on ground: Color) -> Color {
        guard case .rgb(let red, let green, let blue) = self, let behind = ground.luminance else {
            return self
        }
        let end = behind < 0.18 ? 255 : 0
        func moved(_ value: UInt8, _ step: Int) -> UInt8 {
            UInt8(Int(value) + (end - Int(value)) * step / 32)
        }
        let colours = (0...32).lazy.map { Color.rgb(moved(red, $0), moved(green, $0), moved(blue, $0)) }
        return colours.first { $0.isReadable(on: ground) } ?? self
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
