import SonicProtocol

/// The stored part of a file, and how the rest is requested (RFC 9110 §13.1.5, §14).
public struct Resumption: Equatable, Sendable {
    /// The metadata of the file; nil for none.
    public let record: DownloadRecord?
    /// The number of bytes stored.
    package let received: Int

    /// Creates a resumption.
    /// - Parameters:
    ///   - record: The metadata of the file; nil for none.
    ///   - received: The number of bytes stored, from the first on.
    public init(_ record: DownloadRecord?, received: Int) {
        (self.record, self.received) = (record, received)
    }

    /// Whether the stored bytes are the whole file.
    public var isWhole: Bool { received > 0 && record?.length == received && record?.validator != nil }

    /// Whether only the rest is requested. Without a validator the rest may not match the stored part.
    public var asksForRest: Bool {
        guard let record, record.validator != nil, received > 0 else { return false }
        return record.length.map { received < $0 } ?? true
    }

    /// The header fields of the request for the missing bytes. Content codings are excluded: parts of coded bytes do
    /// not fit together.
    public var fields: [HeaderField] {
        let plain = HeaderField("Accept-Encoding", "identity")
        guard asksForRest, let validator = record?.validator else { return [plain] }
        return [
            plain, HeaderField("Range", "bytes=\(received)-"), HeaderField("If-Range", validator.value),
        ]
    }

    /// The handling of a response.
    public enum Verdict: Equatable, Sendable {
        /// Its body is the rest, from the next byte on.
        case goesOn
        /// Its body is the whole file from the first byte on, and replaces the stored part.
        case startsAnew
        /// The stored part is the whole file.
        case isWhole
        /// It cannot be used, for this reason: the whole file must be requested.
        case asksAnew(String)
        /// It redirects to another address.
        case redirect(String)
        /// There is no file, for this reason.
        case refused(String)
    }

    /// Returns the handling of a response.
    /// - Parameter head: The status line and headers of the response.
    public func verdict(on head: ResponseHead) -> Verdict {
        switch head.status {
        case 200:
            let type = head.headers.first("content-type")
            // A page for signing in, say, must not replace what was received.
            guard asksForRest, let stored = record?.type, let type, Self.essence(type) != Self.essence(stored)
            else { return .startsAnew }
            return .refused(
                "the server sent \(type) instead of the rest, which is \(stored); "
                    + "the part is kept: delete it to download the file from its beginning")
        case 206 where asksForRest: return part(head)
        case 416 where asksForRest: return unsatisfied(head)
        case 301, 302, 303, 307, 308:
            return head.headers.first("location").map(Verdict.redirect)
                ?? .refused("status \(head.status) has no address to redirect to")
        case 206, 416: return .refused("status \(head.status), though no range was requested")
        default:
            let phrase = head.reason.isEmpty ? "" : " " + head.reason
            return .refused("the server answered \(head.status)\(phrase)")
        }
    }

    /// Returns a media type without its parameters.
    private static func essence(_ type: String) -> String {
        type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    }

    /// Checks a partial response: it must be the rest of exactly the stored bytes.
    private func part(_ head: ResponseHead) -> Verdict {
        guard let value = head.headers.first("content-range") else {
            return .asksAnew("status 206 without Content-Range")
        }
        guard let range = ContentRange(value), let bytes = range.bytes else {
            return .asksAnew("Content-Range “\(value)” is not a valid byte range")
        }
        guard bytes.lowerBound == received else {
            return .asksAnew("Content-Range begins at \(bytes.lowerBound), not at \(received)")
        }
        if let all = range.total, let length = record?.length, all != length {
            return .asksAnew("Content-Range gives a total of \(all) bytes, not \(length)")
        }
        // Only parts with the same strong validator may be joined (RFC 9110 §15.3.7.3).
        if let difference = record?.validator?.difference(from: head.headers) {
            return .asksAnew("the part has " + difference)
        }
        if FileValidator.isCoded(head.headers) { return .asksAnew("the part has a content coding") }
        return .goesOn
    }

    /// Handles that the server has no bytes after the stored ones: they are the whole file, or of another file.
    private func unsatisfied(_ head: ResponseHead) -> Verdict {
        let range = head.headers.first("content-range").flatMap(ContentRange.init)
        guard let all = range?.total, all == received, record?.length.map({ $0 == all }) ?? true else {
            return .asksAnew("status 416: the file has no byte \(received)")
        }
        if case .tag(let tag) = record?.validator, let etag = head.headers.firstBytes("etag"),
            etag != tag.bytes
        {
            return .asksAnew("status 416 with ETag \(Bytes.text(etag)), not \(tag)")
        }
        return .isWhole
    }
}
