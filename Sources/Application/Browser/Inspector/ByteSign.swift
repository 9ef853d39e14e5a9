import CellGrid

/// The smallest unit of displayed text: its bytes, its columns and its kind.
struct ByteSign {
    enum Kind {
        /// Text.
        case text
        /// A byte or character that controls a terminal, drawn as its control picture.
        case control
        /// A tab, drawn as its control picture and spaces.
        case tab
        /// A byte that is not UTF-8, drawn as its hexadecimal digits.
        case stray
    }

    /// The number of bytes.
    let length: Int
    /// The number of columns.
    let columns: Int
    /// The kind of unit.
    let kind: Kind

    /// The distance of tab stops.
    private static let tabColumns = 4
    /// The maximum length of a cluster in bytes, since a letter may have any number of combining marks.
    static let longestCluster = 64
}

extension ByteSign {
    /// Reads the unit that begins at a byte.
    /// - Parameter column: The column where it is drawn, from 0.
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

    /// Returns the text for a byte that is not UTF-8, such as `<B4>`.
    static func digits(_ byte: UInt8) -> String { "<\(hex(byte, capitals: true))>" }

    /// Returns the two digits of a byte.
    static func hex(_ byte: UInt8, capitals: Bool = false) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: capitals)
    }
}
