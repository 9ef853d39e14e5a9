/// One line of a laid-out page.
public struct Line: Hashable, Sendable {
    /// A segment of a line with one style and at most one link.
    public struct Run: Hashable, Sendable {
        /// The bytes of the run within `Line.bytes`.
        public var range: Range<Int>
        /// The screen columns that the run covers, counted from the left edge of the page.
        public var columns: Range<Int>
        /// The meaning of the text.
        public var style: TextStyle
        /// The link that the text belongs to, an index for `LaidOutPage.link(_:)`.
        public var link: Int?
        /// The offset of the text in the page's source, in bytes.
        public var source: Int
        /// The colour that the page declares, 0xRRGGBB; nil if it declares none.
        public var foreground: UInt32?
        /// The background colour that the page declares, 0xRRGGBB; nil if it declares none.
        public var background: UInt32?

        /// A run of a line.
        public init(
            range: Range<Int>, columns: Range<Int>, style: TextStyle = [], link: Int? = nil, source: Int = 0,
            foreground: UInt32? = nil, background: UInt32? = nil
        ) {
            self.range = range
            self.columns = columns
            self.style = style
            self.link = link
            self.source = source
            self.foreground = foreground
            self.background = background
        }
    }

    /// The text in UTF-8, valid and free of control characters. Indentation consists of spaces.
    public var bytes: [UInt8]
    /// The runs from left to right; together they cover all bytes.
    public var runs: [Run]

    /// A line of text.
    public init(bytes: [UInt8] = [], runs: [Run] = []) {
        self.bytes = bytes
        self.runs = runs
    }

    /// The text as a string.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of screen columns up to the end of the text.
    public var width: Int { runs.last?.columns.upperBound ?? 0 }
}
