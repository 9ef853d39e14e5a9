import CellGrid

/// The least of a text that is drawn together: its bytes, its columns and what it is.
struct ByteSign {
    enum Kind {
        /// Text.
        case text
        /// A byte or character that commands a terminal, drawn as its picture.
        case control
        /// A tab, drawn as its picture and blanks.
        case tab
        /// A byte that is not UTF-8, drawn as its digits.
        case stray
    }

    /// How many bytes it has.
    let length: Int
    /// The columns it takes.
    let columns: Int
    /// What it is.
    let kind: Kind

    /// The columns to the next of which a tab goes.
    private static let tabColumns = 4
    /// The most bytes of one cluster, since any number of marks may stand on one letter.
    static let longestCluster = 64

    private init(length: Int, columns: Int, kind: Kind) {
        (self.length, self.columns) = (length, columns)
        self.kind = kind
    }

    /// What begins at a byte.
    /// - Parameter column: The column it is drawn in, from 0.
    init(in span: Span<UInt8>, at index: Int, column: Int) {
        let byte = span[index]
        let next = index + 1 < span.count ? span[index + 1] : 0
        if byte >= 0x20, byte < 0x7F, next < 0x80 {
            self.init(length: 1, columns: 1, kind: .text)
        } else if byte == 0x09 {
            self.init(length: 1, columns: Self.tabColumns - column % Self.tabColumns, kind: .tab)
        } else if byte < 0x20 || byte == 0x7F {
            self.init(length: 1, columns: 1, kind: .control)
        } else if let scalar = UTF8Scalar(in: span, at: index) {
            if VisibleText.mark(for: scalar.value) != nil {
                self.init(length: scalar.length, columns: 1, kind: .control)
            } else {
                let end = min(span.count, index + Self.longestCluster)
                let cluster = TextWidth.cluster(in: span.extracting(index..<end), at: 0)
                self.init(length: cluster.length, columns: cluster.width, kind: .text)
            }
        } else {
            self.init(length: 1, columns: 4, kind: .stray)
        }
    }

    /// A byte that is not UTF-8, such as `<B4>`.
    static func digits(_ byte: UInt8) -> String { "<\(HexRow.digits(byte, capitals: true))>" }
}
