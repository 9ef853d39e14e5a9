import CPty

/// A terminal emulator in memory: bytes in, screen out.
final class Emulator {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let properties: UnsafeMutablePointer<CPtyProperties>
    private(set) var rows: Int
    private(set) var columns: Int
    /// Whether it takes commands of kitty's graphics protocol, and answers as kitty does.
    private let isKitty: Bool
    /// The output since the beginning of a sequence whose end has not arrived.
    private var pending: [UInt8] = []

    init(rows: Int, columns: Int, isKitty: Bool = false) {
        self.isKitty = isKitty
        (self.rows, self.columns) = (rows, columns)
        terminal = vterm_new(CInt(rows), CInt(columns))
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        properties = .allocate(capacity: 1)
        properties.initialize(to: CPtyProperties())
        cpty_watch(screen, properties)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        properties.deallocate()
    }

    /// Processes the output of a program and returns the terminal's replies.
    func receive(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard isKitty else { return write(bytes) }
        let (shown, answers) = graphics(bytes)
        return write(shown[...]) + answers
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        _ = bytes.withUnsafeBytes { raw in
            vterm_input_write(terminal, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
        }
        var answer = [CChar](repeating: 0, count: vterm_output_get_buffer_current(terminal))
        let count = vterm_output_read(terminal, &answer, answer.count)
        return answer.prefix(count).map { UInt8(bitPattern: $0) }
    }

    /// Takes the commands out of the output, and returns the rest and the answers.
    private func graphics(_ bytes: ArraySlice<UInt8>) -> (shown: [UInt8], answers: [UInt8]) {
        pending += bytes
        var (shown, answers): ([UInt8], [UInt8]) = ([], [])
        while let start = pending.firstIndex(of: 0x1B) {
            shown += pending[..<start]
            pending.removeFirst(start)
            if pending.starts(with: "\u{1B}_G".utf8) {
                guard let end = pending.firstRange(of: Array("\u{1B}\\".utf8)) else { break }
                if pending[..<end.lowerBound].contains(Array(",a=q,".utf8)) {
                    answers += "\u{1B}_Gi=1;OK\u{1B}\\".utf8
                }
                pending.removeFirst(end.upperBound)
            } else if pending.starts(with: "\u{1B}[>q".utf8) {
                answers += "\u{1B}P>|kitty(0.35.2)\u{1B}\\".utf8
                pending.removeFirst(4)
            } else {
                // The next bytes may make it one of both.
                if ["\u{1B}_G", "\u{1B}[>q"].contains(where: { $0.utf8.starts(with: pending) }) { break }
                shown.append(pending.removeFirst())
            }
        }
        if pending.first != 0x1B {
            shown += pending
            pending = []
        }
        return (shown, answers)
    }

    func resize(rows: Int, columns: Int) {
        (self.rows, self.columns) = (rows, columns)
        vterm_set_size(terminal, CInt(rows), CInt(columns))
    }

    var snapshot: Screen {
        let cells = (0..<rows).map { row in (0..<columns).map { cell(row: row, column: $0) } }
        let text = cells.map { line in
            var text = line.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        let title = withUnsafeBytes(of: properties.pointee.title) { raw in
            String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Screen(
            rows: text, cells: cells,
            cursor: properties.pointee.is_cursor_visible
                ? ScreenPosition(row: Int(position.row), column: Int(position.col)) : nil,
            title: title, isAlternate: properties.pointee.is_alternate_screen,
            reportsMouse: properties.pointee.mouse != 0)
    }

    private func cell(row: Int, column: Int) -> ScreenCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: CInt(row), col: CInt(column)), &cell)
        var scalars = String.UnicodeScalarView()
        withUnsafeBytes(of: cell.chars) { raw in
            for value in raw.bindMemory(to: UInt32.self) {
                // All ones mark the right half of a wide character.
                if value == 0 || value == .max { break }
                scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            }
        }
        let isRightHalf = cell.chars.0 == .max
        return ScreenCell(
            text: scalars.isEmpty && !isRightHalf ? " " : String(scalars), width: Int(cell.width),
            foreground: color(cell.fg, VTERM_COLOR_DEFAULT_FG),
            background: color(cell.bg, VTERM_COLOR_DEFAULT_BG),
            isBold: cell.attrs.bold != 0, isItalic: cell.attrs.italic != 0,
            isUnderlined: cell.attrs.underline != 0, isReversed: cell.attrs.reverse != 0,
            isStruckThrough: cell.attrs.strike != 0)
    }

    private func color(_ color: VTermColor, _ standard: VTermColorType) -> ScreenColor {
        if UInt32(color.type) & standard.rawValue != 0 { return .standard }
        if UInt32(color.type) & VTERM_COLOR_INDEXED.rawValue != 0 { return .palette(Int(color.indexed.idx)) }
        return .rgb(Int(color.rgb.red), Int(color.rgb.green), Int(color.rgb.blue))
    }
}
