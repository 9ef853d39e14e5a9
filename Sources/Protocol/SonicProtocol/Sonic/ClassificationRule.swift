/// What an answer was held to be, and by which rules.
public struct Classification: Sendable, Equatable {
    /// What kind of answer it is.
    public let kind: AnswerKind
    /// The rules tried, in order; the last one fits.
    public let trials: [Trial]

    /// A rule that was held against an answer.
    public struct Trial: Sendable, Equatable {
        /// The rule.
        public let rule: RuleID
        /// What it looked at.
        public let evidence: Evidence
        /// Whether it fits.
        public let fits: Bool
    }

    /// What a rule looks at, with the values that are there.
    public enum Evidence: Sendable, Equatable {
        /// The status.
        case status(Int)
        /// The status, which is that of a redirect, and the Location; nil where it is missing.
        case location(status: Int, String?)
        /// The status, and whether accept-diff was sent.
        case acceptDiff(status: Int, isSent: Bool)
        /// Header fields.
        case fields([Field])
    }

    /// A header field that a rule looks for.
    public enum Field: Sendable, Equatable {
        /// It is there.
        case present(HeaderField)
        /// None has this name.
        case missing(String)
    }
}

/// A response that makes no sense as the answer to what was asked.
public enum Nonsense: Sendable, Equatable {
    /// A 304 to a request without a validator.
    case unconditionalNotModified
    /// A redirect of this status without a Location, or with an empty one.
    case redirectWithoutLocation(status: Int, isEmpty: Bool)
    /// A status that does not come with a page.
    case noPage(status: Int, Content)

    /// What comes in place of a page.
    public enum Content: Sendable, Equatable {
        /// A part, and none was asked for.
        case part
        /// Changes (RFC 3229), and none were asked for.
        case changes
        /// Nothing.
        case nothing
    }
}

/// The rules for what an answer is, in the order in which they are tried (docs/reference/protocol.md#classification).
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

    /// The kind of answer where the rule fits, else nil; and what it looked at.
    func applied(
        to head: ResponseHead, _ tags: ResponseTags, _ asked: Asked
    ) -> (AnswerKind?, Classification.Evidence) {
        let status = Classification.Evidence.status(head.status)
        switch self {
        case .notModified:
            return (head.status == 304 && asked.isConditional ? .notModified : nil, status)
        case .notModifiedUnasked:
            return (head.status == 304 ? .senseless(.unconditionalNotModified) : nil, status)
        case .redirect:
            guard let location = Self.location(head) else { return (nil, status) }
            return (
                location.isEmpty ? nil : .redirect(location: location),
                .location(status: head.status, head.headers.first("location"))
            )
        case .redirectNowhere:
            guard Self.location(head) == "" else { return (nil, status) }
            let isEmpty = head.headers.contains("location")
            return (.senseless(.redirectWithoutLocation(status: head.status, isEmpty: isEmpty)), status)
        case .unavailable:
            return (
                head.status == 503 && asked.sonic ? .unavailable : nil,
                .acceptDiff(status: head.status, isSent: asked.sonic)
            )
        case .error:
            return ((400...599).contains(head.status) ? .error(head.status) : nil, status)
        case .noPage:
            return (
                Self.content(head.status).map { .senseless(.noPage(status: head.status, $0)) }, status
            )
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

    /// What a status brings in place of a page; nil for a page. A status of no known meaning counts as the first of its
    /// hundred (RFC 9110 §15), and 300 brings a page of choices (§15.4.1).
    private static func content(_ status: Int) -> Nonsense.Content? {
        switch status {
        case 206: .part
        case 226: .changes
        case 204, 205: .nothing
        case 200...300: nil
        default: .nothing
        }
    }

    /// Where a redirect leads, empty for nowhere; nil for what is none.
    private static func location(_ head: ResponseHead) -> String? {
        switch head.status {
        case 301, 302, 303, 307, 308: head.headers.first("location") ?? ""
        default: nil
        }
    }

    private static func fields(_ names: [String], _ head: ResponseHead) -> Classification.Evidence {
        .fields(
            names.map { name in
                head.headers.fields.first { $0.isNamed(name) }.map { .present($0) } ?? .missing(name)
            })
    }
}
