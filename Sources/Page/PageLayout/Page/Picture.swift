import CellGrid

/// A picture as rows of coloured characters, or of blanks in whose place the terminal shows pixels.
public struct Picture: Equatable, Sendable {
    /// Adjacent characters with the same colours.
    public struct Run: Hashable, Sendable {
        /// The characters in UTF-8, each one column wide.
        public let text: [UInt8]
        /// The number of columns.
        public let columns: Int
        /// The colour, 0xRRGGBB, or a part of a picture (`Line.Run.picturePart`); nil for the default.
        public let foreground: UInt32?
        /// The background colour, 0xRRGGBB; nil for the default.
        public let background: UInt32?
    }

    /// The maximum size of a picture.
    public struct Size: Hashable, Sendable {
        /// Columns and rows, both at least 1.
        public let columns: Int, rows: Int

        /// A size; values below 1 count as 1.
        public init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(1, columns), max(1, rows)) }
    }

    /// The rows from top to bottom.
    public let rows: [[Run]]
    /// The width of the widest row in columns.
    public let columns: Int
    /// The pixels; nil if the picture is drawn with characters.
    public let pixels: Pixels?

    /// Parses pixels from commands of kitty's graphics protocol, as written by `chafa`. Linear.
    /// - Parameters:
    ///   - number: What cells call the picture.
    ///   - size: The maximum size.
    /// - Returns: nil if there is anything else.
    public init?(commands: [UInt8], number: UInt16, within size: Size) {
        guard let pixels = Pixels(commands: commands, number: number, within: size) else { return nil }
        self.init(pixels)
    }

    /// A picture as pixels.
    init(_ pixels: Pixels) {
        self.pixels = pixels
        columns = pixels.columns
        rows = (0..<pixels.rows).map { row in
            let blanks = [UInt8](repeating: 0x20, count: pixels.columns)
            let part = Line.Run.foreground(ofPicture: pixels.number, row: row)
            return [Run(text: blanks, columns: pixels.columns, foreground: part, background: nil)]
        }
    }

    /// Parses a picture from characters and sequences that set their colours, as written by `chafa`: characters one
    /// column wide, line feeds, and SGR sequences (ECMA-48 §8.3.117) of 0, 7, 27, 38;2 and 48;2, 39 and 49. Linear.
    /// - Parameter size: The maximum size.
    /// - Returns: nil if there is anything else, or if it does not fit.
    public init?(symbols: [UInt8], within size: Size) {
        var reader = SymbolReader(symbols, size)
        guard reader.read(), !reader.rows.isEmpty else { return nil }
        rows = reader.rows
        pixels = nil
        columns = rows.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 0
        guard columns > 0 else { return nil }
    }
}

/// Parses characters and their colours.
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
                // Characters that would be shown differently are rejected.
                guard cluster.width == 1, UTF8Text.visible(bytes[range]).elementsEqual(bytes[range]) else {
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

    /// Ends a run of one pair of colours; false if its characters combine into fewer columns.
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
            case UInt8(ascii: "m"): return apply(numbers + [number])
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

/// The size of an image in pixels, parsed from the beginning of its file without decoding it.
public struct ImageSize: Hashable, Sendable {
    /// The width and height in pixels.
    public let width: Int, height: Int

    /// The size of a PNG (§11.2.2), GIF (89a §18) or JPEG (ITU T.81 §B.2.2) file; nil for any other, and if the size is
    /// missing or 0.
    public init?(of file: [UInt8]) {
        guard let size = Self.png(file) ?? Self.gif(file) ?? Self.jpeg(file), size.0 > 0, size.1 > 0 else {
            return nil
        }
        (width, height) = size
    }

    /// The approximate number of columns and rows, for cells 8 pixels wide and 16 high; both at least 1.
    public var cells: (columns: Int, rows: Int) { ((width - 1) / 8 + 1, (height - 1) / 16 + 1) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func png(_ file: [UInt8]) -> (Int, Int)? {
        guard file.count >= 24, file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        return (number(file[16..<20]), number(file[20..<24]))
    }

    private static func gif(_ file: [UInt8]) -> (Int, Int)? {
        guard file.count >= 10, file.starts(with: "GIF8".utf8) else { return nil }
        return (Int(file[6]) | Int(file[7]) << 8, Int(file[8]) | Int(file[9]) << 8)
    }

    private static func jpeg(_ file: [UInt8]) -> (Int, Int)? {
        guard file.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 < file.count, file[index] == 0xFF {
            let marker = file[index + 1]
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                return (number(file[(index + 7)..<(index + 9)]), number(file[(index + 5)..<(index + 7)]))
            case 0xFF:
                index += 1
                continue
            default: break
            }
            index += 2 + max(2, number(file[(index + 2)..<(index + 4)]))
        }
        return nil
    }
}
