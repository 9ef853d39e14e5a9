import SonicProtocol
import SonicSession

/// A rule that was applied to a response, for explanations.
public struct RuleTrial: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// What the rule examined, with the actual values.
    public let evidence: String
    /// Whether the rule applies.
    public let fits: Bool
}

extension Classification.Trial {
    /// The rule and what it examined, for explanations.
    public var trial: RuleTrial { RuleTrial(rule: rule, evidence: evidence.words, fits: fits) }
}

extension Classification.Evidence {
    /// What was examined, with the actual values.
    public var words: String {
        switch self {
        case .status(let status): "status is \(status)"
        case .location(let status, nil): "status is \(status), Location is missing"
        case .location(let status, ""?): "status is \(status), Location is empty"
        case .location(let status, let location?): "status is \(status), Location: \(location)"
        case .acceptDiff(let status, true): "status is \(status), accept-diff was sent"
        case .acceptDiff(let status, false): "status is \(status), accept-diff was not sent"
        case .fields([]): "none received"
        case .fields(let fields): fields.map(\.words).joined(separator: ", ")
        }
    }
}

extension Classification.Field {
    fileprivate var words: String {
        switch self {
        case .present(let field): "\(field.name): \(field.value)"
        case .missing(let name): "\(name) is missing"
        }
    }
}

extension InvalidResponse {
    /// What is wrong with the response, as part of a sentence.
    public var words: String {
        switch self {
        case .unconditionalNotModified: "304 Not Modified was received for a request without a validator"
        case .redirectWithoutLocation(let status, true):
            "status \(status) redirects with an empty Location header"
        case .redirectWithoutLocation(let status, false):
            "status \(status) redirects without a Location header"
        case .noPage(let status, let content): "status \(status) has \(content.words)"
        }
    }
}

extension InvalidResponse.Content {
    fileprivate var words: String {
        switch self {
        case .part: "a part of a page, though no range was requested"
        case .changes: "changes to a page, though none were requested"
        case .nothing: "no page"
        }
    }
}
