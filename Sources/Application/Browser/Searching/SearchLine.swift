import CellGrid

/// The prompt after `/` with the text to search for.
struct SearchLine: Sendable {
    /// The typed text.
    var editor = LineEditor() {
        didSet { if editor.text != oldValue.text { earlier = 0 } }
    }
    /// The place from which the search begins; cancelling returns there.
    let origin: SearchOrigin
    /// The previous search text.
    let before: SoughtText?
    /// The number of steps back in the search history; 0 for typed text.
    private(set) var earlier = 0

    /// Creates an empty prompt.
    init(from origin: SearchOrigin, before: SoughtText?) {
        self.origin = origin
        self.before = before
    }

    /// Replaces the text with one of the search history.
    mutating func recall(_ text: String, earlier: Int) {
        editor = LineEditor(text)
        self.earlier = earlier
    }
}
