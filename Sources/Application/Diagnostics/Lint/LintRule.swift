import SonicProtocol

/// What may be wrong with a page or an answer: why it matters, and how it is mended.
public struct LintRule: Sendable, Hashable {
    /// A stable name, such as `block-nested`.
    public let name: String
    /// How much it matters.
    public let severity: Finding.Severity
    /// Why it matters, in a sentence or two.
    public let why: String
    /// What to do about it.
    public let mend: String

    init(_ name: String, _ severity: Finding.Severity, why: String, mend: String) {
        self.name = name
        self.severity = severity
        self.why = why
        self.mend = mend
    }

    /// Every rule, in the order of docs/lint.md.
    public static let table: [LintRule] = page + answer + update + course

    /// The rule of this name; nil for none.
    public static func named(_ name: String) -> LintRule? { table.first { $0.name == name } }

    /// This rule broken.
    /// - Parameter evidence: A sentence with the line, header or hash that shows it.
    func broken(_ evidence: String) -> Finding { Finding(name, severity, evidence) }
}
