import CNcurses
import CellGrid
import Glibc

/// Passes rows of cells to ncurses: styles become attributes and colour pairs, glyphs become wide characters.
struct CursesPainter {
    private let depth: ColorDepth
    private let pairLimit: Int32
    /// The pair numbers by colours: the foreground number in the upper half, the background number in the lower half.
    private var pairs: [Int: Int32] = [:]
    private var row: [cchar_t] = []

    /// A painter for the terminal that ncurses has just set up.
    init(depth: ColorDepth) {
        self.depth = depth
        pairLimit = depth == .mono ? 0 : cncurses_color_pairs()
    }

    /// Whether all colour pairs are used: call `forgetPairs()` and redraw everything.
    var isExhausted: Bool { pairs.count + 1 >= Int(pairLimit) && pairLimit > 0 }

    /// Frees all pairs; everything on the screen must be redrawn.
    mutating func forgetPairs() { pairs.removeAll() }

    /// Passes the cells of one row of `frame` to ncurses.
    mutating func paint(_ index: Row, of frame: Frame) {
        row.removeAll(keepingCapacity: true)
        var style = Style.plain
        var (attributes, pair) = resolve(style)
        // A cell of the current style; cells of plain characters differ from it only in the character.
        var pattern = Self.character(.space, attributes, pair)
        var rightHalfIsMissing = false
        for cell in frame.row(index) {
            if cell.width == 0, !rightHalfIsMissing { continue }
            if cell.style != style {
                style = cell.style
                (attributes, pair) = resolve(style)
                pattern = Self.character(.space, attributes, pair)
            }
            if let character = cell.glyph.ascii, cell.width == 1 {
                pattern.chars.0 = wchar_t(character)
                row.append(pattern)
                rightHalfIsMissing = false
                continue
            }
            if let part = cell.glyph.picturePart {
                // The colour says which picture, so it is not mapped.
                let named = self.pair(Int32(part.color), depth.number(of: style.background))
                row.append(Self.character(part.glyph, 0, named))
                rightHalfIsMissing = false
                continue
            }
            let (glyph, fills) = Self.shown(cell)
            rightHalfIsMissing = !fills
            row.append(Self.character(glyph, attributes, pair))
        }
        let window = cncurses_window()
        wmove(window, CInt(index.value), 0)
        wadd_wchnstr(window, row, CInt(row.count))
    }

    // The C library's width table may be newer or older than ours. If the two disagree about a width, ncurses would
    // shift the rest of the row, so the character is replaced, or a blank fills the remaining column.
    private static func shown(_ cell: Cell) -> (glyph: Glyph, fills: Bool) {
        let base = cell.glyph.base
        if base.value < 0x7F { return (cell.glyph, cell.width != 2) }
        let width = wcwidth(wchar_t(base.value))
        if width == CInt(cell.width) { return (cell.glyph, true) }
        return width == 1 ? (cell.glyph, false) : (Glyph("\u{FFFD}"), cell.width != 2)
    }

    private static func character(_ glyph: Glyph, _ attributes: attr_t, _ pair: Int32) -> cchar_t {
        var result = cchar_t()
        if glyph.isSingle {
            withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 2) { text in
                text[0] = wchar_t(glyph.base.value)
                text[1] = 0
                cncurses_set_cell(&result, text.baseAddress, attributes, pair)
            }
        } else {
            let text = glyph.scalars.map { wchar_t($0.value) } + [0]
            cncurses_set_cell(&result, text, attributes, pair)
        }
        return result
    }

    private mutating func resolve(_ style: Style) -> (attr_t, Int32) {
        (
            Self.attributes(style.attributes),
            pair(depth.number(of: style.foreground), depth.number(of: style.background))
        )
    }

    private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
        if foreground < 0, background < 0 { return 0 }
        let colors = Int(foreground) << 32 | Int(UInt32(bitPattern: background))
        if let pair = pairs[colors] { return pair }
        let next = Int32(pairs.count + 1)
        guard next < pairLimit, init_extended_pair(next, foreground, background) == OK else { return 0 }
        pairs[colors] = next
        return next
    }

    // ncurses has no strikethrough: such text is shown dim.
    private static func attributes(_ attributes: Attributes) -> attr_t {
        var result: attr_t = 0
        if attributes.contains(.bold) { result |= cncurses_bold }
        if attributes.contains(.dim) || attributes.contains(.strikethrough) { result |= cncurses_dim }
        if attributes.contains(.italic) { result |= cncurses_italic }
        if attributes.contains(.underline) { result |= cncurses_underline }
        if attributes.contains(.reverse) { result |= cncurses_reverse }
        return result
    }
}
