/// The request headers of a page: Sonic's, exactly in the case that its servers expect, then a browser's usual ones,
/// then those that the user adds (docs/reference/protocol.md#request).
public struct RequestHeaders: Sendable, Equatable {
    /// The program's name and version in User-Agent.
    public var product: String
    /// Headers given by the user. They replace ours of the same name and are sent at the end, each as a separate line;
    /// one without a value only removes ours.
    public var custom: [HeaderField]

    /// The client whose headers are sent to pages that may support Sonic.
    public var client: RequestClient

    /// Creates headers for a product such as `sonic/0.1.0`.
    public init(product: String, custom: [HeaderField] = [], client: RequestClient = .sonic) {
        self.product = product
        self.custom = custom
        self.client = client
    }

    /// The version of VasSonic's protocol that this engine implements, as its clients send it.
    public static let sdkVersion = "Sonic/2.0.0"

    /// Returns the headers in sending order.
    ///
    /// - Parameters:
    ///   - asked: The validators, and whether Sonic is used.
    ///   - lastModified: The date for If-Modified-Since, verbatim from the stored response.
    ///   - cookies: The Cookie header; nil for none.
    ///   - reload: The cache directives for a reload (Fetch's `no-cache` and `reload` modes).
    ///   - method: The method and body.
    public func headers(
        _ asked: RequestConditions, lastModified: HeaderValue?, cookies: HeaderValue?, reload: ReloadHint,
        method: RequestMethod = .get
    ) -> Headers {
        let chosen = chosen(
            asked, lastModified: lastModified, cookies: cookies, reload: reload, method: method)
        return Headers(chosen.map(\.field))
    }

    /// Returns the headers in sending order, each with the reason for its presence and value.
    ///
    /// - Parameters:
    ///   - asked: The validators, and whether Sonic is used.
    ///   - lastModified: The date for If-Modified-Since, verbatim from the stored response.
    ///   - cookies: The Cookie header; nil for none.
    ///   - reload: The cache directives for a reload.
    ///   - method: The method and body.
    public func chosen(
        _ asked: RequestConditions, lastModified: HeaderValue?, cookies: HeaderValue?, reload: ReloadHint,
        method: RequestMethod = .get
    ) -> [ChosenField] {
        if asked.sonic, client.isAnother {
            return client.fields(asked, product: product, cookies: cookies, custom)
        }
        var fields: [ChosenField] = []
        fields.reserveCapacity(12)
        func add(_ name: String, _ value: HeaderValue, _ why: String) {
            fields.append(ChosenField(HeaderField(name, value), why: why))
        }
        if asked.sonic { fields.append(Self.acceptDiff) }
        if let tag = asked.template { add("template-tag", tag, "the stored page's") }
        if let etag = asked.validator {
            let whose = asked.sonic && asked.template != nil ? "without W/ and quotes" : "verbatim"
            add("If-None-Match", etag, "the stored page's validator, \(whose)")
        }
        if asked.date, let lastModified {
            add("If-Modified-Since", lastModified, "the stored page's Last-Modified, verbatim")
        }
        fields += [Self.acceptEncoding, Self.accept]
        if asked.sonic {
            fields.append(Self.sonicVersion)
            add(
                "User-Agent", HeaderValue("\(product) \(Self.sdkVersion)"),
                "this program, and that it supports Sonic")
        } else {
            add("User-Agent", HeaderValue(product), "this program, without Sonic")
        }
        switch reload {
        case .none: break
        case .validate: add("Cache-Control", "max-age=0", "a reload: intermediate caches must ask the server")
        case .bypass:
            let why = "requested without stored data: no intermediate cache may respond"
            add("Pragma", "no-cache", why)
            add("Cache-Control", "no-cache", why)
        }
        if case .post(let body) = method {
            add("Content-Type", HeaderValue(body.contentType), "the type of the body")
            if let origin = body.origin { add("Origin", HeaderValue(origin), "the form's page") }
        }
        if let cookies { add("Cookie", cookies, "the cookies stored for this address") }
        fields.overlay(custom, why: "given with an option or in the configuration")
        return fields
    }

    // Fields that are the same in every request.
    private static let acceptDiff = ChosenField(
        HeaderField("accept-diff", "true"), why: "servers use Sonic for requests with this header")
    private static let acceptEncoding = ChosenField(
        HeaderField("Accept-Encoding", "gzip, deflate, br, zstd"),
        why: "the codings that can be decoded; Node uses Sonic if gzip is allowed")
    private static let accept = ChosenField(
        HeaderField("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"), why: "HTML before all else")
    private static let sonicVersion = ChosenField(
        HeaderField("sonic-sdk-version", sdkVersion),
        why: "the version of VasSonic's protocol, with accept-diff")

    /// The directives of a reload for caches on the path (Fetch §4.6).
    public enum ReloadHint: Sendable {
        /// None: the page is opened normally.
        case none
        /// Validate with the origin: `max-age=0`.
        case validate
        /// Fetch the page again: `no-cache`.
        case bypass
    }

    /// Returns the headers of a request for a style sheet or another subresource, in sending order.
    /// - Parameters:
    ///   - accept: The Accept header; style sheets by default.
    ///   - cookies: The Cookie header; nil for none.
    ///   - isOwn: Whether it is sent to the origin of the page: cookies and the user's headers are not sent to others.
    public func sheetHeaders(
        accepting accept: String = "text/css,*/*;q=0.1", cookies: HeaderValue?, isOwn: Bool
    )
        -> Headers
    {
        var headers = Headers()
        headers.append("Accept-Encoding", "gzip, deflate, br, zstd")
        headers.append("Accept", accept)
        headers.append("User-Agent", product)
        guard isOwn else { return headers }
        if let cookies { headers.append(HeaderField("Cookie", cookies)) }
        headers.overlay(custom)
        return headers
    }
}

/// A request header with the reason for it.
public struct ChosenField: Sendable, Equatable {
    /// The field as it is sent.
    public let field: HeaderField
    /// The reason for its presence and value, as the rest of a sentence about it.
    public let why: String

    /// Creates a field with its reason.
    public init(_ field: HeaderField, why: String) {
        self.field = field
        self.why = why
    }
}

extension [ChosenField] {
    /// Removes all fields with the names of these, and appends these with one reason; one without a value is only
    /// removed (`Headers.overlay`).
    public mutating func overlay(_ others: [HeaderField], why: String) {
        guard !others.isEmpty else { return }
        removeAll { chosen in others.contains { chosen.field.isNamed($0.name) } }
        self += others.filter { !$0.valueBytes.isEmpty }.map { ChosenField($0, why: why) }
    }
}

/// The names of headers whose values are secrets between a client and one server: they are sent only to the origin they
/// were given for, and masked when headers are shown, recorded or copied.
public struct SecretHeaders: Hashable, Sendable {
    /// The secret headers of HTTP (RFC 9110 §11, RFC 6265bis §4).
    private static let known = ["cookie", "set-cookie", "authorization", "proxy-authorization"]

    /// The replacement of a secret.
    package static let mask = "***"

    /// Only the secret headers of HTTP.
    public static let standard = SecretHeaders()

    private let further: [String]

    /// Creates the set of HTTP's secret headers and these further names, in any case.
    public init(_ further: [String] = []) { self.further = further.map { $0.lowercased() } }

    /// Whether the value of a field is a secret. Linear in the names.
    public func contains(_ field: HeaderField) -> Bool {
        Self.known.contains(where: field.isNamed) || further.contains(where: field.isNamed)
    }
}
