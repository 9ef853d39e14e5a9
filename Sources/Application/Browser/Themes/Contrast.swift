import CellGrid
import PageLayout

/// The contrast of two colors (WCAG 2.2, “contrast ratio”).
enum Contrast {
    /// The minimum ratio for text that is easy to read.
    static let readable = 4.5

    /// Returns the ratio of two colors, from 1 to 21, or nil if one of them is determined by the terminal.
    static func ratio(_ one: Color, _ other: Color) -> Double? {
        guard let first = luminance(one), let second = luminance(other) else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the color, moved towards white on a dark background and towards black on a light one until it is easy to
    /// read. Colors that are determined by the terminal are not changed.
    static func lifted(_ color: Color, on ground: Color) -> Color {
        guard case .rgb(let red, let green, let blue) = color, let behind = luminance(ground) else {
            return color
        }
        let end = behind < 0.18 ? 255.0 : 0.0
        func moved(_ value: UInt8, _ step: Int) -> UInt8 {
            UInt8(Double(value) + (end - Double(value)) * Double(step) / 32)
        }
        for step in 0...32 {
            let lifted = Color.rgb(moved(red, step), moved(green, step), moved(blue, step))
            if let ratio = ratio(lifted, ground), ratio >= readable { return lifted }
        }
        return color
    }

    private static func luminance(_ color: Color) -> Double? {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
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

extension Theme {
    /// Returns the style of a run, in the colors of the page if they are readable on this theme.
    func style(of run: Line.Run) -> Style {
        var style = style(of: run.style)
        guard run.foreground != nil || run.background != nil else { return style }
        let front = run.foreground.map(Self.rgb) ?? style.foreground
        let back = run.background.map(Self.rgb) ?? style.background
        // The characters of a picture need not be readable.
        if run.style.contains(.image) {
            style.foreground = front
            style.background = back
            style.attributes = []
            return style
        }
        if let ratio = Contrast.ratio(front, back), ratio >= Contrast.readable {
            (style.foreground, style.background) = (front, back)
        } else if let ratio = Contrast.ratio(front, style.background), ratio >= Contrast.readable {
            style.foreground = front
        }
        return style
    }
}
