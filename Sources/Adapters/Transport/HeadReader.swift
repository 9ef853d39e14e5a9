import SonicProtocol

/// Assembles the lines that libcurl delivers into response headers. Pure.
struct HeadReader {
    /// The result of appending a line.
    enum Found: Equatable {
        /// Incomplete headers, or those of an interim response (1xx).
        case nothing
        /// The headers of a final response.
        case head(ResponseHead)
        /// Lines that are not HTTP headers.
        case notHTTP
        /// The headers of a final response that leave the end of the body ambiguous, with the reason.
        case endless(String)
        /// More bytes of headers and trailers than the limit.
        case tooLarge
    }

    private enum Place {
        case head
        case bodyOrTrailers
    }

    /// The size of most headers, reserved so that the buffer does not grow line by line.
    private static let usualHead = 1024

    private let limit: Int
    private var place = Place.head
    private var head: [UInt8] = []

    /// The total number of bytes of headers and trailers, including interim ones: so the limit also applies to a server
    /// that never ends them.
    private(set) var total = 0

    init(limit: Int) { self.limit = limit }

    /// Appends one line with its line ending.
    mutating func append(_ line: some Collection<UInt8>) -> Found {
        total += line.count
        guard total <= limit else { return .tooLarge }
        // A second status line follows only if the first response required authentication; other lines are trailer
        // fields.
        if place == .bodyOrTrailers {
            guard line.starts(with: "HTTP/".utf8) else { return .nothing }
            place = .head
        }
        if head.isEmpty { head.reserveCapacity(Self.usualHead) }
        head += line
        guard line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return .nothing }
        let raw = head
        head = []
        guard let found = ResponseHead(raw: raw) else { return .notHTTP }
        if (100...199).contains(found.status) { return .nothing }
        place = .bodyOrTrailers
        return found.unclearLength.map { .endless($0) } ?? .head(found)
    }
}

extension ResponseHead {
    /// The reason why the end of the body is ambiguous (RFC 9112 §6.3); nil for none. libcurl uses the last of several
    /// lengths, and ignores one that is too large for it: then it considers the body complete wherever it ends.
    fileprivate var unclearLength: String? {
        guard !headers.contains("transfer-encoding") else { return nil }
        let lengths = headers.all("content-length").flatMap { $0.split { $0 == "," || $0 == " " } }
        guard let first = lengths.first else { return nil }
        if let other = lengths.first(where: { $0 != first }) {
            return "Content-Length is \(first) and \(other)"
        }
        let isTooLarge = first.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int(first) == nil
        return isTooLarge ? "Content-Length is too large" : nil
    }
}
