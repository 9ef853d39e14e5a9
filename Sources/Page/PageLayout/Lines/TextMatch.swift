/// A place of a page's text at which what is looked for stands: on one line, or on several where lines broke in it.
public struct TextMatch: Hashable, Sendable {
    /// What of it stands on one line.
    public struct Part: Hashable, Sendable {
        /// The line, counted from the first of the portion that it is in.
        public var line: Int
        /// The columns it covers there.
        public var columns: Range<Int>
    }

    /// Its parts from the first line on, at least one.
    public var parts: [Part]
}

/// A line of a page that stays what it is whichever lines are laid out around it: by the portion it is in, and counted
/// from the first of that.
public struct PortionedLine: Hashable, Comparable, Sendable {
    /// The portion, from 0 up to `LaidOutPage.portionCount`.
    public var portion: Int
    /// The line within it, from 0.
    public var line: Int

    /// A line of a portion.
    public init(portion: Int, line: Int) {
        self.portion = portion
        self.line = line
    }

    /// Whether one comes before another on the page.
    public static func < (one: PortionedLine, other: PortionedLine) -> Bool {
        (one.portion, one.line) < (other.portion, other.line)
    }
}
