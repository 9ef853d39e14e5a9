import CellGrid
import SonicProtocol

// Themes as files: JSON5 with a name and a style for each role.
extension Theme {
    /// Parses a theme. Any mistake is reported as a problem with its position, and the role keeps the style of `base`.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - base: The theme that fills the gaps.
    public static func read(_ bytes: [UInt8], base: Theme = .dark) -> (theme: Theme, problems: [TextProblem])
    {
        var (node, problems) = JSONNode.read(bytes)
        guard let node else { return (base, problems) }
        problems += node.unknownNames(known: ["name", "tone", "roles"])
        if node["name"]?.string == nil { problems.append(node.problem("name: a string is missing")) }
        let tone = node["tone"].map { entry in
            let tone = entry.string.flatMap(BackgroundTone.init)
            if tone == nil { problems.append(entry.problem("tone must be \"dark\" or \"light\"")) }
            return tone ?? base.tone
        }
        var styles = base.styles
        if let roles = node["roles"] {
            // The last two are of older versions: outcomes have their own roles wherever they appear.
            problems += roles.unknownNames(
                known: Role.allCases.map(\.name) + ["outcomeTaken", "outcomeOpen"])
            for role in Role.allCases {
                guard let entry = roles[role.name] else { continue }
                styles[role] = style(entry, &problems) ?? styles[role]
            }
        } else {
            problems.append(node.problem("roles: an object of styles is missing"))
        }
        return (
            Theme(name: node["name"]?.string ?? base.name, tone: tone ?? base.tone, styles: styles), problems
        )
    }

    private static let attributeNames: [(name: String, attribute: Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
        ("reverse", .reverse), ("strikethrough", .strikethrough),
    ]

    private static func style(_ node: JSONNode, _ problems: inout [TextProblem]) -> Style? {
        guard node.members != nil else {
            problems.append(node.problem("expected a style such as { foreground: \"#rrggbb\", bold: true }"))
            return nil
        }
        problems += node.unknownNames(known: ["foreground", "background"] + attributeNames.map(\.name))
        var style = Style()
        if let foreground = node["foreground"] { style.foreground = color(foreground, &problems) }
        if let background = node["background"] { style.background = color(background, &problems) }
        for (name, attribute) in attributeNames {
            guard let entry = node[name] else { continue }
            switch entry.bool {
            case .some(true): style.attributes.insert(attribute)
            case .some(false): break
            case nil: problems.append(entry.problem("\(name) must be true or false"))
            }
        }
        return style
    }

    private static func color(_ node: JSONNode, _ problems: inout [TextProblem]) -> Color {
        if let number = node.integer, let entry = UInt8(exactly: number) { return .palette(entry) }
        if let text = node.string {
            if text == "default" { return .standard }
            let digits = text.dropFirst()
            if text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
                let hex = UInt32(digits, radix: 16)
            {
                return rgb(hex)
            }
        }
        problems.append(
            node.problem("expected a colour: \"#rrggbb\", a palette number from 0 to 255, or \"default\""))
        return .standard
    }
}
