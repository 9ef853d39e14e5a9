import HTML
import SonicProtocol

/// The type of a setting: how its values are parsed and written.
package struct SettingKind<Value: Sendable>: Sendable {
    /// The accepted values, for a sentence after “takes”; computed only when shown.
    var words: @Sendable () -> String
    /// Parses the value of a node.
    var read: @Sendable (JSONNode) throws(Mismatch) -> Value
    /// Returns the value as JSON.
    let written: @Sendable (Value) -> JSONValue
    /// The accepted words if there are few; empty if there are many, or if values are not words.
    var usualWords: @Sendable () -> [String] = { [] }
    /// Combines the values of an outer and an inner section; by default, the inner one is used.
    var combined: @Sendable (_ outer: Value, _ inner: Value) -> Value = { $1 }

    /// A value of another kind or `null`.
    static func optional<Wrapped>(_ kind: SettingKind<Wrapped>) -> SettingKind where Value == Wrapped? {
        SettingKind(words: { kind.words() + " or null" }) { node throws(Mismatch) in
            if case .null = node.value { return nil }
            return try kind.read(node)
        } written: {
            $0.map(kind.written) ?? .null
        } usualWords: {
            let words = kind.usualWords()
            return words.isEmpty ? [] : words + ["null"]
        } combined: { outer, inner in
            guard let outer, let inner else { return inner }
            return kind.combined(outer, inner)
        }
    }
}

/// The reason why a node is not a valid value.
package struct Mismatch: Error {
    /// The position of the error, which may be inside a list or map.
    let position: TextPosition
    /// The error as a sentence; nil for a value of the wrong type, which the caller describes.
    var message: String?

    /// Creates the mismatch of a node of the wrong type.
    init(_ node: JSONNode) { position = node.position }

    /// Creates the mismatch of a node of the right type with an invalid value.
    init(_ node: JSONNode, _ message: String) {
        position = node.position
        self.message = message
    }
}

extension SettingKind where Value == Bool {
    /// `true` or `false`.
    static var onOff: SettingKind {
        SettingKind(words: { "true or false" }) { node throws(Mismatch) in
            guard let value = node.bool else { throw Mismatch(node) }
            return value
        } written: {
            .bool($0)
        } usualWords: {
            ["true", "false"]
        }
    }
}

extension SettingKind where Value == String {
    /// A text of one line.
    static func text(_ words: String = "a string") -> SettingKind {
        SettingKind(words: { words }) { node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw Mismatch(node, "Control characters are not allowed in this string.")
            }
            return text
        } written: {
            .string($0)
        }
    }
}

extension SettingKind where Value == Int {
    /// A whole number from 0 to a maximum.
    static func count(to most: Int, _ words: String = "a whole number") -> SettingKind {
        SettingKind(words: { words }) { node throws(Mismatch) in
            guard node.number != nil else { throw Mismatch(node) }
            guard let number = node.integer, (0...most).contains(number) else {
                throw Mismatch(node, "Expected a whole number from 0 to \(most).")
            }
            return number
        } written: {
            .integer($0)
        }
    }
}

extension SettingKind where Value == Duration {
    /// Seconds, including fractions, from a millisecond to a day.
    static var seconds: SettingKind {
        SettingKind(words: { "a number of seconds" }) { node throws(Mismatch) in
            guard let number = node.number else { throw Mismatch(node) }
            guard number >= 0.001, number <= 86_400 else {
                throw Mismatch(node, "Expected a number of seconds from 0.001 to 86400.")
            }
            return .milliseconds(Int64((number * 1000).rounded()))
        } written: {
            let milliseconds = $0.wholeMilliseconds
            return milliseconds % 1000 == 0
                ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)
        }
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the words.
    static var word: SettingKind {
        let words: @Sendable () -> String = {
            Value.allCases.map { "“\($0.rawValue)”" }.joined(separator: " or ")
        }
        return SettingKind(words: words) { node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard let value = Value(rawValue: text) else {
                let near = NearestName.among(Value.allCases.map(\.rawValue), to: text)
                throw Mismatch(
                    node,
                    "“\(text)” is not a valid value; use \(words())."
                        + (near.map { " Did you mean “\($0)”?" } ?? ""))
            }
            return value
        } written: {
            .string($0.rawValue)
        } usualWords: {
            Value.allCases.map(\.rawValue)
        }
    }
}

