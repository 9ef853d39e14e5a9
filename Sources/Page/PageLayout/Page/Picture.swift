import CellGrid

/// A picture as rows of characters in colours.
public struct Picture: Hashable, Sendable {
    /// Characters next to each other in one pair of colours.
    public struct Run: Hashable, Sendable {
        /// The characters in UTF-8, each one column wide.
        public let text: [UInt8]
        /// How many columns they take.
        public let columns: Int
        /// Their colour, 0xRRGGBB; nil where it is left to us.
        public let foreground: UInt32?
        /// The colour behind them, 0xRRGGBB; nil where it is left to us.
        public let background: UInt32?
    }

    /// How much room there is for a picture.
    public struct Size: Hashable, Sendable {
        /// Columns and rows, both at least 1.
        public let columns: Int, rows: Int

        /// A size; less than 1 counts as 1.
        public init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(1, columns), max(1, rows)) }
    }

    /// The rows from top to bottom.
    public let rows: [[Run]]
    /// How many columns the widest takes.
    public let columns: Int

    /// A picture from characters and sequences that set their colours, such as `chafa` writes: characters one column
    /// wide, line feeds, and SGR sequences (ECMA-48 §8.3.117) of 0, 7, 27, 38;2 and 48;2, 39 and 49. Linear.
    /// - Parameter size: What it has to fit into.
    /// - Returns: nil where anything else stands there, or more than fits.
    public init?(symbols: [UInt8], within size: Size) {
        var reader = SymbolReader(symbols, size)
        guard reader.read(), !reader.rows.isEmpty else { return nil }
        rows = reader.rows
        columns = rows.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 0
        guard columns > 0 else { return nil }
    }
}

/// Reads characters and their colours.
private struct SymbolReader {
    let bytes: [UInt8]
    let size: Picture.Size
    var rows: [[Picture.Run]] = []
    private var index = 0
    private var row: [Picture.Run] = []
    private var text: [UInt8] = []
    private var columns = 0
    private var rowColumns = 0
    private var pen = Pen()
    private var textPen = Pen()

    private struct Pen: Equatable {
        var foreground: UInt32?
        var background: UInt32?
        var isReversed = false
    }

    init(_ bytes: [UInt8], _ size: Picture.Size) { (self.bytes, self.size) = (bytes, size) }

    mutating func read() -> Bool {
        let all = bytes
        let span = all.span
        while index < all.count {
            switch bytes[index] {
            case 0x0A:
                index += 1
                guard endRow() else { return false }
            case 0x1B:
                guard readSequence() else { return false }
            default:
                let cluster = TextWidth.cluster(in: span, at: index)
                let range = index..<(index + max(1, cluster.length))
                // What would be shown otherwise than it was sent is refused.
                guard cluster.width == 1, VisibleBytes.of(bytes[range]).elementsEqual(bytes[range]) else {
                    return false
                }
                if pen != textPen, !endRun() { return false }
                textPen = pen
                text += bytes[range]
                columns += 1
                rowColumns += 1
                guard rowColumns <= size.columns else { return false }
                index = range.upperBound
            }
        }
        return text.isEmpty && row.isEmpty || endRow()
    }

    /// Ends what is in one pair of colours; false where its characters join into fewer than they were.
    private mutating func endRun() -> Bool {
        guard !text.isEmpty else { return true }
        guard TextWidth.columns(of: text.span).value == columns else { return false }
        let (front, back) = (textPen.foreground, textPen.background)
        row.append(
            Picture.Run(
                text: text, columns: columns, foreground: textPen.isReversed ? back : front,
                background: textPen.isReversed ? front : back))
        (text, columns) = ([], 0)
        return true
    }

    private mutating func endRow() -> Bool {
        guard endRun() else { return false }
        rows.append(row)
        (row, rowColumns) = ([], 0)
        return rows.count <= size.rows
    }

    /// Reads `ESC [ numbers m`.
    private mutating func readSequence() -> Bool {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") else { return false }
        index += 2
        var numbers: [Int] = []
        var number = 0
        while index < bytes.count, numbers.count < 32 {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x30...0x39:
                number = number * 10 + Int(byte - 0x30)
                guard number <= 255 else { return false }
            case UInt8(ascii: ";"):
                numbers.append(number)
                number = 0
            case UInt8(ascii: "m"):
                return apply(numbers + [number])
            default: return false
            }
        }
        return false
    }

    private mutating func apply(_ numbers: [Int]) -> Bool {
        var rest = numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: pen = Pen()
            case 7: pen.isReversed = true
            case 27: pen.isReversed = false
            case 39: pen.foreground = nil
            case 49: pen.background = nil
            case 38, 48:
                guard rest.count >= 4, rest.popFirst() == 2 else { return false }
                let parts = rest.prefix(3)
                rest = rest.dropFirst(3)
                let color = parts.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if code == 38 { pen.foreground = color } else { pen.background = color }
            default: return false
            }
        }
        return true
    }
}
