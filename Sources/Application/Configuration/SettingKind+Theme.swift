import SonicProtocol

extension SettingKind where Value == ThemeChoice {
    /// The name of a theme that the program brings along, or a file.
    static var theme: SettingKind {
        SettingKind(words: { "“auto”, the name of a theme, a file that ends in .json5" }) {
            node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard let choice = ThemeChoice(text) else {
                let words = ThemeChoice.words.joined(separator: ", ")
                let near = NearestName.among(ThemeChoice.words, to: text)
                throw Mismatch(
                    node,
                    "“\(text)” is no theme." + (near.map { " Did you mean “\($0)”?" } ?? "")
                        + " There are \(words), and files that end in .json5.")
            }
            return choice
        } written: {
            .string($0.text)
        } usualWords: {
            ThemeChoice.words
        }
    }
}