extension SettingKind where Value == CharacterEncoding {
    /// An encoding by one of its labels.
    static var encoding: SettingKind {
        SettingKind(words: { "the name of an encoding" }) { node throws(Mismatch) in
            guard let label = node.string else { throw Mismatch(node) }
            guard let encoding = CharacterEncoding(label: label.utf8) else {
                let names = CharacterEncoding.allCases.map(\.name)
                let near = NearestName.among(
                    CharacterEncoding.allCases.flatMap(\.labels), to: label.lowercased())
                throw Mismatch(
                    node,
                    "Unknown encoding “\(label)”"
                        + (near.map { ". Did you mean “\($0)”?" }
                            ?? "; use one of \(names.joined(separator: ", "))."))
            }
            return encoding
        } written: {
            .string($0.name)
        }
    }
}

extension SettingKind where Value == ThemeChoice {
    /// The name of a built-in theme, or a file.
    static var theme: SettingKind {
        SettingKind(words: { "“auto”, a theme name, a .json5 file" }) {
            node throws(Mismatch) in
            guard let text = node.string else { throw Mismatch(node) }
            guard let choice = ThemeChoice(text) else {
                let words = ThemeChoice.words.joined(separator: ", ")
                let near = NearestName.among(ThemeChoice.words, to: text)
                throw Mismatch(
                    node,
                    "Unknown theme “\(text)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
                        + " Themes are \(words), and .json5 files.")
            }
            return choice
        } written: {
            .string($0.text)
        } usualWords: {
            ThemeChoice.words
        }
    }
}

/// A number of bytes as text.
public enum ByteSize {
    /// Parses bytes, or a number followed by K, M or G for 2¹⁰, 2²⁰ or 2³⁰ bytes; nil for anything else, and
    /// for more than 2⁶⁰ bytes.
    public static func bytes(_ text: some StringProtocol) -> Int? {
        let units = ["K": 10, "M": 20, "G": 30]
        let shift = units[text.suffix(1).uppercased()]
        let digits = shift == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits),
            number <= 1 << (60 - (shift ?? 0))
        else { return nil }
        return number << (shift ?? 0)
    }

    /// Returns the shortest text that `bytes` parses as the same number.
    static func text(_ bytes: Int) -> String {
        for (unit, shift) in [("G", 30), ("M", 20), ("K", 10)] where bytes > 0 && bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)"
    }
}

extension SettingKind where Value == Int {
    /// A number of bytes.
    static var size: SettingKind {
        SettingKind(words: { "bytes such as \"64M\"" }) { node throws(Mismatch) in
            if let number = node.integer, number >= 0, number <= 1 << 60 { return number }
            guard let text = node.string else { throw Mismatch(node) }
            guard let bytes = ByteSize.bytes(text) else {
                throw Mismatch(
                    node, "“\(text)” is not a valid size; use bytes such as \"500K\", \"64M\" or \"1G\".")
            }
            return bytes
        } written: {
            .string(ByteSize.text($0))
        }
    }
}

extension SettingKind where Value == [SearchEngine] {
    /// One address for all words, or addresses by keyword.
    static var searchEngines: SettingKind {
        SettingKind(words: { "an address with %s, or addresses as { \"keyword\": \"address\" }" }) {
            node throws(Mismatch) in
            if let text = node.string { return [try engine(nil, text, node)] }
            guard let members = node.members else { throw Mismatch(node) }
            var engines: [SearchEngine] = []
            for member in members {
                let text = try text(of: member)
                guard !member.name.isEmpty, !member.name.contains(where: { $0.isWhitespace }) else {
                    throw Mismatch(member.node, "“\(member.name)” is not a valid keyword; use one word.")
                }
                let isDefault = member.name == SearchEngine.defaultName
                engines.append(try engine(isDefault ? nil : member.name, text, member.node))
            }
            return engines
        } written: { engines in
            if engines.count == 1, let only = engines.first, only.keyword == nil {
                return .string(only.template)
            }
            return .object(
                engines.map { .init($0.keyword ?? SearchEngine.defaultName, .string($0.template)) })
        }
    }

    private static func engine(
        _ keyword: String?, _ template: String, _ node: JSONNode
    ) throws(Mismatch) -> SearchEngine {
        if let mistake = SearchEngine.mistake(in: template) { throw Mismatch(node, mistake) }
        return SearchEngine(keyword: keyword, template: template)
    }
}
