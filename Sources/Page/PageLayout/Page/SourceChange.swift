/// One range of a page's source that an update replaces.
public struct SourceChange: Hashable, Sendable {
    /// The bytes replaced, in the source before the update.
    var old: Range<Int>
    /// The bytes that replace them, in the source after the update.
    var new: Range<Int>

    /// A change from the old to the new bytes.
    public init(old: Range<Int>, new: Range<Int>) {
        self.old = old
        self.new = new
    }
}
