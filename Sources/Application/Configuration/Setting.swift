import SonicProtocol

/// A setting: a row of the table from which parsing, printing, checking and the documents are derived.
public struct Setting: Sendable {
    /// Where a setting may be used.
    public enum Scope: Sendable {
        /// Outside `sites` only; takes effect at the next start.
        case program
        /// Outside `sites` only; takes effect for the next page that is opened, keys immediately.
        case everywhere
        /// Also in a section of `sites`; takes effect for the next page that is opened.
        case page
    }

    /// Its name in the file.
    public let name: String
    /// Where it may be used.
    public let scope: Scope
    /// Its effect, in one plain line.
    public let summary: String
    /// The accepted values, for a sentence after “takes”.
    public var takes: String { words() }

    /// The accepted words if there are few; empty if there are many, or if values are not words.
    public var usualWords: [String] { typed() }

    /// As `words` in `SettingKind`.
    let words: @Sendable () -> String
    /// As `usualWords` in `SettingKind`.
    let typed: @Sendable () -> [String]

    /// Parses a node and returns the change that sets the value; throws the reason if it is invalid.
    let read: @Sendable (JSONNode, Scope) throws(Mismatch) -> Assignment.Change
    /// Returns the value in the choices as JSON.
    let written: @Sendable (Choices) -> JSONValue

    /// Creates a row: a property of `Choices`, whose initial value is the default, and its kind.
    /// - Parameters:
    ///   - get: Reads the property.
    ///   - set: Writes it.
    ///   - general: The kind outside `sites` if that is more restrictive.
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

    /// The default value as JSON.
    public var standard: JSONValue { written(Choices()) }
}

/// A setting with an assigned value.
struct Assignment: Sendable {
    /// A change that sets the value in the choices.
    typealias Change = @Sendable (inout Choices) -> Void

    /// The setting's row in `Setting.table`.
    let row: Int
    /// The position of its name in the file.
    let position: TextPosition
    /// The change that sets it.
    let change: Change

    /// The setting.
    var setting: Setting { Setting.table[row] }
}
