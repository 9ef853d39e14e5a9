import CellGrid

extension Theme {
    /// Creates the theme of a palette. Colors that are hard to read on its background are moved towards black or white
    /// until they are readable: palettes are made for code, whose comments may be pale.
    init(_ palette: Palette, with own: RoleStyles = [:]) {
        let (ground, raised) = (Self.rgb(palette.background), Self.rgb(palette.raised))
        func front(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(foreground: Self.rgb(hex).lifted(on: ground), attributes: attributes)
        }
        func onRaised(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(foreground: Self.rgb(hex).lifted(on: raised), background: raised, attributes: attributes)
        }
        // The background color on an accent, which is moved as far as needed to make the text readable.
        func filled(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(foreground: ground, background: Self.rgb(hex).lifted(on: ground), attributes: attributes)
        }
        let styles: RoleStyles = [
            .text: Style(foreground: Self.rgb(palette.text).lifted(on: ground), background: ground),
            .heading: front(palette.yellow, .bold),
            .link: front(palette.blue, .underline),
            .chosenLink: filled(palette.blue, .bold),
            .linkNumber: filled(palette.yellow, .bold),
            .code: front(palette.cyan),
            .quote: front(palette.violet, .italic),
            .dimmed: front(palette.faint),
            .marker: front(palette.orange),
            .field: onRaised(palette.text),
            .image: front(palette.violet, .italic),
            .highlight: filled(palette.yellow),
            .match: filled(palette.cyan),
            .chosenMatch: filled(palette.orange, .bold),
            .changeMark: front(palette.blue, .bold),
            .border: front(palette.faint),
            .focusedBorder: front(palette.blue, .bold),
            .paneTitle: front(palette.text, .bold),
            .titleLine: onRaised(palette.text),
            .outcome: onRaised(palette.yellow, .bold),
            .warning: filled(palette.red, .bold),
            .failure: front(palette.red, .bold),
            .caution: front(palette.yellow, .bold),
            .stepDone: front(palette.text),
            .stepActive: front(palette.cyan, .bold),
            .stepFailed: front(palette.red, .bold),
            .stepPending: front(palette.faint),
            .outcomeCached: front(palette.green, .bold),
            .outcomeUpdated: front(palette.blue, .bold),
            .outcomeWhole: front(palette.yellow, .bold),
            .outcomePlain: front(palette.faint, .bold),
            .outcomeOffline: front(palette.faint, .bold),
            .outcomeFailed: front(palette.red, .bold),
            .added: front(palette.green),
            .removed: front(palette.red),
            .addedWord: front(palette.green, [.bold, .underline]),
            .removedWord: front(palette.red, [.bold, .underline]),
            .name: front(palette.cyan, .bold),
            .hint: onRaised(palette.text),
            .key: onRaised(palette.yellow, .bold),
            .notice: onRaised(palette.text, .bold),
            .prompt: onRaised(palette.text),
        ]
        self.init(name: palette.name, tone: palette.tone, styles: styles.overlaid(by: own))
    }

    /// For dark terminals; the same as `themes/dark.json5`.
    public static let dark = Theme(
        Palette(
            name: "dark", tone: .dark, background: 0x1B1D23, raised: 0x2B2F38, text: 0xD7DAE0,
            faint: 0x9BA1AD, red: 0xFF8A80, orange: 0xF0A868, yellow: 0xF0C674, green: 0x8BD06B,
            cyan: 0x7FD1D8, blue: 0x7FB4FF, violet: 0xC3A6FF),
        with: [
            .quote: Style(foreground: rgb(0xB9B4D0), attributes: .italic),
            .match: Style(foreground: rgb(0x1B1D23), background: rgb(0xC9B26B)),
            .border: Style(foreground: rgb(0x838A97)),
            .warning: Style(foreground: rgb(0xFFFFFF), background: rgb(0xA8222B), attributes: .bold),
            .hint: Style(foreground: rgb(0xB4BAC5), background: rgb(0x2B2F38)),
        ])

    /// For light terminals; the same as `themes/light.json5`.
    public static let light = Theme(
        Palette(
            name: "light", tone: .light, background: 0xFBFAF7, raised: 0xE4E1D8, text: 0x22252B,
            faint: 0x5E6570, red: 0xA8222B, orange: 0x8A4B00, yellow: 0x7A3E00, green: 0x1F6B1F,
            cyan: 0x0A5C66, blue: 0x0B50B0, violet: 0x5C3BA8),
        with: [
            .linkNumber: Style(foreground: rgb(0x22252B), background: rgb(0xFFD24D), attributes: .bold),
            .quote: Style(foreground: rgb(0x55497A), attributes: .italic),
            .highlight: Style(foreground: rgb(0x22252B), background: rgb(0xFFE08A)),
            .match: Style(foreground: rgb(0x22252B), background: rgb(0xF2DE9B)),
            .chosenMatch: Style(foreground: rgb(0x22252B), background: rgb(0xFFAE57), attributes: .bold),
            .border: Style(foreground: rgb(0x6B717C)),
            .hint: Style(foreground: rgb(0x3F444D), background: rgb(0xE4E1D8)),
        ])
}
