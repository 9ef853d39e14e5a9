import SonicProtocol

/// A version of a page of a folder, with its responses made so far.
final class FolderPage {
    /// The properties that distinguish responses of a page.
    private struct Kind: Hashable {
        let outcome: SonicOutcome
        let coding: ContentCoding?
    }

    private let page: SonicPage
    private let modified: Instant?
    private let isKept: Bool
    private var answers: [Kind: ServerResponse] = [:]
    private static let vary = HeaderField("Vary", "accept-diff, Accept-Encoding")

    /// The page for clients that do not request Sonic.
    private lazy var plain = CodedBody(
        page.bytes, [page.contentType, HeaderField("Cache-Control", "private, no-cache"), Self.vary],
        tag: EntityTag(text: "\"\(page.etag)\""), modified: modified,
        prepared: PreparedResponse(page: page.bytes, offline: .yes, outcome: .plain), isKept: isKept)

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - modified: The time of its last change; nil if unknown.
    ///   - isKept: Whether it is used for more than one request.
    init(_ page: SonicPage, modified: Instant?, isKept: Bool) {
        self.page = page
        self.modified = modified
        self.isKept = isKept
    }

    /// Returns the response to a request for the page.
    ///
    /// Tags are computed from the page's own bytes, whatever its coding. Sonic clients receive gzip or no coding, as
    /// from the reference servers (docs/reference/protocol.md#quirks).
    func answer(to request: ServerRequest, at now: Instant) -> ServerResponse {
        let outcome = page.outcome(of: request)
        guard outcome != .plain else {
            return plain.representation(for: request).answer(to: request, at: now)
        }
        let coding = ContentCoding.chosen(by: request.headers, among: [.gzip])
        let kind = Kind(outcome: outcome, coding: coding)
        if let made = answers[kind] { return made }
        let made = pack(page.response(outcome, offline: .yes), coding)
        let answer = isKept ? made.madeReusable() : made
        answers[kind] = answer
        return answer
    }

    private func pack(_ response: ServerResponse, _ coding: ContentCoding?) -> ServerResponse {
        var packed = response
        packed.headers.replace(Self.vary.name, Self.vary.value)
        guard let coding else { return packed }
        if let whole = coding.encoded(page.bytes) {
            packed.prepared = response.prepared?.besides(whole.count)
        }
        if response.status == 200, let bytes = response.bytes, let encoded = coding.encoded(bytes) {
            packed.body = .bytes(encoded)
            packed.headers.append("Content-Encoding", coding.rawValue)
        }
        return packed
    }
}
