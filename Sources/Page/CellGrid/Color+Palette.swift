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
}
