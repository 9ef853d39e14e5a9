import SonicProtocol

/// The texts that `sonic config` prints.
public enum SettingsText {
    /// A file without changes: every setting with its description and its default, and an example of a site.
    public static var defaults: String {
        let rows = Settings.table.map { setting in
            "  // \(setting.summary)\(choice(setting))\n  \(quoted(setting.name)): \(value(setting.written(Choices()))),\n"
        }
        return """
            // Settings of sonic, in JSON5, with their defaults. Keep only the lines that you change.
            {
            \(rows.joined(separator: "\n"))
              // Settings for single sites: [scheme://]host[:port][/path], where * matches any characters. All
              // matching sections apply, and later ones override earlier ones.
              // Not in sections: \(programNames).
              "sites": {
                // "*.example.org/news/*": { "styles": false, "ignore-parameters": ["utm_*"] },
                // "http://127.0.0.1:8420": { "request-headers": { "Accept-Language": "de" } },
              },
            }
            """
    }

    /// Returns the effective settings, one line each with its origin; `path` is the file's.
    public static func lines(_ settings: [EffectiveSetting], path: String) -> [String] {
        let written = settings.map { quoted($0.setting.name) + ": " + value($0.value) + "," }
        let width = min(48, written.map(\.count).max() ?? 0)
        return zip(written, settings).map { text, setting in
            let gap = String(repeating: " ", count: max(1, width + 1 - text.count))
            switch setting.origin {
            case .standard: return text + gap + "// default"
            case .general(let position): return text + gap + "// \(path):\(position.line)"
            case .site(let pattern, let position):
                return text + gap + "// \(path):\(position.line), \(pattern)"
            }
        }
    }

    /// Returns the sections for sites, with a line for each setting in them; empty if there is no section.
    public static func sites(_ settings: Settings, path: String) -> [String] {
        settings.sections.flatMap { section in
            ["", "\(quoted(section.pattern.text)):  // \(path):\(section.position.line)"]
                + section.assignments.map { assignment in
                    var choices = Choices()
                    assignment.change(&choices)
                    let text = value(assignment.setting.written(choices))
                    return
                        "  \(quoted(assignment.setting.name)): \(text),  // \(path):\(assignment.position.line)"
                }
        }
    }

    /// Returns the accepted words if there are few.
    private static func choice(_ setting: any Setting) -> String {
        let words = setting.usualWords
        return words.isEmpty || words.contains("true") ? "" : " Takes \(setting.takes)."
    }

    private static var programNames: String {
        Settings.table.filter { $0.scope != .page }.map(\.name).joined(separator: ", ")
    }

    private static func quoted(_ name: String) -> String { JSONValue.string(name).text() }

    /// Returns a value on one line, with spaces for readability.
    public static func value(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): return "[" + elements.map { self.value($0) }.joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let texts = members.map { quoted($0.name) + ": " + self.value($0.value) }
            return "{ " + texts.joined(separator: ", ") + " }"
        case .object, .null, .bool, .integer, .number, .string: return value.text()
        }
    }
}
