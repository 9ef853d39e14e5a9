import SonicProtocol

/// A connection that applies the user's rules to requests.
public struct RuleConnection: RegisteredConnection {
    /// Reads a file; the failure says why it cannot be read.
    public typealias FileReader = @Sendable (String) async -> Result<[UInt8], Unreadable>

    /// Why a file cannot be read.
    public struct Unreadable: Error, Equatable {
        /// The reason, a clause.
        public let reason: String

        /// Creates an error with a reason.
        public init(reason: String) {
            self.reason = reason
        }
    }

    private let rules: RuleList
    private let read: FileReader

    /// Creates a connection that applies `rules` and reads files with `read`.
    public init(_ rules: RuleList, read: @escaping FileReader) {
        self.rules = rules
        self.read = read
    }

    /// The name shown on screens.
    public var name: ConnectionName { "rules" }

    /// Whether any rule matches the address.
    public func accepts(_ request: Request) async -> Bool { !rules.decide(request).findings.isEmpty }

    /// Responds with a file, refuses the request, or sends it, changed by the rules, to the next connection. If a
    /// file cannot be read, the response is a 404 with the reason.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let (decision, read) = (rules.decide(request), read)
        return ResponseRelay.stream {
            let notes = decision.findings.map { ResponseEvent.noted($0) }
            switch decision.answer {
            case .sending:
                return ResponseRelay(notes, then: onward.exchange(decision.request))
            case .nobody(let why):
                return ResponseRelay([.failed(.refused(by: "rules", detail: why))])
            case .file(let path):
                switch await read(path) {
                case .success(let bytes):
                    let type = FileType.mediaType(of: path)
                    return .answer(bytes, type: type, to: request, findings: decision.findings)
                case .failure(let failure):
                    return .answer(
                        Array("\(path) cannot be read: \(failure.reason)\n".utf8),
                        type: "text/plain; charset=utf-8", to: request, status: 404, reason: "Not Found",
                        findings: decision.findings)
                }
            }
        }
    }
}
