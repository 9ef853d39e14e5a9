import SonicProtocol

/// What a setting may be: how its values are read, and how they are written.
struct SettingKind<Value: Equatable & Sendable>: Sendable {
    /// What it takes, after “takes”; made only when it is told.
    let words: @Sendable () -> String
    /// The value of a node.
    let read: @Sendable (JSONNode) throws(Mismatch) -> Value
    /// The value as it stands in a file.
    let written: @Sendable (Value) -> JSONValue
    /// The words that may be typed for a value, where they are few; empty where they are many, or a value is no word.
    var usualWords: @Sendable () -> [String] = { [] }
    /// What a section within another makes of the outer and its own value: its own, where nothing else is said.
    var combined: @Sendable (_ outer: Value, _ inner: Value) -> Value = { $1 }
}

/// Why a node is no value of a kind.
struct Mismatch: Error {
    /// Where it is wrong; within a list or a map not at its beginning.
    let position: TextPosition
    /// What is wrong, as a sentence; nil when it is of another kind, which whoever knows the setting can say.
    var message: String?

    /// A node that is of another kind.
    init(_ node: JSONNode) {
        position = node.position
    }

    /// A node of the right kind that holds what cannot be.
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
    /// A whole number from 0.
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
    /// Seconds, fractions of them included, more than none and at most a day.
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

extension SettingKind {
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
