import Configuration

extension Effect {
    /// What the reader chose, which is to count from one start to the next. Nothing comes back of it.
    public enum Preferences: Sendable, Equatable {
        /// Remember the arrangement of panes.
        case saveArrangement(LayoutPreset)
        /// Remember the theme of this name.
        case saveTheme(String)
        /// Remember the sites whose style sheets are not wanted, by their origins.
        case saveUnstyledSites(Set<String>)
        /// Remember the sites whose style sheets are wanted against the configuration.
        case saveStyledSites(Set<String>)
    }
}
