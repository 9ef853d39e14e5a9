import SonicProtocol

extension SettingKind where Value == ThemeChoice {
    /// The name of a theme that the program brings along, or a file.
    static var theme: SettingKind {
        SettingKind(words: { "“auto”, the name of a theme, a file that ends in .json5" }) {
            node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard let choice = ThemeChoice(text) else {
                let names = ThemeName.allCases.map(\.rawValue).sorted().joined(separator: ", ")
                throw Mismatch(
                    node, "“\(text)” is no theme. There are auto, \(names), and files that end in .json5.")
            }
            return choice
        } written: {
            .string($0.text)
        }
    }
}
