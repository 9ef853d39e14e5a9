import PageLayout

// The forms that a page can be shown in: its main text alone, data as a tree, the text as it was sent.
extension Model {
    mutating func toggleReader() {
        guard let document else { return }
        guard document.kind.isHTML else {
            self.document?.toggleForm()
            notice = .news(
                self.document?.viewWords == nil ? "The text in its form again." : "The text as it was sent.")
            return
        }
        let wasWhole = document.extent == .whole
        let rule = self.document?.toggleExtent()
        if let rule {
            notice = .news(
                "Reader view: \(rule.words). \(keys.keyName(of: .toggleReader)) shows the whole page.")
        } else {
            notice = wasWhole ? .refusal("This page has no text of its own.") : .news("The whole page again.")
        }
    }

    mutating func toggleFolds() {
        let shown = linesShown
        let areOpen = document?.toggleFolds(shown: shown) ?? false
        notice = .news(areOpen ? "All is unfolded." : "All is folded.")
    }
}

extension MainText.Rule {
    /// What decided, in words.
    fileprivate var words: String {
        switch self {
        case .main: "what the page calls its main part"
        case .article: "the page's article"
        case .mostText: "where most text outside of links is"
        }
    }
}
