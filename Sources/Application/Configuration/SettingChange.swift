import SonicProtocol

/// A setting with a new value, to count for a run or to be written into the file.
public struct SettingChange: Sendable {
    /// Why a setting cannot have a value, in a sentence.
    public struct Mistake: Error, Sendable {
        /// The sentence.
        public let words: String
    }

    /// The setting.
    public let setting: Setting
    /// The value as it stands in a file.
    let literal: String
    private let assignments: [Assignment]

    /// A value as somebody typed it, for all sites: JSON5, or a text without quotes.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - value: What was typed.
    public init(_ name: String, to value: String) throws(Mistake) {
        guard let setting = Setting.table.first(where: { $0.name == name }) else {
            throw Mistake(words: Settings.unknown(name, in: .page))
        }
        self.setting = setting
        var problem: TextProblem?
        for literal in [value, JSONValue.string(value).text()] {
            let bytes = Array("{ \(JSONValue.string(name).text()): \(literal)\n}".utf8)
            let (read, problems) = Settings.read(bytes)
            // What closes the object or begins another member is no value.
            let isOne = JSONNode.read(bytes).node?.members?.count == 1
            if problems.isEmpty, isOne, read.assignments.count == 1 {
                (self.literal, assignments) = (literal, read.assignments)
                return
            }
            problem = problems.first
        }
        throw Mistake(words: problem?.message ?? "“\(name)” takes \(setting.takes).")
    }

    /// Gives the setting its value.
    func apply(to settings: inout Settings) {
        settings.assignments += assignments
        for assignment in assignments { assignment.change(&settings.general) }
    }

    /// The text of a file in which the setting has this value for all sites; everything else, comments too, stays as it
    /// is. Nil where the text is no object, so that nobody knows where it belongs. Linear in the text.
    public func written(in text: String) -> String? {
        let name = JSONValue.string(setting.name).text()
        guard text.unicodeScalars.contains(where: { $0.value > 0x20 }) else {
            return "{\n  \(name): \(literal),\n}\n"
        }
        let (node, problems) = JSONNode.read(Array(text.utf8))
        // Where the text cannot be read, places in it mean little.
        guard let node, problems.isEmpty, let members = node.members else { return nil }
        var scalars = Array(text.unicodeScalars)
        if let member = members.first(where: { $0.name == setting.name }),
            let start = Self.index(of: member.node.position, in: scalars)
        {
            let end = Self.end(ofValueAt: start, in: scalars)
            scalars.replaceSubrange(start..<end, with: Array(literal.unicodeScalars))
        } else if let brace = Self.index(of: node.position, in: scalars) {
            let rest = scalars[(brace + 1)...].first
            let breaks = rest == "\n" || rest == "\r" ? "" : "\n"
            scalars.insert(
                contentsOf: Array("\n  \(name): \(literal),\(breaks)".unicodeScalars), at: brace + 1)
        }
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }

    /// Where a place of a text is among its scalars; nil beyond its end.
    private static func index(of position: TextPosition, in scalars: [Unicode.Scalar]) -> Int? {
        var (line, column) = (1, 1)
        for (index, scalar) in scalars.enumerated() {
            if line == position.line, column == position.column { return index }
            let isHalf = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if scalar == "\n" || scalar == "\r" && !isHalf {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return nil
    }

    /// Where a value of a text that can be read ends.
    private static func end(ofValueAt start: Int, in scalars: [Unicode.Scalar]) -> Int {
        var (index, depth) = (start, 0)
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "\"", "'":
                index = self.end(ofStringAt: index, in: scalars)
                if depth == 0 { return index }
            case "/" where depth == 0: return index
            case "/": index = self.end(ofCommentAt: index, in: scalars)
            case "{", "[":
                depth += 1
                index += 1
            case "}", "]":
                guard depth > 0 else { return index }
                depth -= 1
                index += 1
                if depth == 0 { return index }
            case _ where depth == 0 && (scalar == "," || scalar.properties.isWhitespace): return index
            case _: index += 1
            }
        }
        return index
    }

    private static func end(ofStringAt start: Int, in scalars: [Unicode.Scalar]) -> Int {
        var index = start + 1
        while index < scalars.count, scalars[index] != scalars[start] {
            index += scalars[index] == "\\" ? 2 : 1
        }
        return min(index + 1, scalars.count)
    }

    private static func end(ofCommentAt start: Int, in scalars: [Unicode.Scalar]) -> Int {
        let isBlock = start + 1 < scalars.count && scalars[start + 1] == "*"
        var index = start + 2
        while index < scalars.count {
            if isBlock, scalars[index] == "/", scalars[index - 1] == "*", index > start + 2 {
                return index + 1
            }
            if !isBlock, scalars[index] == "\n" || scalars[index] == "\r" { return index }
            index += 1
        }
        return scalars.count
    }
}

extension Settings {
    /// Gives a setting another value than the file says.
    public mutating func apply(_ change: SettingChange) { change.apply(to: &self) }

    /// What a setting is and where that comes from, in a line.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - url: The address of a page for which it counts; nil for all sites.
    public func line(_ name: String, for url: WebURL?) throws(SettingChange.Mistake) -> String {
        guard let setting = inForce(for: url).first(where: { $0.setting.name == name }) else {
            throw SettingChange.Mistake(words: Self.unknown(name, in: .page))
        }
        let origin =
            switch setting.origin {
            case .standard: "default"
            case .general: "set"
            case .site(let pattern, _): "set for \(pattern)"
            }
        return "\(name): \(SettingsText.value(setting.value)) (\(origin); takes \(setting.setting.takes))"
    }
}
