import CellGrid

/// The look of the screen: a style for each role.
public struct Theme: Equatable, Sendable {
    /// The name, as in the file's name.
    public let name: String
    /// What kind of background it is for.
    public let tone: BackgroundTone
    /// The roles' styles; a role that is missing looks like `text`.
    public let styles: RoleStyles

    /// A theme of these styles.
    public init(name: String, tone: BackgroundTone, styles: RoleStyles) {
        self.name = name
        self.tone = tone
        self.styles = styles
    }

    /// The style of a role. Where a role leaves a colour to the terminal, the colour of `text` counts.
    public subscript(role: Role) -> Style {
        let base = styles[.text] ?? .plain
        guard var style = styles[role] else { return base }
        if style.foreground == .standard { style.foreground = base.foreground }
        if style.background == .standard { style.background = base.background }
        return style
    }

    /// The theme as a terminal shows it. Where that has few colours, the nearest of those to two that differ may be the same,
    /// such as links and text: each role then has the colour that the theme `terminal` gives it.
    func shown(in colors: Setup.Colors) -> Theme {
        switch colors {
        case .many: self
        case .few: self == .mono ? self : Theme(name: name, tone: tone, styles: Theme.terminal.styles)
        }
    }

    /// The themes compiled in, which need no file: the same as in `themes/`.
    public static let builtIn: [Theme] =
        [.dark, .light] + Palette.clear.map(Theme.init) + [.terminal, .mono] + Palette.known.map(Theme.init)

    /// The theme of a name among those compiled in; nil for none.
    public static func named(_ name: String) -> Theme? {
        switch name {
        // Most starts end here, and need not make the others.
        case dark.name: .dark
        case light.name: .light
        default: builtIn.first { $0.name == name }
        }
    }

    /// The theme behind this one in the list of those compiled in; the first behind the last, and behind one that is
    /// not among them.
    var next: Theme {
        let place = Self.builtIn.firstIndex { $0.name == name }
        return Self.builtIn[((place ?? -1) + 1) % Self.builtIn.count]
    }

    /// The theme of the other tone that goes with this one: the other of its pair, else the plain one.
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
    /// A colour given as one number such as `0xE5C07B`.
    static func rgb(_ hex: UInt32) -> Color {
        .rgb(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    }
}
