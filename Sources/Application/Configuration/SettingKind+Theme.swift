import SonicProtocol

extension SettingKind where Value == ThemeChoice {
    /// The name of a built-in theme, or a file.
    static var theme: SettingKind {
        SettingKind(words: { "“auto”, a theme name, a .json5 file" }) {
            node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard let choice = ThemeChoice(text) else {
                let words = ThemeChoice.words.joined(separator: ", ")
                let near = NearestName.among(ThemeChoice.words, to: text)
                throw Mismatch(
                    node,
                    "Unknown theme “\(text)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
                        + " Themes are \(words), and .json5 files.")
            }
            return choice
        } written: {
            .string($0.text)
        } usualWords: {
            ThemeChoice.words
        }
    }
}
