import PageLayout

// The reader view: the main text alone. The page's bytes and all offsets in them are unchanged; hidden content is not
// laid out.
extension Document {
    /// How much of a page is shown.
    enum Extent: Equatable, Sendable {
        /// All of it.
        case whole
        /// Its main text.
        case main
    }

    /// Toggles between the main text and the full page; the line being read stays, or the next one that is shown.
    /// - Returns: The rule that determined the main text; nil if there is none, or if the full page is shown again.
    mutating func toggleExtent() -> MainText.Rule? {
        let topByte = topOffset
        switch extent {
        case .main:
            extent = .whole
            layout.show(only: nil)
        case .whole:
            guard let main = layout.mainText else { return nil }
            extent = .main
            layout.show(only: main)
        }
        forgetLines(aim: .offset(max(topByte, layout.part?.range.lowerBound ?? 0)))
        if topByte == 0 { forgetLines(aim: .none) }
        return layout.part?.rule
    }

    /// Finds the main text again after the page changed.
    mutating func followMainText() {
        switch extent {
        case .whole: return
        case .main: layout.show(only: layout.mainText)
        }
    }

    private mutating func forgetLines(aim: Aim) {
        search?.forget()
        chosenLink = nil
        place(topOffset: topOffset, line: 0)
        self.aim(at: aim)
    }

    /// Whether the page has another view: its main text alone, or its source text.
    var hasOtherForm: Bool {
        guard source != .own, !isArriving else { return false }
        return kind.isHTML || rendering.map { $0.isText } ?? false
    }

    /// The label of the current view; nil for the default one.
    var viewWords: String? {
        if source == .answer { return "the server's response" }
        switch extent {
        case .main: return "reader view"
        case .whole: return rendering?.form == .lines ? "as text" : nil
        }
    }
}
