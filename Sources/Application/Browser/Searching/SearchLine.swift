import CellGrid

/// The line after `/`: what is looked for while it is being typed.
struct SearchLine: Sendable {
    /// What is typed.
    var editor = LineEditor() {
        didSet { if editor.text != oldValue.text { earlier = 0 } }
    }
    /// The place from which it is looked for; leaving goes back there.
    let origin: SearchOrigin
    /// What was looked for before.
    let before: SoughtText?
    /// How many lines back the texts looked for before were walked; 0 for a text of its own.
    private(set) var earlier = 0

    /// An empty line.
    init(from origin: SearchOrigin, before: SoughtText?) {
        self.origin = origin
        self.before = before
    }

    /// Puts a text looked for before in the place of this one.
    mutating func recall(_ text: String, earlier: Int) {
        editor = LineEditor(text)
        self.earlier = earlier
    }
}
