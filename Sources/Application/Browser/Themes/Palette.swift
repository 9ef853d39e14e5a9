import CellGrid

/// A set of colors from which a theme is made: two backgrounds, two text colors, seven accents.
struct Palette: Sendable {
    enum Shade: Int {
        /// The background of the page, and of lines and fields that stand out from it.
        case background, raised
        /// The colors of normal and of dimmed text.
        case text, faint
        case red, orange, yellow, green, cyan, blue, violet
    }

    let name: String
    let tone: BackgroundTone
    private let colors: [Color]

    subscript(shade: Shade) -> Color { colors[shade.rawValue] }

    /// Reads a row: the name, the tone, and each shade as RRGGBB, in the order of `Shade`.
    init(_ row: Substring) {
        let words = row.split(separator: " ").map(String.init)
        name = words[0]
        tone = BackgroundTone(rawValue: words[1]) ?? .dark
        colors = words.dropFirst(2).map { Theme.rgb(UInt32($0, radix: 16) ?? 0) }
    }

    // The colors are facts about the named palettes; themes/README.md lists their sources and licenses.

    static let known = """
        catppuccin-latte light EFF1F5 CCD0DA 4C4F69 8C8FA1 D20F39 FE640B DF8E1D 40A02B 179299 1E66F5 8839EF
        catppuccin-mocha dark  1E1E2E 313244 CDD6F4 7F849C F38BA8 FAB387 F9E2AF A6E3A1 94E2D5 89B4FA CBA6F7
        dracula          dark  282A36 44475A F8F8F2 6272A4 FF5555 FFB86C F1FA8C 50FA7B 8BE9FD BD93F9 FF79C6
        gruvbox-dark     dark  282828 3C3836 EBDBB2 A89984 FB4934 FE8019 FABD2F B8BB26 8EC07C 83A598 D3869B
        gruvbox-light    light FBF1C7 EBDBB2 3C3836 7C6F64 9D0006 AF3A03 B57614 79740E 427B58 076678 8F3F71
        nord             dark  2E3440 3B4252 D8DEE9 4C566A BF616A D08770 EBCB8B A3BE8C 88C0D0 81A1C1 B48EAD
        one-dark         dark  282C34 3E4451 ABB2BF 5C6370 E06C75 D19A66 E5C07B 98C379 56B6C2 61AFEF C678DD
        solarized-dark   dark  002B36 073642 839496 586E75 DC322F CB4B16 B58900 859900 2AA198 268BD2 6C71C4
        solarized-light  light FDF6E3 EEE8D5 657B83 93A1A1 DC322F CB4B16 B58900 859900 2AA198 268BD2 6C71C4
        tokyo-night      dark  1A1B26 292E42 C0CAF5 565F89 F7768E FF9E64 E0AF68 9ECE6A 7DCFFF 7AA2F7 BB9AF7
        """.split(separator: "\n").map { Palette($0) }

    /// Original palettes with higher contrast or for color blindness.
    static let clear = """
        contrast         dark  000000 262626 FFFFFF D0D0D0 FF9D96 FFC37A FFF07A 9DFF8A 8AF5FF A9CBFF E3BDFF
        contrast-light   light FFFFFF E6E6E6 000000 3A3A3A 8A0010 6E3300 574300 0B4A0B 00474F 002F87 4A1380
        distinct         dark  14161A 2A2E35 E8E8E8 A0A0A0 E69F00 CC79A7 F0E442 56B4E9 009E73 8FCBF0 CC79A7
        """.split(separator: "\n").map { Palette($0) }
}
