import CellGrid

/// A style for each role that has one. By the places of the roles, as each row of the screen asks for some.
public struct RoleStyles: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    private var styles: [Style?]

    /// These styles; of several for a role the last.
    public init(dictionaryLiteral elements: (Role, Style)...) {
        styles = Array(repeating: nil, count: Role.allCases.count)
        for (role, style) in elements { self[role] = style }
    }

    /// The style of a role; nil where it has none.
    public subscript(role: Role) -> Style? {
        get { styles[role.rawValue] }
        set { styles[role.rawValue] = newValue }
    }

    /// The same roles with other styles.
    func mapped(_ change: (Style) -> Style) -> RoleStyles {
        var result = self
        for place in styles.indices { result.styles[place] = styles[place].map(change) }
        return result
    }

    /// These styles, but those of some roles.
    func overlaid(by others: RoleStyles) -> RoleStyles {
        var result = self
        for (place, style) in others.styles.enumerated() where style != nil { result.styles[place] = style }
        return result
    }
}
