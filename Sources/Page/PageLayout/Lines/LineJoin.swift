/// What stood in the page's text where a line was broken off the one above.
public enum LineJoin: Equatable, Sendable {
    /// The end of a paragraph, a line break: the two are lines of their own.
    case end
    /// A blank, which is not shown.
    case blank
    /// Nothing: a long word was cut.
    case nothing
    /// A place at which a word may be parted; the hyphen before it is no part of the text.
    case hyphen
}

extension LaidOutPage {
    /// What parts a line from the one above, as far as both are laid out together. Cost: that of two lines.
    public func join(above index: Int) -> LineJoin {
        let (above, here) = (portioned(line: index - 1), portioned(line: index))
        guard above.portion == here.portion, let store = lines(ofPortion: here.portion) else { return .end }
        return store.join(above: here.line)
    }
}
