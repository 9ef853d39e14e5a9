/// The request headers of a page: Sonic's, exactly in the case its servers read, then a browser's own, then
/// those the reader adds (docs/reference/protocol.md#request).
public struct RequestHeaders: Sendable, Equatable {
    /// The program's name and version in User-Agent.
    public var product: String
    /// Headers given by the reader. One without a value removes ours of that name, others stand in its
    /// place at the end, each line given as a line of its own.
    public var custom: [HeaderField]

    /// Whose headers are sent to pages that may speak Sonic.
    public var client: RequestClient

    /// Headers for the given product, such as `sonic/0.1.0`.
    public init(product: String, custom: [HeaderField] = [], client: RequestClient = .sonic) {
        self.product = product
        self.custom = custom
        self.client = client
    }

    /// The version of VasSonic's protocol this engine speaks, as its clients announce it.
    public static let sdkVersion = "Sonic/2.0.0"

    /// The headers in sending order.
    ///
    /// - Parameters:
    ///   - asked: What is asked: validators, and whether Sonic is spoken.
    ///   - lastModified: The date for If-Modified-Since, verbatim from the stored answer.
    ///   - cookies: The Cookie line; nil for none.
    ///   - reload: Whether caches on the way are to ask the origin (Fetch's `no-cache` and `reload` modes).
    ///   - method: What the body is, where there is one.
    public func headers(
        _ asked: Asked, lastModified: HeaderValue?, cookies: HeaderValue?, reload: ReloadHint,
        method: RequestMethod = .get
    ) -> Headers {
        let chosen = chosen(
            asked, lastModified: lastModified, cookies: cookies, reload: reload, method: method)
        return Headers(chosen.map(\.field))
    }

    /// The same, each with the reason why it is there and has its value.
    ///
    /// - Parameters:
    ///   - asked: What is asked: validators, and whether Sonic is spoken.
    ///   - lastModified: The date for If-Modified-Since, verbatim from the stored answer.
    ///   - cookies: The Cookie line; nil for none.
    ///   - reload: Whether caches on the way are to ask the origin.
    ///   - method: What the body is, where there is one.
    public func chosen(
        _ asked: Asked, lastModified: HeaderValue?, cookies: HeaderValue?, reload: ReloadHint,
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
                "this program, and that it speaks Sonic")
        } else {
            add("User-Agent", HeaderValue(product), "this program, without Sonic")
        }
        switch reload {
        case .none: break
        case .validate: add("Cache-Control", "max-age=0", "a reload: caches on the way are to ask the origin")
        case .bypass:
            add("Pragma", "no-cache", "asked as if never seen: no cache on the way is to answer")
            add("Cache-Control", "no-cache", "asked as if never seen: no cache on the way is to answer")
        }
        if case .post(let body) = method {
            add("Content-Type", HeaderValue(body.contentType), "what the body is")
            if let origin = body.origin { add("Origin", HeaderValue(origin), "where the form stands") }
        }
        if let cookies { add("Cookie", cookies, "the cookies kept for this address") }
        fields.overlay(custom, why: "given with an option or in the configuration")
        return fields
    }

    // What is the same in every request.
    private static let acceptDiff = ChosenField(
        HeaderField("accept-diff", "true"), why: "servers speak Sonic to requests that say so")
    private static let acceptEncoding = ChosenField(
        HeaderField("Accept-Encoding", "gzip, deflate, br, zstd"),
        why: "what can be unpacked; Node speaks Sonic to requests that allow gzip")
    private static let accept = ChosenField(
        HeaderField("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"), why: "HTML before all else")
    private static let sonicVersion = ChosenField(
        HeaderField("sonic-sdk-version", sdkVersion),
        why: "the version of VasSonic's protocol, with accept-diff")

    /// What a reload tells the caches on the way (Fetch §4.6).
    public enum ReloadHint: Sendable {
        /// Nothing: the page is being opened.
        case none
        /// Ask the origin whether your copy is current.
        case validate
        /// Fetch the page anew.
        case bypass
    }
}

/// A field of a request with the reason why it is there.
public struct ChosenField: Sendable, Equatable {
    /// The field as it is sent.
    public let field: HeaderField
    /// Why it is there and has its value, as the rest of a sentence about it.
    public let why: String

    /// A field and its reason.
    public init(_ field: HeaderField, why: String) {
        self.field = field
        self.why = why
    }
}

extension [ChosenField] {
    /// Puts these fields at the end in place of all others of their names, for one reason; one without a value
    /// only removes (`Headers.overlay`).
    public mutating func overlay(_ others: [HeaderField], why: String) {
        guard !others.isEmpty else { return }
        removeAll { chosen in others.contains { chosen.field.isNamed($0.name) } }
        self += others.filter { !$0.valueBytes.isEmpty }.map { ChosenField($0, why: why) }
    }
}
