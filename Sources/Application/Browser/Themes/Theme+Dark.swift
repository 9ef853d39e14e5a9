import CellGrid

extension Theme {
    /// For dark terminals; the same as `themes/dark.json5`.
    public static let dark = Theme(
        name: "dark", tone: .dark,
        styles: [
            .text: Style(foreground: rgb(0xD7DAE0), background: rgb(0x1B1D23)),
            .heading: Style(foreground: rgb(0xF0C674), attributes: .bold),
            .link: Style(foreground: rgb(0x7FB4FF), attributes: .underline),
            .chosenLink: Style(foreground: rgb(0x1B1D23), background: rgb(0x7FB4FF), attributes: .bold),
            .linkNumber: Style(
                foreground: rgb(0x1B1D23), background: rgb(0xF0C674), attributes: .bold),
            .code: Style(foreground: rgb(0xA8D08D)),
            .quote: Style(foreground: rgb(0xB9B4D0), attributes: .italic),
            .dimmed: Style(foreground: rgb(0x9BA1AD)),
            .marker: Style(foreground: rgb(0xF0A868)),
            .field: Style(foreground: rgb(0xD7DAE0), background: rgb(0x32363F)),
            .image: Style(foreground: rgb(0xC3A6FF), attributes: .italic),
            .highlight: Style(foreground: rgb(0x1B1D23), background: rgb(0xF0C674)),
            .match: Style(foreground: rgb(0x1B1D23), background: rgb(0xC9B26B)),
            .chosenMatch: Style(foreground: rgb(0x1B1D23), background: rgb(0xFF9E5E), attributes: .bold),
            .changeMark: Style(foreground: rgb(0x8BD06B), attributes: .bold),
            .border: Style(foreground: rgb(0x838A97)),
            .focusedBorder: Style(foreground: rgb(0x7FB4FF), attributes: .bold),
            .paneTitle: Style(foreground: rgb(0xD7DAE0), attributes: .bold),
            .titleLine: Style(foreground: rgb(0xE6E8EC), background: rgb(0x2B2F38)),
            .outcome: Style(foreground: rgb(0xF0C674), background: rgb(0x2B2F38), attributes: .bold),
            .warning: Style(foreground: rgb(0xFFFFFF), background: rgb(0xA8222B), attributes: .bold),
            .failure: Style(foreground: rgb(0xFF8A80), attributes: .bold),
            .stepDone: Style(foreground: rgb(0x8BD06B)),
            .stepActive: Style(foreground: rgb(0xF0C674), attributes: .bold),
            .stepPending: Style(foreground: rgb(0x9BA1AD)),
            .outcomeTaken: Style(foreground: rgb(0x1B1D23), background: rgb(0x8BD06B), attributes: .bold),
            .outcomeOpen: Style(foreground: rgb(0x9BA1AD)),
            .added: Style(foreground: rgb(0x8BD06B)),
            .removed: Style(foreground: rgb(0xFF8A80)),
            .addedWord: Style(foreground: rgb(0x8BD06B), attributes: [.bold, .underline]),
            .removedWord: Style(foreground: rgb(0xFF8A80), attributes: [.bold, .underline]),
            .name: Style(foreground: rgb(0x7FD1D8), attributes: .bold),
            .hint: Style(foreground: rgb(0xB4BAC5), background: rgb(0x2B2F38)),
            .key: Style(foreground: rgb(0xF0C674), background: rgb(0x2B2F38), attributes: .bold),
            .notice: Style(foreground: rgb(0xE6E8EC), background: rgb(0x2B2F38), attributes: .bold),
            .prompt: Style(foreground: rgb(0xFFFFFF), background: rgb(0x32363F)),
        ])
}
