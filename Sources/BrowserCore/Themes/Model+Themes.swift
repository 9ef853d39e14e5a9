// Themes: seen at once, remembered for the next start.
extension Model {
    /// Shows everything in a theme.
    mutating func dress(in theme: Theme) -> [Effect] {
        self.theme = theme
        let place = (Theme.builtIn.firstIndex { $0.name == theme.name } ?? 0) + 1
        notice = .news("Theme \(theme.name), \(place) of \(Theme.builtIn.count).")
        return [.saveTheme(theme.name)]
    }
}
