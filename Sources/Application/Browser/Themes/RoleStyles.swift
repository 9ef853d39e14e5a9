import CellGrid

/// The styles of roles, stored by role index, since drawing looks up several for each row of the screen.
public struct RoleStyles: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    private var styles: [Style?]

    /// Creates a table of these styles; the last one of a role applies.
    public init(dictionaryLiteral elements: (Role, Style)...) {
        styles = Array(repeating: nil, count: Role.allCases.count)
        for (role, style) in elements { self[role] = style }
    }

    /// The style of a role; nil if it has none.
    public subscript(role: Role) -> Style? {
        get { styles[role.rawValue] }
        set { styles[role.rawValue] = newValue }
    }

    /// Returns the same roles with other styles.
    func mapped(_ change: (Style) -> Style) -> RoleStyles {
        var result = self
        for place in styles.indices { result.styles[place] = styles[place].map(change) }
        return result
    }

    /// Returns these styles, with some of them replaced.
    func overlaid(by others: RoleStyles) -> RoleStyles {
        var result = self
        for (place, style) in others.styles.enumerated() where style != nil { result.styles[place] = style }
        return result
    }
}
