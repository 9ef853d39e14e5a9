import SonicProtocol

/// The last requests, and what all of them came to. Shared on the server's one thread by the server, which writes
/// it, and the control page, which reads it. Of bounded size.
public final class Journal {
    /// The last requests, the oldest first.
    public private(set) var recent: [RequestRecord] = []
    /// What all requests came to.
    public private(set) var savings = Savings()
    /// What those who watch are sent; nil where nobody can.
    public let traffic: Traffic?
    private let write: (RequestRecord) -> Void
    private let recording: RecordingFile?
    private let har: HARFile?
    /// How many exchanges were numbered.
    private var exchanges = 0

    /// How many requests are kept.
    static let capacity = 200

    /// A journal.
    ///
    /// - Parameters:
    ///   - recording: Gets all that went over the wire; nil for nobody.
    ///   - har: Gets all exchanges as entries of a HAR log; nil for nobody.
    ///   - traffic: Sends them to those who watch; nil where nobody can.
    ///   - write: Gets each request as it is over.
    public init(
        recording: RecordingFile? = nil, har: HARFile? = nil, traffic: Traffic? = nil,
        write: @escaping (RequestRecord) -> Void = { _ in }
    ) {
        self.recording = recording
        self.har = har
        self.traffic = traffic
        self.write = write
    }

    /// Whether an exchange with this head is written down in full.
    func records(_ head: ServerRequest) -> Bool {
        recording != nil || (showsExchanges && !isAboutControl(head))
    }

    private var showsExchanges: Bool { har != nil || traffic != nil }

    /// Whether a request is one of those who watch, which would see themselves for ever.
    private func isAboutControl(_ head: ServerRequest) -> Bool {
        traffic != nil && ControlSite.isControl(head)
    }

    /// Notes a request that is over, and all of it where that is wanted.
    func note(_ record: RequestRecord, _ exchange: RecordedExchange? = nil) {
        // Half is dropped at a time, so that a busy server does not move all of it at each request.
        if recent.count >= Self.capacity { recent.removeFirst(Self.capacity / 2) }
        recent.append(record)
        savings.add(record)
        write(record)
        guard let exchange else { return }
        recording?.add(exchange, titled: record.line)
        guard showsExchanges, !isAboutControl(exchange.head) else { return }
        exchanges += 1
        let served = ServedExchange(id: exchanges, record: record, exchange: exchange)
        if let har { har.add(Array(served.entry.value(har.secrets).text().utf8)) }
        traffic?.add(.exchange(served))
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
