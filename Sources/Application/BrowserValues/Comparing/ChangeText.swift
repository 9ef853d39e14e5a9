/// The changes between two versions of a page as lines of plain text, for programs and files: the contents of the diff
/// pane, without a screen.
///
/// A hunk begins with its name and a colon. Its lines begin with `- ` if removed, `+ ` if added, `~ ` if only numbers
/// and times changed and those do not count, and two spaces for context. Parts that the rules exclude are left out, and
/// under rules so are changes that the text does not show.
package struct ChangeText: Sendable {
    /// How the versions differ.
    package enum Extent: Sendable {
        /// Not at all: the bytes are equal, or equivalent in another order.
        case nothing
        /// In their source only: the text is the same.
        case source
        /// In their text.
        case text
    }

    /// The lines; empty if nothing that counts changed. They contain no control characters that a terminal would
    /// interpret.
    package let lines: [String]
    /// How they differ; `nothing` if the rules exclude all differences.
    package let extent: Extent

    package init(lines: [String], extent: Extent) {
        self.lines = lines
        self.extent = extent
    }
}
