import CellGrid

/// Bytes as rows of the screen: as text in which every byte that is none can be seen, or in hexadecimal. Rows are
/// broken as far as they are needed, so that ten megabytes are shown as soon as ten lines.
struct ByteText: Sendable {
    /// How the bytes are shown.
    enum Form: Sendable {
        /// As UTF-8, a row broken at line feeds and at the width.
        case text
        /// Offset, hexadecimal digits and ASCII, as `xxd` has them.
        case hex
    }

    /// The bytes that are here.
    private(set) var bytes: [UInt8]
    /// How they are shown.
    let form: Form
    /// The columns there are.
    private(set) var width: Int
    /// The rows known so far.
    private(set) var rowCount = 0
    /// The bytes in those rows.
    private(set) var brokenBytes = 0
    /// What is still to be made from the original; nil where all bytes are here.
    private var reshaping: Reshaping?
    /// Where every `Self.stride`th row begins.
    private var starts = [0]
    /// How its rows are coloured, from every `Self.stride`th on; empty where they are not.
    private var scanners: [SyntaxScanner] = []
    /// How what follows the rows known so far is coloured; nil where it is not.
    private var scanner: SyntaxScanner?

    private static let stride = 64
    /// How many bytes one step of work breaks.
    private static let stepBytes = 64 << 10
    /// How many bytes are coloured; what comes behind them is plain.
    private static let colouredBytes = 4 << 20

    /// Bytes as they are, coloured as what they are written in where that is said.
    init(_ bytes: [UInt8], _ form: Form, _ language: SyntaxScanner.Language? = nil, width: Column) {
        self.init(bytes, nil, form, language, width)
    }

    /// What a reshaping makes of bytes, as text.
    init(_ reshaping: Reshaping, _ language: SyntaxScanner.Language? = nil, width: Column) {
        self.init([], reshaping, .text, language, width)
    }

    private init(
        _ bytes: [UInt8], _ reshaping: Reshaping?, _ form: Form, _ language: SyntaxScanner.Language?,
        _ width: Column
    ) {
        self.bytes = bytes
        scanner = language.map { SyntaxScanner($0) }
        scanners = [scanner].compactMap(\.self)
        self.reshaping = reshaping
        self.form = form
        self.width = max(2, width.value)
        breakHexRows()
    }

    /// Whether all rows are known.
    var isWhole: Bool { reshaping == nil && brokenBytes == bytes.count }

    /// Whether no more bytes are to come.
    var hasAllBytes: Bool { reshaping == nil }

    /// How many percent of the bytes are in the rows above one.
    func percent(aboveRow row: Int) -> Int {
        let whole = max(1, bytes.count + (reshaping?.rest.count ?? 0))
        return min(100, offset(ofRow: row) * 100 / whole)
    }

    /// Breaks some more rows.
    /// - Returns: Whether there are still more. One call takes some hundred microseconds.
    mutating func advance() -> Bool {
        if let piece = reshaping?.next() {
            bytes += piece
            if reshaping?.isDone ?? false { reshaping = nil }
        }
        let limit = brokenBytes + Self.stepBytes
        while brokenBytes < min(bytes.count, limit) {
            let end = rowEnd(from: brokenBytes)
            // The last row may go on in what comes next.
            if end == bytes.count, reshaping != nil { break }
            if scanner != nil {
                if end > Self.colouredBytes {
                    scanner = nil
                } else {
                    _ = scanner?.scan(bytes, brokenBytes..<end)
                }
            }
            brokenBytes = end
            rowCount += 1
            if rowCount % Self.stride == 0 {
                starts.append(end)
                if let scanner { scanners.append(scanner) }
            }
        }
        return !isWhole
    }

    /// Breaks rows until one of this number is known, or all are.
    mutating func layOut(throughRow row: Int) {
        while rowCount <= row, advance() {}
    }

    /// Breaks the rows for another width.
    mutating func resize(width: Column) {
        let width = max(2, width.value)
        guard width != self.width else { return }
        self.width = width
        rowCount = 0
        brokenBytes = 0
        starts = [0]
        scanners = Array(scanners.prefix(1))
        scanner = scanners.first
        breakHexRows()
    }

    /// Where a row begins; for one that is not known yet, the end of those that are.
    func offset(ofRow row: Int) -> Int {
        guard row < rowCount else { return brokenBytes }
        if form == .hex { return row * bytesPerRow }
        var offset = starts[row / Self.stride]
        for _ in 0..<(row % Self.stride) { offset = rowEnd(from: offset) }
        return offset
    }

    /// The row that a byte is in, which is broken for it where it is not.
    mutating func row(atOffset offset: Int) -> Int {
        if form == .hex { return min(max(0, rowCount - 1), offset / bytesPerRow) }
        while brokenBytes <= offset, advance() {}
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        var row = max(0, low - 1) * Self.stride
        var start = starts[max(0, low - 1)]
        while row + 1 < rowCount {
            start = rowEnd(from: start)
            guard start <= offset else { break }
            row += 1
        }
        return row
    }

    /// The rows of a range, as far as they are known. Linear in their number, and in that of up to 63 before them.
    func lines(_ range: Range<Int>) -> [StyledLine] {
        let range = range.clamped(to: 0..<rowCount)
        guard !range.isEmpty else { return [] }
        var start = offset(ofRow: range.lowerBound)
        var scanner = scanner(ofRow: range.lowerBound, at: start)
        return range.map { _ in
            let end = end(ofRowFrom: start)
            defer { start = end }
            switch form {
            case .text: return textLine(start..<end, scanner?.scan(bytes, start..<end))
            case .hex: return HexRow(bytes[start..<end], bytesPerRow: bytesPerRow).line
            }
        }
    }

    /// How a row is coloured that begins at a byte; nil where it is not.
    private func scanner(ofRow row: Int, at start: Int) -> SyntaxScanner? {
        guard scanners.indices.contains(row / Self.stride), start < Self.colouredBytes else { return nil }
        var scanner = scanners[row / Self.stride]
        _ = scanner.scan(bytes, starts[row / Self.stride]..<start)
        return scanner
    }

    /// Where a row ends that begins at a byte.
    func end(ofRowFrom start: Int) -> Int {
        form == .hex ? min(bytes.count, start + bytesPerRow) : rowEnd(from: start)
    }

    /// The columns that some bytes cover in a row; of hexadecimal, those of their digits and of their signs.
    func columns(of sought: Range<Int>, inRow row: Range<Int>) -> [Range<Int>] {
        let part = sought.clamped(to: row)
        guard !part.isEmpty else { return [] }
        guard form == .hex else { return [textColumns(of: part, inRow: row)] }
        return HexRow.columns(
            of: part.lowerBound - row.lowerBound..<part.upperBound - row.lowerBound, bytesPerRow: bytesPerRow)
    }

    /// The bytes of a row in hexadecimal: as many as have room, 16 at most.
    private var bytesPerRow: Int { HexRow.bytes(width: width) }

    private mutating func breakHexRows() {
        guard form == .hex else { return }
        rowCount = (bytes.count + bytesPerRow - 1) / bytesPerRow
        brokenBytes = bytes.count
    }
}
