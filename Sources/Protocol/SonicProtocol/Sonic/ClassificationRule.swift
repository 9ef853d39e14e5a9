/// The classification of a response, and the rules by which it was made.
public struct Classification: Sendable, Equatable {
    /// The kind of the response.
    public let kind: AnswerKind
    /// The rules tried, in order; the last one applies.
    public let trials: [Trial]

    /// A rule that was tried on a response.
    public struct Trial: Sendable, Equatable {
        /// The rule.
        public let rule: RuleID
        /// The values that it examined.
        public let evidence: Evidence
        /// Whether it applies.
        public let fits: Bool
    }

    /// The values that a rule examines.
    public enum Evidence: Sendable, Equatable {
        /// The status.
        case status(Int)
        /// The status, which is a redirect's, and the Location; nil if it is missing.
        case location(status: Int, String?)
        /// The status, and whether accept-diff was sent.
        case acceptDiff(status: Int, isSent: Bool)
        /// Header fields.
        case fields([Field])
    }

    /// A header field that a rule examines.
    public enum Field: Sendable, Equatable {
        /// The field is present.
        case present(HeaderField)
        /// No field has this name.
        case missing(String)
    }
}

/// A response that is invalid for its request.
public enum InvalidResponse: Sendable, Equatable {
    /// A 304 to a request without a validator.
    case unconditionalNotModified
    /// A redirect with this status and a missing or empty Location.
    case redirectWithoutLocation(status: Int, isEmpty: Bool)
    /// A status of a response without a page.
    case noPage(status: Int, Content)

    /// The content of a response that is not a page.
    public enum Content: Sendable, Equatable {
        /// Partial content, which was not requested.
        case part
        /// A delta (RFC 3229), which was not requested.
        case changes
        /// No content.
        case nothing
    }
}

/// The rules that classify a response, in the order in which they are tried
/// (docs/reference/protocol.md#classification).
enum ClassificationRule: CaseIterable {
    case notModified, notModifiedUnasked, redirect, redirectNowhere, unavailable, error
    case noPage, dataUpdate, notHTML, sonicPage, plainPage

    /// The stable name.
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

    /// Returns the kind of response, nil if the rule does not apply; and the values that it examined.
    func applied(
        to head: ResponseHead, _ tags: ResponseTags, _ asked: RequestConditions
    ) -> (AnswerKind?, Classification.Evidence) {
        let status = Classification.Evidence.status(head.status)
        switch self {
        case .notModified: return (head.status == 304 && asked.isConditional ? .notModified : nil, status)
        case .notModifiedUnasked:
            return (head.status == 304 ? .invalid(.unconditionalNotModified) : nil, status)
        case .redirect:
            guard let location = Self.location(head) else { return (nil, status) }
            return (
                location.isEmpty ? nil : .redirect(location: location),
                .location(status: head.status, head.headers.first("location"))
            )
        case .redirectNowhere:
            guard Self.location(head) == "" else { return (nil, status) }
            let isEmpty = head.headers.contains("location")
            return (.invalid(.redirectWithoutLocation(status: head.status, isEmpty: isEmpty)), status)
        case .unavailable:
            return (
                head.status == 503 && asked.sonic ? .unavailable : nil,
                .acceptDiff(status: head.status, isSent: asked.sonic)
            )
        case .error: return ((400...599).contains(head.status) ? .error(head.status) : nil, status)
        case .noPage:
            return (Self.content(head.status).map { .invalid(.noPage(status: head.status, $0)) }, status)
        case .dataUpdate:
            return (
                tags.isSonic && tags.templateChange == .unchanged ? .update : nil,
                Self.fields(["template-change"], head)
            )
        case .notHTML:
            return (
                ResponseClassifier.isHTML(head.headers) ? nil : .page(.notHTML),
                Self.fields(["Content-Type"], head)
            )
        case .sonicPage:
            return (
                tags.isSonic ? .page(.sonic) : nil,
                Self.fields(["template-tag", "template-change", "cache-offline"], head)
            )
        case .plainPage: return (.page(.plain), .fields([]))
        }
    }

    /// Returns the content of a response that has no page; nil for a status with a page. An unknown status counts as
    /// the x00 status of its class (RFC 9110 §15), and 300 has a page of choices (§15.4.1).
    private static func content(_ status: Int) -> InvalidResponse.Content? {
        switch status {
        case 206: .part
        case 226: .changes
        case 204, 205: .nothing
        case 200...300: nil
        default: .nothing
        }
    }

    /// Returns the target of a redirect, empty if it has none; nil if the response is not a redirect.
    private static func location(_ head: ResponseHead) -> String? {
        RedirectRule.isRedirect(head.status) ? head.headers.first("location") ?? "" : nil
    }

    private static func fields(_ names: [String], _ head: ResponseHead) -> Classification.Evidence {
        .fields(
            names.map { name in
                head.headers.fields.first { $0.isNamed(name) }.map { .present($0) } ?? .missing(name)
            })
    }
}
