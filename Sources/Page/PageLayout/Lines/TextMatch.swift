/// A match in a page's text: on one line, or on several if it was broken.
public struct TextMatch: Hashable, Sendable {
    /// The part of a match on one line.
    public struct Part: Hashable, Sendable {
        /// The line, counted from the start of its portion.
        public var line: Int
        /// The columns of the part.
        public var columns: Range<Int>
    }

    /// The parts from the first line on, at least one.
    public var parts: [Part]
}

/// The position of a line that does not depend on which lines around it are laid out: its portion, and its number in
/// that portion.
public struct PortionedLine: Hashable, Comparable, Sendable {
    /// The portion, from 0 up to `LaidOutPage.portionCount`.
    public var portion: Int
    /// The line within it, from 0.
    public var line: Int

    /// The position of a line in a portion.
    public init(portion: Int, line: Int) {
        self.portion = portion
        self.line = line
    }

    /// Whether one is before another on the page.
    public static func < (one: PortionedLine, other: PortionedLine) -> Bool {
        (one.portion, one.line) < (other.portion, other.line)
    }
}
