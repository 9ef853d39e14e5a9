/// One block (or the title) that differs between two versions of a page.
public struct BlockChange: Sendable, Equatable {
    /// The block's name without braces; `title` for the title.
    public var name: String
    /// The block's bytes in the old page.
    public var old: Range<Int>
    /// The block's bytes in the new page.
    public var new: Range<Int>

    /// A change from the old page's range to the new page's.
    public init(name: String, old: Range<Int>, new: Range<Int>) {
        self.name = name
        self.old = old
        self.new = new
    }
}
