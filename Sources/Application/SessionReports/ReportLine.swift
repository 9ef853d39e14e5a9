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
        case .wire(let text): text
        case .why(let text): "    ^ " + text
        case .trial(let fits, let rule, let words): (fits ? "yes  " : "no   ") + "\(rule): \(words)"
        case .words(let text): text
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

extension SessionReport.Section {
    /// The heading, such as “Classified”.
    public var title: String {
        let name = "\(topic)"
        return name.prefix(1).uppercased() + name.dropFirst() + (request.map { " (request \($0))" } ?? "")
    }

    /// Returns the lines of all facts. Linear in their content.
    package func lines(_ secrets: Secrets) -> [ReportLine] {
        var mask = HeadMask(secrets)
        return facts.flatMap { $0.lines(secrets) }.map { $0.masked(secrets, &mask) }
    }
}

extension SessionReport {
    /// Returns sections as plain text: headings, and their lines indented.
    package static func text(_ sections: [Section], _ secrets: Secrets) -> [String] {
        sections.flatMap { section in
            [section.title] + section.lines(secrets).map { "  \($0.text)" } + [""]
        }.dropLast()
    }

    /// Returns facts as plain text: `name: value`; a reason is a sentence of its own.
    package static func text(_ facts: [Fact], _ secrets: Secrets) -> [String] {
        facts.flatMap { $0.lines(secrets) }.map { line in
            switch line {
            case .fact("because", let value): secrets.text(value)
            case .fact(let name, let value): "\(name): \(secrets.text(value))"
            case .wire, .why, .trial, .words: secrets.text(line.text)
            }
        }
    }
}
