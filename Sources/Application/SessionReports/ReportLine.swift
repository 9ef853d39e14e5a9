import SonicProtocol

/// A line of a report. The text may contain server data, including control characters.
public enum ReportLine: Sendable, Equatable {
    /// A name and its value.
    case fact(String, String)
    /// A line from the wire.
    case wire(String)
    /// The reason for the previous line.
    case why(String)
    /// A rule that was tried: whether it applies, its name, and what it examined.
    case trial(fits: Bool, rule: String, String)
    /// A sentence.
    case words(String)

    /// The width of a fact's name, including the space after it.
    public static let nameWidth = 16

    /// The line as plain text.
    public var text: String {
        switch self {
        case .fact(let name, let value):
            name + String(repeating: " ", count: max(1, Self.nameWidth - name.count)) + value
        case .wire(let text), .words(let text): text
        case .why(let text): "    ^ " + text
        case .trial(let fits, let rule, let words): (fits ? "yes  " : "no   ") + "\(rule): \(words)"
        }
    }

    /// Returns the line with its secrets masked.
    func masked(_ secrets: Secrets, _ mask: inout HeadMask) -> ReportLine {
        switch self {
        case .wire(let text): .wire(mask.line(text))
        case .fact(let name, let text): .fact(name, secrets.text(text))
        case .words(let text): .words(secrets.text(text))
        case .trial(let fits, let rule, let text): .trial(fits: fits, rule: rule, secrets.text(text))
        case .why: self
        }
    }
}
