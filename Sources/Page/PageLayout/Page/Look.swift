import CSS

/// The properties that an element's text inherits in addition to its `TextStyle`: inherited CSS properties.
struct Look: Hashable, Sendable {
    /// The colours that the page declares.
    var colors = ColorPair()
    /// Whether the text is visible.
    var isVisible = true
    var whiteSpace = WhiteSpace.normal
    var transform = TextTransform.none
    /// The marker of list items; nil for the default of the list.
    var listStyle: ListStyle?
}

/// The colours of a run of text as the page declares them, 0xRRGGBB each; nil if it declares none.
struct ColorPair: Hashable, Sendable {
    var foreground: UInt32?
    var background: UInt32?
}
