extension Effect {
    /// What is to count from one start to the next.
    public enum Preferences: Sendable, Equatable {
        /// Remember the arrangement of panes.
        case saveArrangement(LayoutPreset)
        /// Remember the theme of this name.
        case saveTheme(String)
        /// Remember these tabs.
        case saveTabs(SavedTabs)
        /// Remember the sites whose style sheets are not wanted, by their origins.
        case saveUnstyledSites(Set<String>)
        /// Remember the sites whose style sheets are wanted against the configuration.
        case saveStyledSites(Set<String>)

        /// What was remembered or written down.
        public enum Report: Sendable {
            /// These tabs were open when the program ended.
            case tabsRestored(SavedTabs)
            /// The configuration changed; the warning tells a mistake in it.
            case configured(BrowserSettings, warning: String?)
        }
    }
}

extension Effect.Preferences.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .tabsRestored(let saved): return model.restore(saved)
        case .configured(let settings, let warning):
            model.configure(settings)
            if let warning { model.notice = .failure(warning) }
        }
        return []
    }
}
