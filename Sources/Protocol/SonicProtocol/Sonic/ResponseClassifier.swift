/// What a request asked, as far as the answer's meaning depends on it.
public struct Asked: Sendable, Equatable {
    /// The validator sent as If-None-Match, byte for byte; nil for none.
    public var validator: HeaderValue?
    /// The template tag sent, byte for byte; nil for none.
    public var template: HeaderValue?
    /// Whether a date was sent as If-Modified-Since.
    public var date: Bool
    /// Whether `accept-diff: true` was sent.
    public var sonic: Bool

    /// A question of these parts.
    public init(etag: String? = nil, templateTag: String? = nil, date: Bool = false, sonic: Bool = true) {
        self.init(
            validator: etag.map { HeaderValue($0) }, template: templateTag.map { HeaderValue($0) },
            date: date,
            sonic: sonic)
    }

    /// A question with these bytes.
    public init(validator: HeaderValue?, template: HeaderValue?, date: Bool = false, sonic: Bool = true) {
        self.validator = validator
        self.template = template
        self.date = date
        self.sonic = sonic
    }

    /// The validator as text; nil for none.
    public var etag: String? {
        get { validator?.text }
        set { validator = newValue.map { HeaderValue($0) } }
    }
    /// The template tag as text; nil for none.
    public var templateTag: String? {
        get { template?.text }
        set { template = newValue.map { HeaderValue($0) } }
    }

    /// What a request with these headers asks; a header without a value asks nothing.
    public init(_ headers: Headers) {
        func value(_ name: String) -> HeaderValue? {
            headers.firstBytes(name).flatMap { $0.isEmpty ? nil : HeaderValue($0) }
        }
        self.init(
            validator: value("if-none-match"), template: value("template-tag"),
            date: value("if-modified-since") != nil, sonic: value("accept-diff") == "true")
    }

    /// Whether a 304 can be an answer to this.
    public var isConditional: Bool { validator != nil || date }
}

/// What kind of answer a response head announces. The body may still prove it wrong.
public enum AnswerKind: Sendable, Equatable {
    /// The stored page is current: status 304.
    case notModified
    /// The body brings the data of an update.
    case update
    /// The body is a whole page.
    case page(PageKind)
    /// Another address answers.
    case redirect(location: String)
    /// Status 503 to a Sonic request: to be asked again without Sonic.
    case unavailable
    /// An error status, 4xx or 5xx.
    case error(Int)
    /// A response that makes no sense here.
    case senseless(Nonsense)

    /// Who spoke Sonic on a whole page.
    public enum PageKind: Sendable, Equatable {
        /// The server speaks Sonic.
        case sonic
        /// It does not.
        case plain
        /// It is no HTML.
        case notHTML
    }
}

/// Decides what an answer is, by its status and headers (docs/reference/protocol.md#classification).
public enum ResponseClassifier {
    /// The kind of the answer to what was asked.
    public static func classify(_ head: ResponseHead, tags: ResponseTags, asked: Asked) -> AnswerKind {
        classification(of: head, tags: tags, asked: asked).kind
    }

    /// The same with the rules that were tried on the way, in their order. The last one fits.
    /// - Parameters:
    ///   - head: The answer's head.
    ///   - tags: What its headers say of Sonic.
    ///   - asked: What the request asked.
    public static func classification(
        of head: ResponseHead, tags: ResponseTags, asked: Asked
    ) -> Classification {
        var trials: [Classification.Trial] = []
        for rule in ClassificationRule.allCases {
            let (kind, evidence) = rule.applied(to: head, tags, asked)
            trials.append(
                Classification.Trial(rule: rule.id, evidence: evidence, fits: kind != nil)
            )
            if let kind { return Classification(kind: kind, trials: trials) }
        }
        return Classification(kind: .senseless(.noPage(status: head.status, .nothing)), trials: trials)
    }

    /// Whether the answer's validator is the one asked with, weakness and quotes aside: then the stored page is
    /// current although the status is 200 (docs/reference/protocol.md#etag).
    public static func hasSameETag(_ tags: ResponseTags, asked: Asked) -> Bool {
        guard let ours = asked.etag, let theirs = tags.etag else { return false }
        return Bytes.equalIgnoringCase(ResponseTags.bare(ours).utf8, theirs.utf8)
    }

    /// Whether Content-Type names HTML; a missing one counts as HTML.
    public static func isHTML(_ headers: Headers) -> Bool {
        guard let type = mediaType(headers) else { return true }
        return type == "text/html" || type == "application/xhtml+xml"
    }

    /// Whether a Content-Type is that of a document in XML, which is a page where its root says so; images are none
    /// (MIME Sniffing Standard §4.6).
    public static func isXML(_ type: String?) -> Bool {
        guard let type = type.flatMap({ mediaType(Headers([HeaderField("content-type", $0)])) }) else {
            return false
        }
        return type == "application/xml" || type == "text/xml"
            || type.hasSuffix("+xml") && !type.hasPrefix("image/")
    }

    /// The media type without parameters, lower case; nil when the header is missing or empty, when what it says is no
    /// media type, and when it says that the type is not known (MIME Sniffing Standard §4.4 and §7).
    public static func mediaType(_ headers: Headers) -> String? {
        guard let value = headers.first("content-type") else { return nil }
        let type = Bytes.trimmed(value.utf8.prefix { $0 != 0x3B })
        let halves = type.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy(HeaderField.isTokenByte) })
        else {
            return nil
        }
        let name = String(decoding: type.map { Bytes.lowered($0) }, as: UTF8.self)
        return unknownTypes.contains(name) ? nil : name
    }

    private static let unknownTypes: Set<String> = ["*/*", "unknown/unknown", "application/unknown"]

    /// Whether Cache-Control forbids storing the answer (RFC 9111 §5.2.2.5).
    public static func forbidsStoring(_ headers: Headers) -> Bool {
        headers.fields.contains { field in
            field.isNamed("cache-control")
                && field.valueBytes.split(separator: 0x2C).contains { directive in
                    Bytes.equalIgnoringCase(Bytes.trimmed(directive), "no-store".utf8)
                }
        }
    }
}
