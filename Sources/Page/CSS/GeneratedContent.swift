import HTML

/// The text that style sheets generate before or after the content of an element (CSS Generated Content Module,
/// `::before` and `::after`).
public struct GeneratedContent: Sendable, Equatable {
    /// A part of it.
    public enum Part: Sendable, Equatable {
        /// This text in UTF-8.
        case text([UInt8])
        /// The value of the attribute with this name.
        case attribute([UInt8])
        /// The value of the counter with this name.
        case counter(UInt64, ListStyle)
    }

    /// Its parts in order.
    public var parts: [Part]

    /// Its place relative to the content.
    enum Place: UInt8 { case before, after }
}

/// A change of a counter by an element; the counter's name is a number.
public struct CounterChange: Sendable, Equatable {
    /// The number of the name.
    public var name: UInt64
    /// The number that it is set to, or incremented by.
    public var value: Int
}

/// The generated content of an element.
public struct GeneratedTexts: Sendable {
    /// The content of `::before`.
    public var before: GeneratedContent?
    /// The content of `::after`.
    public var after: GeneratedContent?
}
