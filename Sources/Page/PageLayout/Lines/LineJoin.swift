/// The text in the page between a line and the one above it.
public enum LineJoin: Equatable, Sendable {
    /// The end of a paragraph, or a line break: the two lines are separate.
    case end
    /// A blank, which is not shown.
    case blank
    /// Nothing: a long word was broken.
    case nothing
    /// A place to hyphenate a word; the hyphen is not part of the text.
    case hyphen
}

extension LaidOutPage {
    /// Returns what separates a line from the one above, if both are in the same portion; otherwise `end`. Cost: that
    /// of two lines.
    public func join(above index: Int) -> LineJoin {
        let (above, here) = (portioned(line: index - 1), portioned(line: index))
        guard above.portion == here.portion, let store = lines(ofPortion: here.portion) else { return .end }
        return store.join(above: here.line)
    }
}
