import SonicProtocol

/// A page with the parts of its responses, each computed at its first use.
final class SonicPage {
    /// The page's bytes.
    let bytes: [UInt8]
    private let hashes: Hashes

    /// The page's own tag: SHA-1 in hexadecimal digits.
    private(set) lazy var etag = hashes.sha1(bytes)
    /// Whether it is UTF-8, as JSON requires.
    private(set) lazy var isText = String(validating: bytes, as: UTF8.self) != nil
    private lazy var split = PageSplit(html: bytes)
    /// Whether an update is lossless: JSON is UTF-8 and has one value per name.
    private lazy var allowsUpdates = isText && split.ambiguousNames.isEmpty
    private lazy var templateTag = hashes.sha1(split.templateBytes(of: bytes))
    private lazy var update = UpdateBody(of: bytes, split, templateTag: templateTag, htmlSHA1: etag)

    /// Creates a page of these bytes.
    init(_ bytes: [UInt8], hashes: Hashes) {
        self.bytes = bytes
        self.hashes = hashes
    }

    /// The Content-Type of every response that contains the page or its data.
    var contentType: HeaderField {
        HeaderField("Content-Type", isText ? "text/html; charset=utf-8" : "text/html")
    }

    /// Returns the outcome of a request for the page.
    func outcome(of request: ServerRequest) -> SonicOutcome {
        guard request.headers.first("accept-diff") == "true" else { return .plain }
        // The reference servers compare the bare tag only, and would send the page again if it is quoted.
        if request.headers.hasValidator(etag) { return .allCached }
        guard let named = request.headers.first("template-tag"), !named.isEmpty else { return .firstLoad }
        return named == templateTag && allowsUpdates ? .dataUpdate : .templateChange
    }

    /// Returns the response of an outcome, with its `prepared`.
    ///
    /// - Parameters:
    ///   - offline: The `Cache-Offline` directive.
    ///   - forwarded: The page as received from the upstream; nil for an own page.
    func response(
        _ outcome: SonicOutcome, offline: ResponseTags.Offline, forwarded: ForwardedPage? = nil
    ) -> ServerResponse {
        let prepared = PreparedResponse(
            page: bytes, offline: offline, outcome: outcome, update: outcome == .dataUpdate ? update : nil,
            forwarded: forwarded)
        // Private, because an update is useful only to a client that has its template.
        let always = [
            HeaderField("Cache-Control", "private, no-cache"), HeaderField("Vary", "accept-diff"),
        ]
        func response(_ status: Int, _ fields: [HeaderField], _ body: [UInt8]) -> ServerResponse {
            ServerResponse(
                status: status, headers: Headers(fields), body: .bytes(body), prepared: prepared)
        }
        func tags(isChange: Bool) -> [HeaderField] {
            [contentType] + always + [
                HeaderField("Etag", etag), HeaderField("template-tag", templateTag),
                HeaderField("template-change", isChange ? "true" : "false"),
                HeaderField("Cache-Offline", offline.rawValue),
            ]
        }
        switch outcome {
        case .allCached:
            let kept = HeaderField("Cache-Offline", (offline == .yes ? .store : offline).rawValue)
            return response(304, always + [HeaderField("Etag", etag), kept], [])
        case .dataUpdate: return response(200, tags(isChange: false), update.json(as: .sonic))
        case .firstLoad, .templateChange: return response(200, tags(isChange: true), bytes)
        // The last three do not occur for a page.
        case .plain, .other, .silent, .lost: return response(200, [contentType] + always, bytes)
        }
    }
}

/// The outcome of a request from the server's point of view. The first five are those of Sonic; the client's outcome is
/// the same if it can use the response (docs/reference/protocol.md#words).
public enum SonicOutcome: String, Sendable, CaseIterable {
    /// A page without Sonic.
    case plain
    /// A full page, for a client without a template.
    case firstLoad
    /// 304: the client has the page.
    case allCached
    /// The data of a page, for a client that has its template.
    case dataUpdate
    /// A full page, for a client with another template.
    case templateChange
    /// A response that is not a page.
    case other
    /// No response, on purpose.
    case silent
    /// The client disconnected, or the response was cut off, before all was sent.
    case lost

    /// Creates the outcome of a response, from the tags in the request and the response's headers.
    public init(of status: Int, _ answer: Headers, to request: Headers) {
        let tags = ResponseTags(answer)
        guard request.first("accept-diff") == "true", tags.isSonic else {
            self = status == 200 && ResponseClassifier.isHTML(answer) ? .plain : .other
            return
        }
        switch status {
        case 200: self = tags.templateChange == .unchanged ? .dataUpdate : .whole(for: request)
        case 304: self = .allCached
        default: self = .other
        }
    }

    /// Returns the outcome of a full page for a client that requested Sonic.
    static func whole(for request: Headers) -> SonicOutcome {
        (request.first("template-tag") ?? "").isEmpty ? .firstLoad : .templateChange
    }
}
