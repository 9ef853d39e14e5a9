import CellGrid

extension Theme {
    /// Creates the theme of a palette. Colors that are hard to read on its background are moved towards black or white
    /// until they are readable: palettes are made for code, whose comments may be pale.
    init(_ palette: Palette, with own: RoleStyles = [:]) {
        let (ground, raised) = (palette[.background], palette[.raised])
        func front(_ shade: Palette.Shade, _ attributes: Attributes = []) -> Style {
            Style(foreground: palette[shade].lifted(on: ground), attributes: attributes)
        }
        func onRaised(_ shade: Palette.Shade, _ attributes: Attributes = []) -> Style {
            Style(foreground: palette[shade].lifted(on: raised), background: raised, attributes: attributes)
        }
        // The background color on an accent, which is moved as far as needed to make the text readable.
        func filled(_ shade: Palette.Shade, _ attributes: Attributes = []) -> Style {
            Style(foreground: ground, background: palette[shade].lifted(on: ground), attributes: attributes)
        }
        let styles: RoleStyles = [
            .text: Style(foreground: palette[.text].lifted(on: ground), background: ground),
            .heading: front(.yellow, .bold),
            .link: front(.blue, .underline),
            .chosenLink: filled(.blue, .bold),
            .linkNumber: filled(.yellow, .bold),
            .code: front(.cyan),
            .quote: front(.violet, .italic),
            .dimmed: front(.faint),
            .marker: front(.orange),
            .field: onRaised(.text),
            .image: front(.violet, .italic),
            .highlight: filled(.yellow),
            .match: filled(.cyan),
            .chosenMatch: filled(.orange, .bold),
            .changeMark: front(.blue, .bold),
            .border: front(.faint),
            .focusedBorder: front(.blue, .bold),
            .paneTitle: front(.text, .bold),
            .titleLine: onRaised(.text),
            .outcome: onRaised(.yellow, .bold),
            .warning: filled(.red, .bold),
            .failure: front(.red, .bold),
            .caution: front(.yellow, .bold),
            .stepDone: front(.text),
            .stepActive: front(.cyan, .bold),
            .stepFailed: front(.red, .bold),
            .stepPending: front(.faint),
            .outcomeCached: front(.green, .bold),
            .outcomeUpdated: front(.blue, .bold),
            .outcomeWhole: front(.yellow, .bold),
            .outcomePlain: front(.faint, .bold),
            .outcomeOffline: front(.faint, .bold),
            .outcomeFailed: front(.red, .bold),
            .added: front(.green),
            .removed: front(.red),
            .addedWord: front(.green, [.bold, .underline]),
            .removedWord: front(.red, [.bold, .underline]),
            .name: front(.cyan, .bold),
            .hint: onRaised(.text),
            .key: onRaised(.yellow, .bold),
            .notice: onRaised(.text, .bold),
            .prompt: onRaised(.text),
        ]
        self.init(name: palette.name, tone: palette.tone, styles: styles.overlaid(by: own))
    }

    /// For dark terminals; the same as `themes/dark.json5`.
    public static let dark = Theme(
        Palette(
            "dark dark 1B1D23 2B2F38 D7DAE0 9BA1AD FF8A80 F0A868 F0C674 8BD06B 7FD1D8 7FB4FF C3A6FF"
        ),
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
            "light light FBFAF7 E4E1D8 22252B 5E6570 A8222B 8A4B00 7A3E00 1F6B1F 0A5C66 0B50B0 5C3BA8"
        ),
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
