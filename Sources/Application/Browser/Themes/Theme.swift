import CellGrid

/// A theme: a style for each role.
public struct Theme: Equatable, Sendable {
    /// The name, as in the file's name.
    public let name: String
    /// The background for which it is made.
    public let tone: BackgroundTone
    /// The styles of the roles; a missing role is styled like `text`.
    public let styles: RoleStyles

    /// Creates a theme of these styles.
    public init(name: String, tone: BackgroundTone, styles: RoleStyles) {
        self.name = name
        self.tone = tone
        self.styles = styles
    }

    /// The style of a role. If a role leaves a color to the terminal, the color of `text` applies.
    public subscript(role: Role) -> Style {
        let base = styles[.text] ?? .plain
        guard var style = styles[role] else { return base }
        if style.foreground == .standard { style.foreground = base.foreground }
        if style.background == .standard { style.background = base.background }
        return style
    }

    /// Returns the theme as displayed by a terminal. With few colors, two different ones may map to the same, such as
    /// links and text; then each role has the color of the theme `terminal`.
    func shown(in colors: Setup.Colors) -> Theme {
        switch colors {
        case .many: self
        case .few: self == .mono ? self : Theme(name: name, tone: tone, styles: Theme.terminal.styles)
        }
    }

    /// The built-in themes, which need no file: the same as in `themes/`.
    public static let builtIn: [Theme] =
        [.dark, .light] + Palette.clear.map(Theme.init) + [.terminal, .mono] + Palette.known.map(Theme.init)

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
        switch tone {
        case .dark: return other.flatMap(Self.named) ?? .light
        case .light: return other.flatMap(Self.named) ?? .dark
        }
    }
}

extension Theme {
    /// Returns a color given as a number such as `0xE5C07B`.
    static func rgb(_ hex: UInt32) -> Color {
        .rgb(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    }
}
