// Screens as pictures for documents.
extension Screen {
    /// The screen as an SVG image: each cell at its place, in the colours that the program set.
    public var svg: String {
        let (width, height) = (Self.cellWidth, Self.cellHeight)
        let columns = cells.first?.count ?? 0
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(columns * width / 10) \(rows.count * height)\" "
                + "font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"14\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"\(Self.ground)\"/>",
        ]
        for (row, line) in cells.enumerated() {
            for run in Self.runs(of: line, by: { $0.shownBackground }) where run.look != Self.ground {
                lines.append(
                    "<rect x=\"\(Self.place(run.start))\" y=\"\(row * height)\" "
                        + "width=\"\(Self.place(run.cells.count))\" height=\"\(height)\" fill=\"\(run.look)\"/>"
                )
            }
            for run in Self.runs(of: line, by: { $0.shownForeground }) {
                let text = run.cells.map(\.text).joined()
                guard text.contains(where: { $0 != " " }) else { continue }
                lines.append(
                    "<text x=\"\(Self.place(run.start))\" y=\"\(row * height + 13)\" xml:space=\"preserve\" "
                        + "textLength=\"\(Self.place(run.cells.count))\" lengthAdjust=\"spacingAndGlyphs\" "
                        + "\(run.look)>\(Self.escaped(text))</text>")
            }
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    /// Tenths of a point, and points.
    private static let cellWidth = 84
    private static let cellHeight = 17
    static let ground = "#1b1d23"
    static let ink = "#d7dae0"

    private static func place(_ columns: Int) -> String {
        let tenths = columns * cellWidth
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private struct Run {
        let start: Int
        let look: String
        var cells: [ScreenCell]
    }

    /// Adjacent cells with the same look.
    private static func runs(of line: [ScreenCell], by look: (ScreenCell) -> String) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in line.enumerated() {
            let look = look(cell)
            if let last = runs.last, last.look == look {
                runs[runs.count - 1].cells.append(cell)
            } else {
                runs.append(Run(start: column, look: look, cells: [cell]))
            }
        }
        return runs
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension ScreenCell {
    fileprivate var shownBackground: String {
        isReversed ? foreground.hex ?? Screen.ink : background.hex ?? Screen.ground
    }

    fileprivate var shownForeground: String {
        let color = isReversed ? background.hex ?? Screen.ground : foreground.hex ?? Screen.ink
        return "fill=\"\(color)\"" + (isBold ? " font-weight=\"bold\"" : "")
            + (isItalic ? " font-style=\"italic\"" : "")
            + (isUnderlined ? " text-decoration=\"underline\"" : "")
    }
}

extension ScreenColor {
    /// The colour in hexadecimal for SVG; nil for the terminal's default.
    fileprivate var hex: String? {
        switch self {
        case .standard: return nil
        case .rgb(let red, let green, let blue): return Self.hex(red, green, blue)
        case .palette(let entry) where entry < 16: return Self.first[entry]
        case .palette(let entry) where entry < 232:
            let levels = [0, 95, 135, 175, 215, 255]
            let place = entry - 16
            return Self.hex(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
        case .palette(let entry):
            let level = 8 + 10 * (entry - 232)
            return Self.hex(level, level, level)
        }
    }

    /// The first sixteen colours, as in xterm.
    private static let first = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f",
        "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
    ]

    private static func hex(_ parts: Int...) -> String {
        "#" + parts.map { String($0 + 256, radix: 16).dropFirst() }.joined()
    }
}
