import CellGrid

extension Theme {
    /// The terminal's own colors on its own background. Blue is not among them, since it cannot be read on a black one,
    /// and each role differs from text by more than its color, or by a sign before it.
    public static let terminal = Theme(
        name: "terminal", tone: .dark,
        styles: [
            .text: .plain,
            .heading: Style(attributes: .bold),
            .link: Style(foreground: .palette(6), attributes: .underline),
            .chosenLink: Style(attributes: [.bold, .reverse]),
            .linkNumber: Style(foreground: .palette(3), attributes: [.bold, .reverse]),
            .code: Style(foreground: .palette(6), attributes: .bold),
            .quote: Style(foreground: .palette(5), attributes: .italic),
            .dimmed: Style(attributes: .dim),
            .marker: Style(foreground: .palette(3)),
            .field: Style(attributes: .underline),
            .image: Style(foreground: .palette(5), attributes: .italic),
            .highlight: Style(foreground: .palette(3), attributes: .reverse),
            .match: Style(foreground: .palette(6), attributes: .reverse),
            .chosenMatch: Style(foreground: .palette(3), attributes: [.bold, .reverse]),
            .changeMark: Style(foreground: .palette(6), attributes: .bold),
            .border: Style(attributes: .dim),
            .focusedBorder: Style(foreground: .palette(6), attributes: .bold),
            .paneTitle: Style(attributes: .bold),
            .titleLine: Style(attributes: .reverse),
            .outcome: Style(attributes: [.bold, .reverse]),
            .warning: Style(foreground: .palette(1), attributes: [.bold, .reverse]),
            .failure: Style(foreground: .palette(1), attributes: .bold),
            .caution: Style(foreground: .palette(3), attributes: .bold),
            .stepDone: .plain,
            .stepActive: Style(foreground: .palette(6), attributes: .bold),
            .stepFailed: Style(foreground: .palette(1), attributes: .bold),
            .stepPending: Style(attributes: .dim),
            .outcomeCached: Style(foreground: .palette(2), attributes: .bold),
            .outcomeUpdated: Style(foreground: .palette(6), attributes: .bold),
            .outcomeWhole: Style(foreground: .palette(3), attributes: .bold),
            .outcomePlain: Style(attributes: .dim),
            .outcomeOffline: Style(attributes: .dim),
            .outcomeFailed: Style(foreground: .palette(1), attributes: .bold),
            .added: Style(foreground: .palette(2)),
            .removed: Style(foreground: .palette(1)),
            .addedWord: Style(foreground: .palette(2), attributes: [.bold, .underline]),
            .removedWord: Style(foreground: .palette(1), attributes: [.bold, .underline]),
            .name: Style(foreground: .palette(6), attributes: .bold),
            .hint: Style(attributes: .reverse),
            .key: Style(attributes: [.bold, .reverse]),
            .notice: Style(attributes: [.bold, .reverse]),
            .prompt: Style(attributes: .reverse),
        ])

    /// No colors, only text attributes.
    public static let mono = Theme(
        name: "mono", tone: .dark,
        styles: Theme.terminal.styles.mapped { Style(attributes: $0.attributes) }
            .overlaid(by: [
                .removed: Style(attributes: .dim), .removedWord: Style(attributes: [.dim, .underline]),
                .marker: Style(attributes: .bold), .added: Style(attributes: .bold),
            ]))
}
