import CellGrid

/// A set of colors from which a theme is made: two backgrounds, two text colors, seven accents. Each is a number such
/// as `0xE5C07B`.
struct Palette: Sendable {
    let name: String
    let tone: BackgroundTone
    /// The background of the page, and of lines and fields that stand out from it.
    let background: UInt32, raised: UInt32
    /// The colors of normal and of dimmed text.
    let text: UInt32, faint: UInt32
    let red: UInt32, orange: UInt32, yellow: UInt32, green: UInt32, cyan: UInt32, blue: UInt32, violet: UInt32

    // The colors are facts about the named palettes; themes/README.md lists their sources and licenses.

    static let known: [Palette] = [
        Palette(
            name: "catppuccin-latte", tone: .light, background: 0xEFF1F5, raised: 0xCCD0DA,
            text: 0x4C4F69, faint: 0x8C8FA1, red: 0xD20F39, orange: 0xFE640B, yellow: 0xDF8E1D,
            green: 0x40A02B, cyan: 0x179299, blue: 0x1E66F5, violet: 0x8839EF),
        Palette(
            name: "catppuccin-mocha", tone: .dark, background: 0x1E1E2E, raised: 0x313244,
            text: 0xCDD6F4, faint: 0x7F849C, red: 0xF38BA8, orange: 0xFAB387, yellow: 0xF9E2AF,
            green: 0xA6E3A1, cyan: 0x94E2D5, blue: 0x89B4FA, violet: 0xCBA6F7),
        Palette(
            name: "dracula", tone: .dark, background: 0x282A36, raised: 0x44475A, text: 0xF8F8F2,
            faint: 0x6272A4, red: 0xFF5555, orange: 0xFFB86C, yellow: 0xF1FA8C, green: 0x50FA7B,
            cyan: 0x8BE9FD, blue: 0xBD93F9, violet: 0xFF79C6),
        Palette(
            name: "gruvbox-dark", tone: .dark, background: 0x282828, raised: 0x3C3836, text: 0xEBDBB2,
            faint: 0xA89984, red: 0xFB4934, orange: 0xFE8019, yellow: 0xFABD2F, green: 0xB8BB26,
            cyan: 0x8EC07C, blue: 0x83A598, violet: 0xD3869B),
        Palette(
            name: "gruvbox-light", tone: .light, background: 0xFBF1C7, raised: 0xEBDBB2, text: 0x3C3836,
            faint: 0x7C6F64, red: 0x9D0006, orange: 0xAF3A03, yellow: 0xB57614, green: 0x79740E,
            cyan: 0x427B58, blue: 0x076678, violet: 0x8F3F71),
        Palette(
            name: "nord", tone: .dark, background: 0x2E3440, raised: 0x3B4252, text: 0xD8DEE9,
            faint: 0x4C566A, red: 0xBF616A, orange: 0xD08770, yellow: 0xEBCB8B, green: 0xA3BE8C,
            cyan: 0x88C0D0, blue: 0x81A1C1, violet: 0xB48EAD),
        Palette(
            name: "one-dark", tone: .dark, background: 0x282C34, raised: 0x3E4451, text: 0xABB2BF,
            faint: 0x5C6370, red: 0xE06C75, orange: 0xD19A66, yellow: 0xE5C07B, green: 0x98C379,
            cyan: 0x56B6C2, blue: 0x61AFEF, violet: 0xC678DD),
        Palette(
            name: "solarized-dark", tone: .dark, background: 0x002B36, raised: 0x073642, text: 0x839496,
            faint: 0x586E75, red: 0xDC322F, orange: 0xCB4B16, yellow: 0xB58900, green: 0x859900,
            cyan: 0x2AA198, blue: 0x268BD2, violet: 0x6C71C4),
        Palette(
            name: "solarized-light", tone: .light, background: 0xFDF6E3, raised: 0xEEE8D5,
            text: 0x657B83, faint: 0x93A1A1, red: 0xDC322F, orange: 0xCB4B16, yellow: 0xB58900,
            green: 0x859900, cyan: 0x2AA198, blue: 0x268BD2, violet: 0x6C71C4),
        Palette(
            name: "tokyo-night", tone: .dark, background: 0x1A1B26, raised: 0x292E42, text: 0xC0CAF5,
            faint: 0x565F89, red: 0xF7768E, orange: 0xFF9E64, yellow: 0xE0AF68, green: 0x9ECE6A,
            cyan: 0x7DCFFF, blue: 0x7AA2F7, violet: 0xBB9AF7),
    ]

    /// Original palettes with higher contrast or for color blindness.
    static let clear: [Palette] = [
        Palette(
            name: "contrast", tone: .dark, background: 0x000000, raised: 0x262626, text: 0xFFFFFF,
            faint: 0xD0D0D0, red: 0xFF9D96, orange: 0xFFC37A, yellow: 0xFFF07A, green: 0x9DFF8A,
            cyan: 0x8AF5FF, blue: 0xA9CBFF, violet: 0xE3BDFF),
        Palette(
            name: "contrast-light", tone: .light, background: 0xFFFFFF, raised: 0xE6E6E6,
            text: 0x000000, faint: 0x3A3A3A, red: 0x8A0010, orange: 0x6E3300, yellow: 0x574300,
            green: 0x0B4A0B, cyan: 0x00474F, blue: 0x002F87, violet: 0x4A1380),
        // The eight colors of Okabe and Ito, which can be told apart with any kind of color blindness: additions are
        // blue and removals are orange, never green and red.
        Palette(
            name: "distinct", tone: .dark, background: 0x14161A, raised: 0x2A2E35, text: 0xE8E8E8,
            faint: 0xA0A0A0, red: 0xE69F00, orange: 0xCC79A7, yellow: 0xF0E442, green: 0x56B4E9,
            cyan: 0x009E73, blue: 0x8FCBF0, violet: 0xCC79A7),
    ]
}
