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

    private static let stride = 64
    /// How many bytes one step of work breaks.
    private static let stepBytes = 64 << 10

    /// Bytes as they are.
    init(_ bytes: [UInt8], _ form: Form, width: Column) {
        self.init(bytes, nil, form, width)
    }

    /// What a reshaping makes of bytes, as text.
    init(_ reshaping: Reshaping, width: Column) {
        self.init([], reshaping, .text, width)
    }

    private init(_ bytes: [UInt8], _ reshaping: Reshaping?, _ form: Form, _ width: Column) {
        self.bytes = bytes
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
            brokenBytes = end
            rowCount += 1
            if rowCount % Self.stride == 0 { starts.append(end) }
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
        return range.map { _ in
            let end = end(ofRowFrom: start)
            defer { start = end }
            switch form {
            case .text: return textLine(start..<end)
            case .hex: return HexRow(bytes[start..<end], bytesPerRow: bytesPerRow).line
            }
        }
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
