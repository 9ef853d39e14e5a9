import Configuration

// Choosing themes: applied at once, and saved for the next start.
extension Model {
    /// The theme to draw: while a theme is being typed, that one as a preview.
    var shownTheme: Theme {
        if case .command(let line) = prompt, let theme = line.namedTheme { theme } else { screen.theme }
    }

    mutating func dress(in theme: Theme) -> [Effect] {
        screen.dress(in: theme)
        let place = (Theme.builtIn.firstIndex { $0.name == theme.name } ?? 0) + 1
        notice = .news("Theme \(theme.name), \(place) of \(Theme.builtIn.count).")
        return [.save(.theme(theme.name))]
    }

    /// Applies the theme with a name.
    mutating func dress(as name: String) throws(TypingMistake) -> [Effect] {
        guard let theme = Theme.named(name) else {
            let names = Theme.builtIn.map(\.name).joined(separator: ", ")
            let near = NearestName.among(Theme.builtIn.map(\.name), to: name)
            throw TypingMistake(
                words: "Unknown theme “\(name)”"
                    + (near.map { "; did you mean \($0)?" } ?? "; themes are \(names)."))
        }
        return dress(in: theme)
    }
}
