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

    var setting: Setting { Setting.table[row] }
}

/// A setting with a new value, for one run or to be written to the file.
public struct SettingChange: Sendable {
    /// The reason why a value is invalid, as a sentence.
    public struct Mistake: Error, Sendable {
        /// The sentence.
        public let words: String
    }

    /// The setting.
    public let setting: Setting
    /// The value as JSON5.
    let literal: String
    private let assignments: [Assignment]

    /// Creates a change for all sites from a typed value: JSON5, or a text without quotes.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - value: The typed text.
    public init(_ name: String, to value: String) throws(Mistake) {
        guard let setting = Setting.table.first(where: { $0.name == name }) else {
            throw Mistake(words: Settings.unknown(name, in: .page))
        }
        self.setting = setting
        var problem: TextProblem?
        for literal in [value, JSONValue.string(value).text()] {
            let bytes = Array("{ \(JSONValue.string(name).text()): \(literal)\n}".utf8)
            let (read, problems) = Settings.read(bytes)
            // A text that closes the object or begins another member is not a value.
            let isOne = JSONNode.read(bytes).node?.members?.count == 1
            if problems.isEmpty, isOne, read.assignments.count == 1 {
                (self.literal, assignments) = (literal, read.assignments)
                return
            }
            problem = problems.first
        }
        throw Mistake(words: problem?.message ?? "“\(name)” takes \(setting.takes).")
    }

    /// Sets the value.
    func apply(to settings: inout Settings) {
        settings.assignments += assignments
        for assignment in assignments { assignment.change(&settings.general) }
    }

    /// Returns the text of a file in which the setting has this value for all sites; everything else, including
    /// comments, is unchanged. Nil if the text is not an object. Linear in the text.
    public func written(in text: String) -> String? {
        guard var edit = JSONEdit(text) else { return nil }
        edit.set([setting.name], to: literal)
        return edit.text
    }
}
