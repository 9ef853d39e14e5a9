import SonicProtocol

/// Puts the lines that libcurl hands over together to response heads. Pure.
struct HeadReader {
    /// What a line completed.
    enum Found: Equatable {
        /// Nothing yet, or a head that is only an interim answer (1xx).
        case nothing
        /// The head of a final answer.
        case head(ResponseHead)
        /// Lines that are no HTTP head.
        case notHTTP
        /// The head of a final answer that leaves open where its body ends; how.
        case endless(String)
        /// More bytes of heads and trailers than allowed.
        case tooLarge
    }

    private enum Place {
        case head
        case bodyOrTrailers
    }

    /// As many bytes as most heads have, so that the list of them need not grow line by line.
    private static let usualHead = 1024

    private let limit: Int
    private var place = Place.head
    private var head: [UInt8] = []

    /// Bytes of all heads and trailers so far, interim ones included: a server that never ends them is caught
    /// too.
    private(set) var total = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes one line with its line end.
    mutating func append(_ line: some Collection<UInt8>) -> Found {
        total += line.count
        guard total <= limit else { return .tooLarge }
        // After a head comes a second one only where the first asked for a password; what else comes then is
        // a trailer field.
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
    /// What hinders to tell where the body ends (RFC 9112 §6.3); nil for nothing. libcurl believes the last of several
    /// lengths, and none that is too large for it: what comes then is whole for it, wherever it breaks off.
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
