import SonicProtocol

/// Does with requests what the reader's rules say.
public struct RuleConnection: RegisteredConnection {
    /// Reads a file; the failure is a clause that says why there is none.
    public typealias FileReader = @Sendable (String) async -> Result<[UInt8], Unreadable>

    /// Why a file cannot be had.
    public struct Unreadable: Error, Equatable {
        /// A clause.
        public let reason: String

        /// A reason in words.
        public init(reason: String) {
            self.reason = reason
        }
    }

    private let rules: RuleList
    private let read: FileReader

    /// A connection that follows `rules` and reads files by `read`.
    public init(_ rules: RuleList, read: @escaping FileReader) {
        self.rules = rules
        self.read = read
    }

    /// The name that screens show.
    public var name: ConnectionName { "rules" }

    /// Whether any rule is for the address.
    public func accepts(_ request: Request) async -> Bool { !rules.decide(request).findings.isEmpty }

    /// Answers with a file, refuses, or sends the changed request onward. A file that cannot be read is answered
    /// with 404 and the reason.
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
