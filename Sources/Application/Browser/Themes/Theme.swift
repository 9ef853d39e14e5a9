import CellGrid
import PageLayout

/// A theme: a style for each role.
public struct Theme: Equatable, Sendable {
    /// The name, as in the file's name.
    public let name: String
    /// The background for which it is made.
    public let tone: BackgroundTone
    /// The styles of the roles; a missing role is styled like `text`.
    public let styles: RoleStyles
    /// Whether pages are shown in their own colors: with few colors, these may map to ones that cannot be read.
    private(set) var takesPageColors = true

    /// The style of a role. If a role leaves a color to the terminal, the color of `text` applies.
    public subscript(role: Role) -> Style {
        let base = styles[.text] ?? .plain
        guard var style = styles[role] else { return base }
        if style.foreground == .standard { style.foreground = base.foreground }
        if style.background == .standard { style.background = base.background }
        return style
    }

    /// The style of a role in a line with the background of another, such as the title line.
    subscript(role: Role, on ground: Role) -> Style {
        var style = self[role]
        guard (styles[role] ?? .plain).background == .standard else { return style }
        style.background = self[ground].background
        style.foreground = style.foreground.lifted(on: style.background)
        style.attributes.formUnion(self[ground].attributes.intersection(.reverse))
        return style
    }

    /// Returns the theme as displayed by a terminal. With few colors, two different ones may map to the same, such as
    /// links and text; then each role has the color of the theme `terminal`.
    func shown(inFewColors isLimited: Bool) -> Theme {
        guard isLimited, self != .mono else { return self }
        return Theme(name: name, tone: tone, styles: Theme.terminal.styles, takesPageColors: false)
    }

    /// The built-in themes, which need no file: the same as in `themes/`.
    public static let builtIn: [Theme] =
        [.dark, .light] + Palette.clear.map { Theme($0) } + [.terminal, .mono]
        + Palette.known.map { Theme($0) }

    /// Returns the built-in theme with a name, or nil for none.
    public static func named(_ name: String) -> Theme? {
        switch name {
        // Most starts use these, so the others need not be made.
        case dark.name: .dark
        case light.name: .light
        default: builtIn.first { $0.name == name }
        }
    }

    /// The next built-in theme; the first after the last, and after a theme that is not built in.
    var next: Theme {
        let place = Self.builtIn.firstIndex { $0.name == name }
        return Self.builtIn[((place ?? -1) + 1) % Self.builtIn.count]
    }

    /// The corresponding theme of the other tone: the other one of its pair, or the default of that tone.
    var counterpart: Theme {
        let pairs = [
            ("catppuccin-mocha", "catppuccin-latte"), ("contrast", "contrast-light"),
            ("gruvbox-dark", "gruvbox-light"), ("solarized-dark", "solarized-light"),
        ]
        let other = pairs.first { $0.0 == name }?.1 ?? pairs.first { $0.1 == name }?.0
        return other.flatMap(Self.named) ?? (tone == .dark ? .light : .dark)
    }

    /// Returns a color given as a number such as `0xE5C07B`.
    static func rgb(_ hex: UInt32) -> Color {
        .rgb(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    }

    // The styles of text.

    /// Returns the style of a run of the page's text.
    func style(of text: TextStyle) -> Style {
        var style = self[role(of: text)]
        if text.contains(.bold) { style.attributes.insert(.bold) }
        if text.contains(.italic) { style.attributes.insert(.italic) }
        if text.contains(.underline) { style.attributes.insert(.underline) }
        if text.contains(.strike) { style.attributes.insert(.strikethrough) }
        return style
    }

    private func role(of text: TextStyle) -> Role {
        // The name of a foldable node is styled as a name before anything else.
        if text.contains(.name) { return .name }
        if text.contains(.link) { return .link }
        if text.contains(.image) { return .image }
        if text.contains(.field) { return .field }
        if text.contains(.marker) { return .marker }
        if text.contains(.highlight) { return .highlight }
        if text.headingLevel != nil { return .heading }
        if text.contains(.code) { return .code }
        if text.contains(.dimmed) { return .dimmed }
        if text.contains(.quote) { return .quote }
        return .text
    }

    /// Returns the style of a run, in the colors of the page if they are readable on this theme.
    func style(of run: Line.Run) -> Style {
        var style = style(of: run.style)
        guard run.foreground != nil || run.background != nil else { return style }
        let front = run.foreground.map(Self.rgb) ?? style.foreground
        let back = run.background.map(Self.rgb) ?? style.background
        // The characters of a picture need not be readable.
        if run.style.contains(.image) {
            style.foreground = front
            style.background = back
            style.attributes = []
            return style
        }
        guard takesPageColors else { return style }
        if front.isReadable(on: back) {
            (style.foreground, style.background) = (front, back)
        } else if front.isReadable(on: style.background) {
            style.foreground = front
        }
        return style
    }
}
