import CellGrid
import HTML

/// Bytes as rows of the screen: as text with signs for bytes that are not text, or in hexadecimal. Rows are computed on
/// demand, so that ten megabytes are shown as soon as ten lines.
struct ByteText: Sendable {
    /// The form in which bytes are shown.
    enum Form: Sendable {
        /// As UTF-8, with rows that end at line feeds and at the width.
        case text
        /// Offset, hexadecimal digits and ASCII, like `xxd`.
        case hex
    }

    /// The bytes available so far.
    private(set) var bytes: [UInt8]
    /// The form in which they are shown.
    let form: Form
    /// The width of the rows.
    private(set) var width: Int
    /// The number of rows computed so far.
    private(set) var rowCount = 0
    /// The number of bytes in those rows.
    private(set) var brokenBytes = 0
    /// The conversion of the rest of the original; nil if all bytes are available.
    private var reshaping: Reshaping?
    /// The starts of every `Self.stride`th row.
    private var starts = [0]
    /// The scanner states at every `Self.stride`th row; empty without highlighting.
    private var scanners: [SyntaxScanner] = []
    /// The scanner state after the rows computed so far; nil without highlighting.
    private var scanner: SyntaxScanner?

    private static let stride = 64
    /// The number of bytes processed per step.
    private static let stepBytes = 64 << 10
    /// The number of bytes that are highlighted; the rest is plain.
    private static let colouredBytes = 4 << 20

    /// Creates the rows of bytes, highlighted as a language if there is one.
    init(_ bytes: [UInt8], _ form: Form, _ language: SyntaxScanner.Language? = nil, width: Column) {
        self.bytes = bytes
        scanner = language.map { SyntaxScanner($0) }
        scanners = [scanner].compactMap(\.self)
        self.form = form
        self.width = max(2, width.value)
        breakHexRows()
    }

    /// Creates the rows of converted bytes, as text.
    init(_ reshaping: Reshaping, _ language: SyntaxScanner.Language? = nil, width: Column) {
        self.init([], .text, language, width: width)
        self.reshaping = reshaping
    }

    /// Whether all rows are computed.
    var isWhole: Bool { reshaping == nil && brokenBytes == bytes.count }

    /// Whether all bytes are available.
    var hasAllBytes: Bool { reshaping == nil }

    /// Returns the percentage of the bytes in the rows above a row.
    func percent(aboveRow row: Int) -> Int {
        let whole = max(1, bytes.count + (reshaping?.rest.count ?? 0))
        return min(100, offset(ofRow: row) * 100 / whole)
    }

    /// Computes more rows.
    /// - Returns: Whether more rows remain. One call takes some hundred microseconds.
    mutating func advance() -> Bool {
        if let piece = reshaping?.next() {
            bytes += piece
            if reshaping?.isDone ?? false { reshaping = nil }
        }
        let limit = brokenBytes + Self.stepBytes
        while brokenBytes < min(bytes.count, limit) {
            let end = rowEnd(from: brokenBytes)
            // The last row may continue in the next chunk.
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

    /// Computes rows up to this one, or to the end.
    mutating func layOut(throughRow row: Int) {
        while rowCount <= row, advance() {}
    }

    /// Computes the rows again for another width.
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

    /// Returns the start of a row; if it is not computed yet, the end of those that are.
    func offset(ofRow row: Int) -> Int {
        guard row < rowCount else { return brokenBytes }
        if form == .hex { return row * bytesPerRow }
        var offset = starts[row / Self.stride]
        for _ in 0..<(row % Self.stride) { offset = rowEnd(from: offset) }
        return offset
    }

    /// Returns the row that contains a byte, and computes it if necessary.
    mutating func row(atOffset offset: Int) -> Int {
        if form == .hex { return min(max(0, rowCount - 1), offset / bytesPerRow) }
        while brokenBytes <= offset, advance() {}
        let index = max(0, starts.partitionPoint { $0 <= offset } - 1)
        var row = index * Self.stride
        var start = starts[index]
        while row + 1 < rowCount {
            start = rowEnd(from: start)
            guard start <= offset else { break }
            row += 1
        }
        return row
    }

    /// Returns the rows of a range, as far as they are computed. Linear in their number, and in that of up to 63 before
    /// them.
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
            case .hex: return hexLine(start..<end)
            }
        }
    }

    /// Returns the scanner state of the row that begins at a byte; nil without highlighting.
    private func scanner(ofRow row: Int, at start: Int) -> SyntaxScanner? {
        guard scanners.indices.contains(row / Self.stride), start < Self.colouredBytes else { return nil }
        var scanner = scanners[row / Self.stride]
        _ = scanner.scan(bytes, starts[row / Self.stride]..<start)
        return scanner
    }

    /// Returns the end of the row that begins at a byte.
    func end(ofRowFrom start: Int) -> Int {
        form == .hex ? min(bytes.count, start + bytesPerRow) : rowEnd(from: start)
    }

    /// Returns the columns that bytes cover in a row; in hexadecimal, those of their digits and of their characters.
    func columns(of sought: Range<Int>, inRow row: Range<Int>) -> [Range<Int>] {
        let part = sought.clamped(to: row)
        guard !part.isEmpty else { return [] }
        guard form == .hex else { return [textColumns(of: part, inRow: row)] }
        return hexColumns(of: part.lowerBound - row.lowerBound..<part.upperBound - row.lowerBound)
    }

    private mutating func breakHexRows() {
        guard form == .hex else { return }
        rowCount = (bytes.count + bytesPerRow - 1) / bytesPerRow
        brokenBytes = bytes.count
    }
}
