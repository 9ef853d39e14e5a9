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
        let rule = self.document?.toggleExtent()
        if let rule {
            notice = .news(
                "Reader view: \(rule.words). \(keys.keyName(of: .toggleReader)) shows the whole page.")
        } else {
            notice = wasWhole ? .refusal("This page has no main text.") : .news("Showing the whole page.")
        }
    }

    mutating func toggleFolds() {
        let areOpen = document?.toggleFolds() ?? false
        notice = .news(areOpen ? "All unfolded." : "All folded.")
    }
}

extension MainText.Rule {
    /// The criterion that selected the main text, in words.
    fileprivate var words: String {
        switch self {
        case .main: "the page's main element"
        case .article: "the page's article"
        case .mostText: "the part with the most text outside links"
        }
    }
}
