/// The parts of a request that determine how its response is interpreted.
public struct RequestConditions: Sendable, Equatable {
    /// The validator sent as If-None-Match, byte for byte; nil for none.
    public var validator: HeaderValue?
    /// The template tag sent, byte for byte; nil for none.
    public var template: HeaderValue?
    /// Whether a date was sent as If-Modified-Since.
    public var date: Bool
    /// Whether `accept-diff: true` was sent.
    public var sonic: Bool

    /// Creates a value from text.
    public init(etag: String? = nil, templateTag: String? = nil, date: Bool = false, sonic: Bool = true) {
        self.init(
            validator: etag.map { HeaderValue($0) }, template: templateTag.map { HeaderValue($0) },
            date: date,
            sonic: sonic)
    }

    /// Creates a value from bytes.
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

    /// Reads the headers of a request; a header with an empty value is ignored.
    public init(_ headers: Headers) {
        func value(_ name: String) -> HeaderValue? {
            headers.firstBytes(name).flatMap { $0.isEmpty ? nil : HeaderValue($0) }
        }
        self.init(
            validator: value("if-none-match"), template: value("template-tag"),
            date: value("if-modified-since") != nil, sonic: value("accept-diff") == "true")
    }

    /// Whether the request is conditional, so that 304 is a valid response.
    public var isConditional: Bool { validator != nil || date }
}

/// The kind of response that its status and headers announce. The body may still contradict it.
public enum AnswerKind: Sendable, Equatable {
    /// The stored page is up to date: status 304.
    case notModified
    /// The body is a data update.
    case update
    /// The body is a full page.
    case page(PageKind)
    /// A redirect to another URL.
    case redirect(location: String)
    /// Status 503 to a Sonic request, which is requested again without Sonic.
    case unavailable
    /// An error status, 4xx or 5xx.
    case error(Int)
    /// A response that is invalid for its request.
    case invalid(InvalidResponse)

    /// The kind of a full page.
    public enum PageKind: Sendable, Equatable {
        /// HTML from a server that supports Sonic.
        case sonic
        /// HTML from a server without Sonic.
        case plain
        /// Not HTML.
        case notHTML
    }
}

/// Classifies a response by its status and headers (docs/reference/protocol.md#classification).
public enum ResponseClassifier {
    /// Returns the kind of a response to a request.
    public static func classify(_ head: ResponseHead, tags: ResponseTags, asked: RequestConditions)
        -> AnswerKind
    {
        classification(of: head, tags: tags, asked: asked).kind
    }

    /// Returns the kind of a response and the rules that were tried, in order. The last one applies.
    /// - Parameters:
    ///   - head: The status and headers of the response.
    ///   - tags: Its Sonic headers.
    ///   - asked: The request.
    public static func classification(
        of head: ResponseHead, tags: ResponseTags, asked: RequestConditions
    ) -> Classification {
        var trials: [Classification.Trial] = []
        for rule in ClassificationRule.allCases {
            let (kind, evidence) = rule.applied(to: head, tags, asked)
            trials.append(Classification.Trial(rule: rule.id, evidence: evidence, fits: kind != nil))
            if let kind { return Classification(kind: kind, trials: trials) }
        }
        return Classification(kind: .invalid(.noPage(status: head.status, .nothing)), trials: trials)
    }

    /// Whether the response has the validator that was sent, weakness and quotes aside: then the stored page is up to
    /// date although the status is 200 (docs/reference/protocol.md#etag).
    public static func hasSameETag(_ tags: ResponseTags, asked: RequestConditions) -> Bool {
        guard let ours = asked.etag, let theirs = tags.etag else { return false }
        return Bytes.equalIgnoringCase(ResponseTags.bare(ours).utf8, theirs.utf8)
    }

    /// Whether Content-Type is HTML; a missing one counts as HTML.
    public static func isHTML(_ headers: Headers) -> Bool {
        guard let type = mediaType(headers) else { return true }
        return type == "text/html" || type == "application/xhtml+xml"
    }

    /// Whether a Content-Type is XML, which is a page if its root element says so; image types are not (MIME Sniffing
    /// Standard §4.6).
    public static func isXML(_ type: String?) -> Bool {
        guard let type = type.flatMap({ mediaType(Headers([HeaderField("content-type", $0)])) }) else {
            return false
        }
        return type == "application/xml" || type == "text/xml"
            || type.hasSuffix("+xml") && !type.hasPrefix("image/")
    }

    /// Returns the media type in lower case without parameters; nil if the header is missing, empty or not a media
    /// type, or if it means that the type is unknown (MIME Sniffing Standard §4.4 and §7).
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

    /// Whether Cache-Control contains no-store (RFC 9111 §5.2.2.5).
    public static func forbidsStoring(_ headers: Headers) -> Bool {
        headers.fields.contains { field in
            field.isNamed("cache-control")
                && field.valueBytes.split(separator: 0x2C).contains { directive in
                    Bytes.equalIgnoringCase(Bytes.trimmed(directive), "no-store".utf8)
                }
        }
    }

    /// Whether a body is HTML by its Content-Type, or by its first bytes if there is none. Without a Content-Type, a
    /// body is also HTML if the server supports Sonic, or if the first bytes are too few to decide.
    ///
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - bytes: The body, or its beginning.
    public static func isHTML(_ headers: Headers, _ bytes: [UInt8]) -> Bool {
        guard let type = sniffedType(headers, bytes) else { return isHTML(headers) }
        return type == "text/html"
    }

    /// Returns the type of a body by its first bytes, if the headers give none; nil if they do, if the server supports
    /// Sonic, or if the bytes are too few to decide.
    public static func sniffedType(_ headers: Headers, _ bytes: [UInt8]) -> String? {
        guard mediaType(headers) == nil, !ResponseTags(headers).isSonic else { return nil }
        return SniffedType.mediaType(of: bytes)
    }

    /// Returns the Content-Type of a body: that of the headers or, if they give none and the first bytes are not HTML,
    /// the detected type with the parameters of the headers.
    public static func contentType(_ headers: Headers, _ bytes: [UInt8]) -> String? {
        let named = headers.first("content-type")
        guard let sniffed = sniffedType(headers, bytes), sniffed != "text/html" else { return named }
        return sniffed + (named.map { String($0.drop { $0 != ";" }) } ?? "")
    }
}
