import SonicProtocol

/// A page of a folder, in its present state, and the answers that were made of it so far.
final class FolderPage {
    /// What tells answers of one page apart.
    private struct Kind: Hashable {
        let outcome: SonicOutcome
        let coding: ContentCoding?
    }

    private let page: SonicPage
    private let modified: Instant?
    private let isKept: Bool
    private var answers: [Kind: ServerResponse] = [:]
    private static let vary = HeaderField("Vary", "accept-diff, Accept-Encoding")

    /// The page as clients get it that do not ask for Sonic.
    private lazy var plain = CodedBody(
        page.bytes, [page.contentType, HeaderField("Cache-Control", "private, no-cache"), Self.vary],
        tag: EntityTag(text: "\"\(page.etag)\""), modified: modified,
        treatment: PreparedResponse(page: page.bytes, offline: .yes, outcome: .plain), isKept: isKept)

    /// A page.
    ///
    /// - Parameters:
    ///   - modified: The time of its last change; nil where nobody knows.
    ///   - isKept: Whether it answers more than one request.
    init(_ page: SonicPage, modified: Instant?, isKept: Bool) {
        self.page = page
        self.modified = modified
        self.isKept = isKept
    }

    /// The answer to a request for the page.
    ///
    /// Tags are over the page's own bytes, whatever it is packed in. Clients that speak Sonic get gzip or nothing, as
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
        let answer = isKept ? made.standingReady() : made
        answers[kind] = answer
        return answer
    }

    private func pack(_ response: ServerResponse, _ coding: ContentCoding?) -> ServerResponse {
        var packed = response
        packed.headers.replace(Self.vary.name, Self.vary.value)
        guard let coding else { return packed }
        if let whole = coding.encoded(page.bytes) {
            packed.treatment = response.treatment?.besides(whole.count)
        }
        if response.status == 200, let bytes = response.bytes, let encoded = coding.encoded(bytes) {
            packed.body = .bytes(encoded)
            packed.headers.append("Content-Encoding", coding.rawValue)
        }
        return packed
    }
}
