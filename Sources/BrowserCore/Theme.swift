import CellGrid

/// The look of the screen: a style for each role.
public struct Theme: Equatable, Sendable {
    /// The name, as in the file's name.
    public let name: String
    /// The roles' styles; a role that is missing looks like `text`.
    public let styles: [Role: Style]

    /// A theme of these styles.
    public init(name: String, styles: [Role: Style]) {
        self.name = name
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

    /// The themes compiled in, which need no file: the same as in `themes/`.
    public static let builtIn: [Theme] = [.dark, .light]
}

extension Theme {
    /// A colour given as one number such as `0xE5C07B`.
    static func rgb(_ hex: UInt32) -> Color {
        .rgb(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    }
}
