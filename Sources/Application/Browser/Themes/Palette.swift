import CellGrid

/// A set of colors from which a theme is made: two backgrounds, two text colors, seven accents. Each is a number such
/// as `0xE5C07B`.
struct Palette: Sendable {
    /// The theme's name.
    let name: String
    /// Whether the background is dark.
    let tone: BackgroundTone
    /// The background of the page, and of lines and fields that stand out from it.
    let background: UInt32, raised: UInt32
    /// The colors of normal and of dimmed text.
    let text: UInt32, faint: UInt32
    /// The accents.
    let red: UInt32, orange: UInt32, yellow: UInt32, green: UInt32, cyan: UInt32, blue: UInt32, violet: UInt32
}

extension Theme {
    /// Creates the theme of a palette. Colors that are hard to read on its background are moved towards black or white
    /// until they are readable: palettes are made for code, whose comments may be pale.
    init(_ palette: Palette) {
        let (ground, raised) = (Self.rgb(palette.background), Self.rgb(palette.raised))
        func front(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(foreground: Contrast.lifted(Self.rgb(hex), on: ground), attributes: attributes)
        }
        func onRaised(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(
                foreground: Contrast.lifted(Self.rgb(hex), on: raised), background: raised,
                attributes: attributes)
        }
        // The background color on an accent, which is moved as far as needed to make the text readable.
        func filled(_ hex: UInt32, _ attributes: Attributes = []) -> Style {
            Style(
                foreground: ground, background: Contrast.lifted(Self.rgb(hex), on: ground),
                attributes: attributes)
        }
        self.init(
            name: palette.name, tone: palette.tone,
            styles: [
                .text: Style(
                    foreground: Contrast.lifted(Self.rgb(palette.text), on: ground), background: ground),
                .heading: front(palette.yellow, .bold),
                .link: front(palette.blue, .underline),
                .chosenLink: filled(palette.blue, .bold),
                .linkNumber: filled(palette.yellow, .bold),
                .code: front(palette.green),
                .quote: front(palette.violet, .italic),
                .dimmed: front(palette.faint),
                .marker: front(palette.orange),
                .field: onRaised(palette.text),
                .image: front(palette.violet, .italic),
                .highlight: filled(palette.yellow),
                .match: filled(palette.cyan),
                .chosenMatch: filled(palette.orange, .bold),
                .changeMark: front(palette.green, .bold),
                .border: front(palette.faint),
                .focusedBorder: front(palette.blue, .bold),
                .paneTitle: front(palette.text, .bold),
                .titleLine: onRaised(palette.text),
                .outcome: onRaised(palette.yellow, .bold),
                .warning: filled(palette.red, .bold),
                .failure: front(palette.red, .bold),
                .stepDone: front(palette.green),
                .stepActive: front(palette.yellow, .bold),
                .stepPending: front(palette.faint),
                .outcomeTaken: filled(palette.green, .bold),
                .outcomeOpen: front(palette.faint),
                .outcomeCached: front(palette.green, .bold),
                .outcomeUpdated: front(palette.blue, .bold),
                .outcomeWhole: front(palette.orange, .bold),
                .outcomePlain: front(palette.faint, .bold),
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
            ])
    }
}
