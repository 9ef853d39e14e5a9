import CSS

/// What an element hands down to its text besides its `TextStyle`: the inherited properties of style sheets.
struct Look: Hashable, Sendable {
    /// The colours that the page asks for.
    var colors = ColorPair()
    /// Whether its text is shown.
    var isVisible = true
    var whiteSpace = WhiteSpace.normal
    var transform = TextTransform.none
    /// The marker of list items; nil for the one that the list has by itself.
    var listStyle: ListStyle?
}

/// The colours of a run of text as the page asks for them, 0xRRGGBB each; nil where it leaves them to us.
struct ColorPair: Hashable, Sendable {
    var foreground: UInt32?
    var background: UInt32?
}
