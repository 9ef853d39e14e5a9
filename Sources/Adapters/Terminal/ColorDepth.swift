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
        case (_, .standard), (.mono, _): return -1
        case (.direct, .rgb(let red, let green, let blue)):
            // Direct-colour entries reserve 0-7 for the basic colours, so a near-black value would be shown as red.
            return max(Int32(red) << 16 | Int32(green) << 8 | Int32(blue), 8)
        case (.palette256, .rgb(let red, let green, let blue)):
            return Int32(Color.nearestOf256(red, green, blue))
        case (_, .rgb(let red, let green, let blue)):
            return Self.nearest(red, green, blue, among: self == .basic8 ? 0..<8 : 0..<16)
        case (.palette256, .palette(let index)),
            (.basic16, .palette(let index)) where index < 16,
            (_, .palette(let index)) where index < 8:
            return Int32(index)
        case (.basic8, .palette(let index)) where index < 16: return Int32(index) - 8
        case (_, .palette(let index)):
            let (red, green, blue) = Color.components(of: index)
            return number(of: .rgb(red, green, blue))
        }
    }

    private static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8, among range: Range<Int>) -> Int32
    {
        // A grey must stay grey, even if yellow is numerically nearer.
        let isGrey = max(red, green, blue) - min(red, green, blue) < 32
        let candidates = range.filter { !isGrey || [0, 7, 8, 15].contains($0) }
        func distance(_ index: Int) -> Int {
            Color.distance((red, green, blue), Color.components(of: UInt8(index)))
        }
        return Int32(candidates.min { distance($0) < distance($1) } ?? 0)
    }
}
