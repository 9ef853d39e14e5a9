/// A link of a page.
public struct PageLink: Hashable, Sendable {
    /// The address as the page has it, references decoded, not yet resolved against the base.
    public var href: String
    /// The text of the link, spaces collapsed.
    public var text: String
    /// The line on which the link begins.
    public var line: Int
    /// The columns that the link covers on that line.
    public var columns: Range<Int>
}
