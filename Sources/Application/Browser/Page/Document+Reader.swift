import PageLayout

// The main text alone: the reader view. The page's bytes and all places in them stay what they are; what is not shown
// is not laid out.
extension Document {
    /// How much of a page is shown.
    enum Extent: Equatable, Sendable {
        /// All of it.
        case whole
        /// Its main text.
        case main
    }

    /// Shows the main text alone, or the whole page again; the line being read stays, or the next one that is shown.
    /// - Returns: What decided which text that is; nil where there is none, or the whole page is shown again.
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

    /// Finds the main text again in a page that changed.
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

    /// Whether the page can be shown in another way: its main text alone, or the text as it was sent.
    var hasOtherForm: Bool {
        guard source != .own, !isArriving else { return false }
        return kind.isHTML || rendering.map { $0.isText } ?? false
    }

    /// What is said of the form that the page is shown in; nil for the one that it has by itself.
    var viewWords: String? {
        if source == .answer { return "the server's response" }
        switch extent {
        case .main: return "reader view"
        case .whole: return rendering?.form == .lines ? "as text" : nil
        }
    }
}
