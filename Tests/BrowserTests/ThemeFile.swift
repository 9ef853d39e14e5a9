import CellGrid

@testable import Browser

/// A theme as a file of `themes/`.
enum ThemeFile {
    static func text(of theme: Theme) -> String {
        let roles = Role.allCases.map { role in
            "    \(role.name): \(style(theme.styles[role] ?? .plain)),\n"
        }
        return """
            // \(theme.name), as it is compiled in. A role left out looks like "text"; so does a colour left out.
            {
              name: "\(theme.name)",
              tone: "\(theme.tone.rawValue)",
              roles: {
            \(roles.joined())  },
            }

            """
    }

    /// The JSON Schema with which editors validate such a file.
    static var schema: String {
        let roles = Role.allCases.map { "        \"\($0.name)\": { \"$ref\": \"#/$defs/style\" }" }
        let attributes = names.map { "        \"\($0.name)\": { \"type\": \"boolean\" }" }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "A theme of sonic",
              "type": "object",
              "required": ["name", "roles"],
              "additionalProperties": false,
              "properties": {
                "name": { "type": "string" },
                "tone": { "enum": ["dark", "light"] },
                "roles": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
            \(roles.joined(separator: ",\n"))
                  }
                }
              },
              "$defs": {
                "color": {
                  "oneOf": [
                    { "type": "string", "pattern": "^(#[0-9A-Fa-f]{6}|default)$" },
                    { "type": "integer", "minimum": 0, "maximum": 255 }
                  ]
                },
                "style": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "foreground": { "$ref": "#/$defs/color" },
                    "background": { "$ref": "#/$defs/color" },
            \(attributes.joined(separator: ",\n"))
                  }
                }
              }
            }

            """
    }

    private static let names: [(name: String, attribute: Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ("strikethrough", .strikethrough),
    ]

    private static func style(_ style: Style) -> String {
        let parts =
            [("foreground", style.foreground), ("background", style.background)].compactMap { name, color in
                Self.color(color).map { "\(name): \($0)" }
            } + names.filter { style.attributes.contains($0.attribute) }.map { "\($0.name): true" }
        return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
    }

    private static func color(_ color: Color) -> String? {
        switch color {
        case .standard: nil
        case .palette(let entry): "\(entry)"
        case .rgb(let red, let green, let blue):
            "\"#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
        }
    }
}
