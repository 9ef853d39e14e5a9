import PageLayout

// The views of a page: its main text only, data as a tree, the text as sent.
extension Model {
    mutating func toggleReader() {
        guard let document else { return }
        guard document.kind.isHTML else {
            self.document?.toggleForm()
            notice = .news(
                self.document?.viewWords == nil ? "Showing the rendered text." : "Showing the text as sent.")
            return
        }
        let wasWhole = document.extent == .whole
        let main = self.document?.toggleExtent()
        if let main {
            notice = .news(
                "Reader view: \(main.words). \(keys.keyName(of: .toggleReader)) shows the whole page.")
        } else {
            notice = wasWhole ? .refusal("This page has no main text.") : .news("Showing the whole page.")
        }
    }

    /// Goes to the main text of the whole page, past its menus.
    mutating func goToMainText() {
        guard let document, document.kind.isHTML, let main = document.layout.mainText else {
            notice = .refusal("This page has no main text.")
            return
        }
        noteJump()
        if plan[.page] == nil { screen.focus(on: .page) }
        self.document?.aim(at: .offset(main.start))
    }

    mutating func toggleFolds() {
        let areOpen = document?.toggleFolds() ?? false
        notice = .news(areOpen ? "All unfolded." : "All folded.")
    }
}
