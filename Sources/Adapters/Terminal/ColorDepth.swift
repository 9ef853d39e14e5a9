import CellGrid

/// The number of colours that a terminal shows, and the mapping of a requested colour to one of them.
public enum ColorDepth: Equatable, Sendable {
    /// No colours: only bold, underline and reverse.
    case mono
    /// The eight basic colours.
    case basic8
    /// The eight basic colours and their bright variants.
    case basic16
    /// The 256-colour palette.
    case palette256
    /// Red, green and blue, each of 256 steps.
    case direct

    /// The depth of a terminal that has `colors` colours.
    public init(colors: Int) {
        switch colors {
        case ..<8: self = .mono
        case ..<16: self = .basic8
        case ..<256: self = .basic16
        case ..<0x100_0000: self = .palette256
        default: self = .direct
        }
    }

    /// The ncurses number of the colour; -1 is the terminal's default.
    func number(of color: Color) -> Int32 {
        switch (self, color) {
        case (_, .standard), (.mono, _):
            return -1
        case (.direct, .rgb(let red, let green, let blue)):
            // Direct-colour entries reserve 0-7 for the basic colours, so a near-black value would be shown as red.
            return max(Int32(red) << 16 | Int32(green) << 8 | Int32(blue), 8)
        case (.direct, .palette(let index)):
            guard index >= 8 else { return Int32(index) }
            let (red, green, blue) = Self.palette(index)
            return number(of: .rgb(red, green, blue))
        case (.palette256, .palette(let index)):
            return Int32(index)
        case (.palette256, .rgb(let red, let green, let blue)):
            return Self.nearestOf256(red, green, blue)
        case (.basic16, .palette(let index)) where index < 16, (.basic8, .palette(let index)) where index < 8:
            return Int32(index)
        case (.basic8, .palette(let index)) where index < 16:
            return Int32(index) - 8
        case (.basic16, .palette(let index)), (.basic8, .palette(let index)):
            let (red, green, blue) = Self.palette(index)
            return number(of: .rgb(red, green, blue))
        case (.basic16, .rgb(let red, let green, let blue)):
            return Self.nearest(red, green, blue, among: 0..<16)
        case (.basic8, .rgb(let red, let green, let blue)):
            return Self.nearest(red, green, blue, among: 0..<8)
        }
    }

    // xterm's defaults for the sixteen colours that users can change.
    private static let basic: [(UInt8, UInt8, UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
        (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
        (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    // The RGB value of a palette entry: 16 basic colours, a 6×6×6 cube, 24 greys.
    private static func palette(_ index: UInt8) -> (UInt8, UInt8, UInt8) {
        switch index {
        case 0..<16: return basic[Int(index)]
        case 16..<232:
            let place = Int(index) - 16
            return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
        default:
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }

    // The first sixteen entries are excluded, since users can set them to any colour.
    private static func nearestOf256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int32 {
        let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
        let average = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(max((average - 3) / 10, 0), 23) + 232
        let isGrey =
            distance((red, green, blue), palette(UInt8(grey)))
            < distance((red, green, blue), palette(UInt8(cube)))
        return Int32(isGrey ? grey : cube)
    }

    /// The index of the step nearest to a value, the lower one of two equally near. It is called six times for every
    /// change of style on the screen, so it does not search. The steps after the first two are 40 apart.
    private static func step(_ value: UInt8) -> Int {
        value < 48 ? 0 : value < 116 ? 1 : (Int(value) - 36) / 40
    }

    private static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8, among range: Range<Int>) -> Int32
    {
        // A grey must stay grey, even if yellow is numerically nearer.
        let isGrey = max(red, green, blue) - min(red, green, blue) < 32
        let candidates = range.filter { !isGrey || [0, 7, 8, 15].contains($0) }
        let best = candidates.min {
            distance((red, green, blue), basic[$0]) < distance((red, green, blue), basic[$1])
        }
        return Int32(best ?? 0)
    }

    // Eyes are most sensitive to green and least to blue.
    private static func distance(_ a: (UInt8, UInt8, UInt8), _ b: (UInt8, UInt8, UInt8)) -> Int {
        let red = Int(a.0) - Int(b.0)
        let green = Int(a.1) - Int(b.1)
        let blue = Int(a.2) - Int(b.2)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
