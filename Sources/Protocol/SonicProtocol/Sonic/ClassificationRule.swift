/// What an answer was held to be, and by which rules.
public struct Classification: Sendable, Equatable {
    /// What kind of answer it is.
    public let kind: AnswerKind
    /// The rules tried, in order; the last one fits.
    public let trials: [RuleTrial]
}

/// A rule that was held against an answer.
public struct RuleTrial: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// What it looked at, with the values that were there.
    public let evidence: String
    /// Whether it fits.
    public let fits: Bool

    /// A trial of these parts.
    public init(rule: RuleID, evidence: String, fits: Bool) {
        self.rule = rule
        self.evidence = evidence
        self.fits = fits
    }
}

/// The rules for what an answer is, in the order in which they are tried (docs/protocol.md#classification).
enum ClassificationRule: CaseIterable {
    case notModified, notModifiedUnasked, redirect, redirectNowhere, unavailable, error
    case noPage, dataUpdate, notHTML, sonicPage, plainPage

    /// What it is called.
    var id: RuleID {
        switch self {
        case .notModified: .notModified
        case .notModifiedUnasked: .notModifiedUnasked
        case .redirect: .redirect
        case .redirectNowhere: .redirectNowhere
        case .unavailable: .unavailable
        case .error: .errorStatus
        case .noPage: .noPage
        case .dataUpdate: .dataUpdate
        case .notHTML: .notHTML
        case .sonicPage: .sonicPage
        case .plainPage: .plainPage
        }
    }

    /// The kind of answer where the rule fits, else nil; and what it saw.
    func applied(to head: ResponseHead, _ tags: ResponseTags, _ asked: Asked) -> (AnswerKind?, String) {
        let status = "status is \(head.status)"
        switch self {
        case .notModified:
            return (head.status == 304 && asked.isConditional ? .notModified : nil, status)
        case .notModifiedUnasked:
            return (
                head.status == 304
                    ? .senseless("304 Not Modified answers a request that carried no validator") : nil, status
            )
        case .redirect:
            guard let location = Self.location(head) else { return (nil, status) }
            return location.isEmpty
                ? (
                    nil,
                    status
                        + (head.headers.contains("location")
                            ? ", Location is empty" : ", Location is missing")
                )
                : (.redirect(location: location), status + ", Location: \(location)")
        case .redirectNowhere:
            let kind: AnswerKind? =
                Self.location(head) == ""
                ? .senseless(
                    head.headers.contains("location")
                        ? "status \(head.status) redirects with an empty Location header"
                        : "status \(head.status) redirects without a Location header") : nil
            return (kind, status)
        case .unavailable:
            let said = asked.sonic ? "accept-diff was sent" : "accept-diff was not sent"
            return (head.status == 503 && asked.sonic ? .unavailable : nil, "\(status), \(said)")
        case .error:
            return ((400...599).contains(head.status) ? .error(head.status) : nil, status)
        case .noPage:
            return (Self.lack(head.status).map { .senseless("status \(head.status) brings \($0)") }, status)
        case .dataUpdate:
            return (
                tags.isSonic && tags.templateChange == .unchanged ? .update : nil,
                Self.line("template-change", head)
            )
        case .notHTML:
            return (
                ResponseClassifier.isHTML(head.headers) ? nil : .page(.notHTML),
                Self.line("Content-Type", head)
            )
        case .sonicPage:
            let lines = ["template-tag", "template-change", "cache-offline"].map { Self.line($0, head) }
            return (tags.isSonic ? .page(.sonic) : nil, lines.joined(separator: ", "))
        case .plainPage:
            return (.page(.plain), "none came")
        }
    }

    /// What a status brings in place of a page; nil for a page. A status of no known meaning counts as the first of its
    /// hundred (RFC 9110 §15), and 300 brings a page of choices (§15.4.1).
    private static func lack(_ status: Int) -> String? {
        switch status {
        case 206: "a part of a page, and no part was asked for"
        case 226: "changes to a page, and none were asked for"
        case 204, 205: "no page"
        case 200...300: nil
        default: "no page"
        }
    }

    /// Where a redirect leads, empty for nowhere; nil for what is none.
    private static func location(_ head: ResponseHead) -> String? {
        switch head.status {
        case 301, 302, 303, 307, 308: head.headers.first("location") ?? ""
        default: nil
        }
    }

    private static func line(_ name: String, _ head: ResponseHead) -> String {
        guard let field = head.headers.fields.first(where: { $0.isNamed(name) }) else {
            return "\(name) is missing"
        }
        return "\(field.name): \(field.value)"
    }
}
