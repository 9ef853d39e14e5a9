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

/// Bytes in memory that are offered as they are and in every coding that makes them smaller, each created at the first
/// request for it.
final class CodedBody {
    private let bytes: [UInt8]
    private let fields: [HeaderField]
    private let tag: EntityTag
    private let modified: Instant?
    private let prepared: PreparedResponse?
    private let isKept: Bool
    private lazy var plain = Representation(
        fields, .bytes(bytes), tag: tag, modified: modified, prepared: prepared, isKept: isKept)
    /// Nil if a coding saves nothing.
    private var packed: [ContentCoding: Representation?] = [:]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - fields: The fields that are the same for all codings.
    ///   - tag: The entity tag of the bytes without coding.
    ///   - isKept: Whether they are sent more than once.
    init(
        _ bytes: [UInt8], _ fields: [HeaderField], tag: EntityTag, modified: Instant?,
        prepared: PreparedResponse? = nil, isKept: Bool
    ) {
        self.bytes = bytes
        self.fields = fields
        self.tag = tag
        self.modified = modified
        self.prepared = prepared
        self.isKept = isKept
    }

    /// Returns the representation that the client prefers.
    func representation(for request: ServerRequest) -> Representation {
        guard let coding = ContentCoding.chosen(by: request.headers, among: ContentCoding.allCases) else {
            return plain
        }
        let made = packed[coding] ?? pack(coding)
        packed[coding] = .some(made)
        return made ?? plain
    }

    private func pack(_ coding: ContentCoding) -> Representation? {
        guard let encoded = coding.encoded(bytes) else { return nil }
        return Representation(
            fields + [HeaderField("Content-Encoding", coding.rawValue)], .bytes(encoded),
            tag: tag(of: coding),
            modified: modified, prepared: prepared?.besides(encoded.count), isKept: isKept)
    }

    /// Each coding has other bytes, and thus its own tag (RFC 9110 §8.8.3.3).
    private func tag(of coding: ContentCoding) -> EntityTag {
        EntityTag(text: "\(tag.text.dropLast())-\(coding.rawValue)\"")
    }
}
