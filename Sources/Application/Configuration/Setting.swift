import SonicProtocol

/// Where a setting may be used.
package enum SettingScope: Sendable {
    /// Outside `sites` only; takes effect at the next start.
    case program
    /// Outside `sites` only; takes effect for the next page that is opened, keys immediately.
    case everywhere
    /// Also in a section of `sites`; takes effect for the next page that is opened.
    case page
}

/// A setting, from which parsing, printing, checking and the documents are derived.
package protocol Setting: Sendable {
    /// Its name in the file.
    var name: String { get }
    /// Where it may be used.
    var scope: SettingScope { get }
    /// Its effect, in one plain line.
    var summary: String { get }
    /// The accepted values, for a sentence after “takes”.
    var takes: String { get }
    /// The accepted words if there are few; empty if there are many, or if values are not words.
    var usualWords: [String] { get }

    /// Parses a node and returns the change that sets the value; throws the reason if it is invalid.
    func read(_ node: JSONNode, in scope: SettingScope) throws(Mismatch) -> @Sendable (inout Choices) -> Void
    /// Returns the value in the choices as JSON.
    func written(_ choices: Choices) -> JSONValue
}

/// The row of a setting (`Settings.table`). The type of its value has no requirement for which the runtime would look up
/// a conformance at the start (decision 0594).
package final class SettingRow<Value: Sendable>: Setting {
    /// Where the value is.
    enum Place: Sendable {
        /// Among the values of `Choices`, with this default.
        case here(standard: Value)
        /// In a property, whose initial value is the default: part of what others take as it is.
        case property(any WritableKeyPath<Choices, Value> & Sendable)
    }

    package let name: String
    package let scope: SettingScope
    package let summary: String
    let place: Place
    private let kind: SettingKind<Value>
    private let general: SettingKind<Value>?

    private init(
        _ name: String, _ scope: SettingScope, at place: Place, _ kind: SettingKind<Value>,
        _ general: SettingKind<Value>?, _ summary: String
    ) {
        (self.name, self.scope) = (name, scope)
        (self.summary, self.place) = (summary, place)
        (self.kind, self.general) = (kind, general)
    }

    /// Creates a row.
    /// - Parameter standard: The default.
    convenience init(
        _ name: String, _ scope: SettingScope, _ standard: Value, _ kind: SettingKind<Value>,
        _ summary: String
    ) {
        self.init(name, scope, at: .here(standard: standard), kind, nil, summary)
    }

    /// Creates a row for a property.
    /// - Parameter general: The kind outside `sites` if that is more restrictive.
    convenience init(
        _ name: String, _ scope: SettingScope, _ path: any WritableKeyPath<Choices, Value> & Sendable,
        _ kind: SettingKind<Value>, general: SettingKind<Value>? = nil, _ summary: String
    ) {
        self.init(name, scope, at: .property(path), kind, general, summary)
    }

    package var takes: String { kind.words() }
    package var usualWords: [String] { kind.usualWords() }

    package func read(
        _ node: JSONNode, in scope: SettingScope
    ) throws(Mismatch) -> @Sendable (inout Choices) -> Void {
        let value = try (scope == .program ? general ?? kind : kind).read(node)
        return { $0[self] = self.kind.combined($0[self], value) }
    }

    package func written(_ choices: Choices) -> JSONValue { kind.written(choices[self]) }
}

/// A setting with an assigned value.
typealias Assignment = (
    setting: any Setting, position: TextPosition, change: @Sendable (inout Choices) -> Void
)

/// A setting with a new value, for one run or to be written to the file.
public struct SettingChange: Sendable {
    /// The reason why a value is invalid, as a sentence.
    public struct Mistake: Error, Sendable {
        /// The sentence.
        public let words: String
    }

    /// The setting.
    package let setting: any Setting
    /// The value as JSON5.
    let literal: String
    let assignments: [Assignment]

    /// Creates a change for all sites from a typed value: JSON5, or a text without quotes.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - value: The typed text.
    public init(_ name: String, to value: String) throws(Mistake) {
        guard let setting = Settings.table.first(where: { $0.name == name }) else {
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

    /// Returns the text of a file in which the setting has this value for all sites; everything else, including
    /// comments, is unchanged. Nil if the text is not an object. Linear in the text.
    public func written(in text: String) -> String? {
        guard var edit = JSONEdit(text) else { return nil }
        edit.set([setting.name], to: literal)
        return edit.text
    }
}
