import SonicProtocol

/// The part of a file that is here, and how the rest is asked for (RFC 9110 §13.1.5, §14).
public struct Resumption: Equatable, Sendable {
    /// What is known of the file; nil for nothing.
    public let record: DownloadRecord?
    /// How many of its bytes are here.
    let received: Int

    /// A part of so many bytes.
    /// - Parameters:
    ///   - record: What is known of the file; nil for nothing.
    ///   - received: How many of its bytes are here, from the first on.
    public init(_ record: DownloadRecord?, received: Int) {
        (self.record, self.received) = (record, received)
    }

    /// Whether the bytes that are here are all of the file.
    public var isWhole: Bool { received > 0 && record?.length == received && record?.validator != nil }

    /// Whether only the rest is asked for. Without a validator nobody knows whether the rest belongs to what is here.
    public var asksForRest: Bool {
        guard let record, record.validator != nil, received > 0 else { return false }
        return record.length.map { received < $0 } ?? true
    }

    /// The lines of a request for what is missing. Nothing in it may be coded: parts of coded bytes do not fit.
    public var fields: [HeaderField] {
        let plain = HeaderField("Accept-Encoding", "identity")
        guard asksForRest, let validator = record?.validator else { return [plain] }
        return [
            plain, HeaderField("Range", "bytes=\(received)-"), HeaderField("If-Range", validator.value),
        ]
    }

    /// What an answer comes to.
    public enum Verdict: Equatable, Sendable {
        /// Its body is the rest, from the byte on that comes next.
        case goesOn
        /// Its body is the whole file, from the first byte on: what is here gives way.
        case startsAnew
        /// What is here is the whole file.
        case isWhole
        /// It cannot be used, for this reason: the whole file is to be asked for.
        case asksAnew(String)
        /// Another address answers.
        case redirect(String)
        /// There is no file, for this reason.
        case refused(String)
    }

    /// What an answer comes to.
    /// - Parameter head: The answer's head.
    public func verdict(on head: ResponseHead) -> Verdict {
        switch head.status {
        case 200: return .startsAnew
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

    /// An answer with a part: it must be the rest of the very bytes that are here.
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
            return .asksAnew("Content-Range has a length of \(all) bytes, not \(length)")
        }
        if case .tag(let tag) = record?.validator, let etag = head.headers.firstBytes("etag"),
            etag != tag.bytes
        {
            return .asksAnew("the part has ETag \(Bytes.text(etag)), not \(tag)")
        }
        let codings = head.headers.all("content-encoding")
        guard codings.allSatisfy({ Bytes.equalIgnoringCase($0.utf8, "identity".utf8) }) else {
            return .asksAnew("the part has a content coding")
        }
        return .goesOn
    }

    /// The server has no byte behind those that are here: then they are all, or another file.
    private func unsatisfied(_ head: ResponseHead) -> Verdict {
        let range = head.headers.first("content-range").flatMap(ContentRange.init)
        guard let all = range?.total, all == received, record?.length.map({ $0 == all }) ?? true else {
            return .asksAnew("status 416: the file has no byte \(received)")
        }
        if case .tag(let tag) = record?.validator, let etag = head.headers.firstBytes("etag"),
            etag != tag.bytes
        {
            return .asksAnew("status 416 with ETag \(etag), not \(tag)")
        }
        return .isWhole
    }
}
