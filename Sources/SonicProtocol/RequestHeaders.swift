/// The request headers of a page: Sonic's, exactly in the case its servers read, then a browser's own, then
/// those the reader adds (docs/protocol.md#request).
public struct RequestHeaders: Sendable, Equatable {
    /// The program's name and version in User-Agent.
    public var product: String
    /// Headers given by the reader. One without a value removes ours of that name, others stand in its
    /// place at the end, each line given as a line of its own.
    public var custom: [HeaderField]

    /// Headers for the given product, such as `sonic/0.1.0`.
    public init(product: String, custom: [HeaderField] = []) {
        self.product = product
        self.custom = custom
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
        _ asked: Asked, lastModified: String?, cookies: String?, reload: ReloadHint,
        method: RequestMethod = .get
    ) -> Headers {
        var headers = Headers()
        if asked.sonic { headers.append("accept-diff", "true") }
        if let tag = asked.templateTag { headers.append("template-tag", tag) }
        if let etag = asked.etag { headers.append("If-None-Match", etag) }
        if asked.date, let lastModified { headers.append("If-Modified-Since", lastModified) }
        headers.append("Accept-Encoding", "gzip, deflate, br, zstd")
        headers.append("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
        if asked.sonic { headers.append("sonic-sdk-version", Self.sdkVersion) }
        headers.append("User-Agent", asked.sonic ? "\(product) \(Self.sdkVersion)" : product)
        switch reload {
        case .none: break
        case .validate: headers.append("Cache-Control", "max-age=0")
        case .bypass:
            headers.append("Pragma", "no-cache")
            headers.append("Cache-Control", "no-cache")
        }
        if case .post(let body) = method {
            headers.append("Content-Type", body.contentType)
            if let origin = body.origin { headers.append("Origin", origin) }
        }
        if let cookies { headers.append("Cookie", cookies) }
        headers.overlay(custom)
        return headers
    }

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
