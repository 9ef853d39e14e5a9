import CellGrid

extension Theme {
    /// For light terminals; the same as `themes/light.json5`.
    public static let light = Theme(
        name: "light", tone: .light,
        styles: [
            .text: Style(foreground: rgb(0x22252B), background: rgb(0xFBFAF7)),
            .heading: Style(foreground: rgb(0x7A3E00), attributes: .bold),
            .link: Style(foreground: rgb(0x0B50B0), attributes: .underline),
            .chosenLink: Style(foreground: rgb(0xFFFFFF), background: rgb(0x0B50B0), attributes: .bold),
            .linkNumber: Style(
                foreground: rgb(0x22252B), background: rgb(0xFFD24D), attributes: .bold),
            .code: Style(foreground: rgb(0x2C5E1A)),
            .quote: Style(foreground: rgb(0x55497A), attributes: .italic),
            .dimmed: Style(foreground: rgb(0x5E6570)),
            .marker: Style(foreground: rgb(0x8A4B00)),
            .field: Style(foreground: rgb(0x22252B), background: rgb(0xE4E1D8)),
            .image: Style(foreground: rgb(0x5C3BA8), attributes: .italic),
            .highlight: Style(foreground: rgb(0x22252B), background: rgb(0xFFE08A)),
            .match: Style(foreground: rgb(0x22252B), background: rgb(0xF2DE9B)),
            .chosenMatch: Style(foreground: rgb(0x22252B), background: rgb(0xFFAE57), attributes: .bold),
            .changeMark: Style(foreground: rgb(0x1F6B1F), attributes: .bold),
            .border: Style(foreground: rgb(0x6B717C)),
            .focusedBorder: Style(foreground: rgb(0x0B50B0), attributes: .bold),
            .paneTitle: Style(foreground: rgb(0x22252B), attributes: .bold),
            .titleLine: Style(foreground: rgb(0x22252B), background: rgb(0xE4E1D8)),
            .outcome: Style(foreground: rgb(0x7A3E00), background: rgb(0xE4E1D8), attributes: .bold),
            .warning: Style(foreground: rgb(0xFFFFFF), background: rgb(0xA8222B), attributes: .bold),
            .failure: Style(foreground: rgb(0xA8222B), attributes: .bold),
            .stepDone: Style(foreground: rgb(0x1F6B1F)),
            .stepActive: Style(foreground: rgb(0x7A3E00), attributes: .bold),
            .stepPending: Style(foreground: rgb(0x5E6570)),
            .outcomeTaken: Style(foreground: rgb(0xFFFFFF), background: rgb(0x1F6B1F), attributes: .bold),
            .outcomeOpen: Style(foreground: rgb(0x5E6570)),
            .added: Style(foreground: rgb(0x1F6B1F)),
            .removed: Style(foreground: rgb(0xA8222B)),
            .addedWord: Style(foreground: rgb(0x1F6B1F), attributes: [.bold, .underline]),
            .removedWord: Style(foreground: rgb(0xA8222B), attributes: [.bold, .underline]),
            .name: Style(foreground: rgb(0x0A5C66), attributes: .bold),
            .hint: Style(foreground: rgb(0x3F444D), background: rgb(0xE4E1D8)),
            .key: Style(foreground: rgb(0x7A3E00), background: rgb(0xE4E1D8), attributes: .bold),
            .notice: Style(foreground: rgb(0x22252B), background: rgb(0xE4E1D8), attributes: .bold),
            .prompt: Style(foreground: rgb(0x000000), background: rgb(0xE4E1D8)),
        ])
}
