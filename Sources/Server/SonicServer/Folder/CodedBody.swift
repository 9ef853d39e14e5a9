import SonicProtocol

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
