import SonicProtocol

/// The last requests, and what all of them came to. Shared on the server's one thread by the server, which writes
/// it, and the control page, which reads it. Of bounded size.
public final class Journal {
    /// The last requests, the oldest first.
    public private(set) var recent: [RequestRecord] = []
    /// What all requests came to.
    public private(set) var savings = Savings()
    private let write: (RequestRecord) -> Void
    private let recording: RecordingFile?

    /// How many requests are kept.
    static let capacity = 200

    /// A journal.
    ///
    /// - Parameters:
    ///   - recording: Gets all that went over the wire; nil for nobody.
    ///   - write: Gets each request as it is over.
    public init(recording: RecordingFile? = nil, write: @escaping (RequestRecord) -> Void = { _ in }) {
        self.recording = recording
        self.write = write
    }

    /// Whether exchanges are written down in full.
    var isRecording: Bool { recording != nil }

    /// Notes a request that is over, and all of it where that is wanted.
    func note(_ record: RequestRecord, _ exchange: RecordedExchange? = nil) {
        // Half is dropped at a time, so that a busy server does not move all of it at each request.
        if recent.count >= Self.capacity { recent.removeFirst(Self.capacity / 2) }
        recent.append(record)
        savings.add(record)
        write(record)
        if let exchange { recording?.add(exchange, titled: record.line) }
    }
}

/// What requests came to, and the bytes that Sonic saved of them.
public struct Savings: Sendable, Equatable {
    /// Requests by outcome.
    private(set) var counts: [SonicOutcome: Int] = [:]
    /// Bytes of bodies that were sent.
    private(set) var bytes = 0
    /// Bytes of bodies that a server without Sonic would have sent.
    private(set) var plainBytes = 0

    /// Nothing yet.
    public init() {}

    mutating func add(_ record: RequestRecord) {
        counts[record.outcome, default: 0] += 1
        bytes += record.bytes
        plainBytes += record.plainBytes
    }

    /// All requests.
    public var requests: Int { counts.values.reduce(0, +) }

    /// What came of them, in sentences for people.
    public var summary: String {
        let kinds = SonicOutcome.allCases.compactMap { outcome in
            counts[outcome].map { "\($0) \(outcome.rawValue)" }
        }
        let saved = plainBytes - bytes
        // Faults may send more than a plain server would.
        let share = plainBytes > 0 && saved > 0 ? ", \(saved * 100 / plainBytes) % less" : ""
        return """
            \(requests) requests\(kinds.isEmpty ? "" : ": ")\(kinds.joined(separator: ", "))
            \(bytes) bytes of bodies sent; without Sonic \(plainBytes)\(share)

            """
    }
}
