/// A block or title that differs between two versions of a page.
public struct BlockChange: Sendable, Equatable {
    /// The block's name without braces; `title` for the title.
    public var name: String
    /// The block's bytes in the old page.
    public var old: Range<Int>
    /// The block's bytes in the new page.
    public var new: Range<Int>

    /// Creates a change from a range of the old page to one of the new page.
    public init(name: String, old: Range<Int>, new: Range<Int>) {
        self.name = name
        self.old = old
        self.new = new
    }
}
