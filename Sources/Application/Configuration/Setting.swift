import SonicProtocol

/// One setting: a row of the table that reading, printing, checking and the documents are made from.
public struct Setting: Sendable {
    /// Where a setting may stand.
    public enum Scope: Sendable {
        /// Outside `sites` only; it counts from the next start.
        case program
        /// Outside `sites` only; it counts from the next page that is opened, keys at once.
        case everywhere
        /// Also in a section of `sites`; it counts from the next page that is opened.
        case page
    }

    /// Its name in the file.
    public let name: String
    /// Where it may stand.
    public let scope: Scope
    /// What it does, in a line of plain words.
    public let summary: String
    /// What it takes, after “takes”.
    public var takes: String { words() }

    /// The words that may be typed for its value, where they are few; empty where they are many, or a value is no word.
    public var usualWords: [String] { typed() }

    /// As `words` in `SettingKind`.
    let words: @Sendable () -> String
    /// As `usualWords` in `SettingKind`.
    let typed: @Sendable () -> [String]

    /// Makes of a node what sets the value; throws why it cannot.
    let read: @Sendable (JSONNode, Scope) throws(Mismatch) -> Assignment.Change
    /// The value among those of a place, as it stands in a file.
    let written: @Sendable (Choices) -> JSONValue

    /// A row: a property of `Choices`, whose first value is the default, and its kind.
    /// - Parameters:
    ///   - get: Reads the property.
    ///   - set: Writes it.
    ///   - general: The kind outside `sites` where that takes less.
    init<Value>(
        _ name: String, _ scope: Scope, _ get: @escaping @Sendable (Choices) -> Value,
        _ set: @escaping @Sendable (inout Choices, Value) -> Void, _ kind: SettingKind<Value>,
        general: SettingKind<Value>? = nil, _ summary: String
    ) {
        self.name = name
        self.scope = scope
        self.summary = summary
        words = kind.words
        typed = kind.usualWords
        read = { node, scope throws(Mismatch) in
            let value = try (scope == .program ? general ?? kind : kind).read(node)
            return { choices in
                set(&choices, kind.combined(get(choices), value))
            }
        }
        written = { kind.written(get($0)) }
    }

    /// The value that counts when nothing is said, as it stands in a file.
    public var standard: JSONValue { written(Choices()) }
}

/// A setting with a value that somebody gave it.
struct Assignment: Sendable {
    /// What sets the value among those of a place.
    typealias Change = @Sendable (inout Choices) -> Void

    /// The setting's row in `Setting.table`.
    let row: Int
    /// Where its name stands in the file.
    let position: TextPosition
    /// Sets it.
    let change: Change

    /// The setting.
    var setting: Setting { Setting.table[row] }
}
