/// The last requests, and statistics of all. Shared on the server's thread by the server, which writes it, and the
/// control page, which reads it. Of bounded size.
public final class Journal {
    /// The last requests, the oldest first.
    public private(set) var recent: [RequestRecord] = []
    /// The statistics of all requests.
    public private(set) var savings = Savings()
    /// The traffic for watching programs; nil if watching is off.
    public let traffic: TrafficBroadcast?
    private let write: (RequestRecord) -> Void
    private let recording: RecordingFile?
    private let har: HARFile?
    /// The number of numbered exchanges.
    private var exchanges = 0

    /// The maximum number of requests kept.
    static let capacity = 200

    /// Creates a journal.
    ///
    /// - Parameters:
    ///   - recording: Receives all bytes on the wire; nil for none.
    ///   - har: Receives all exchanges as entries of a HAR log; nil for none.
    ///   - traffic: Streams them to watching programs; nil for none.
    ///   - write: Receives each request when it has ended.
    public init(
        recording: RecordingFile? = nil, har: HARFile? = nil, traffic: TrafficBroadcast? = nil,
        write: @escaping (RequestRecord) -> Void = { _ in }
    ) {
        self.recording = recording
        self.har = har
        self.traffic = traffic
        self.write = write
    }

    /// Begins to record an exchange whose head was read, if it is to be recorded in full.
    func begin(_ exchange: ServerExchange, _ head: ServerRequest) {
        // A watching program must not watch itself.
        let isShown = showsExchanges && (traffic == nil || !ControlSite.isControl(head))
        guard recording != nil || isShown else { return }
        exchange.recorded = RecordedExchange(head, version: exchange.version)
        guard isShown else { return }
        exchanges += 1
        exchange.number = exchanges
        traffic?.begin(exchange, exchanges)
    }

    private var showsExchanges: Bool { har != nil || traffic != nil }

    /// Records a request that has ended, with the full exchange if it was recorded, and its number if it is shown.
    func note(_ record: RequestRecord, _ exchange: RecordedExchange? = nil, _ number: Int? = nil) {
        // Half is dropped at once, so that a busy server does not move all entries at each request.
        if recent.count >= Self.capacity { recent.removeFirst(Self.capacity / 2) }
        recent.append(record)
        savings.add(record)
        write(record)
        guard let exchange else { return }
        recording?.add(exchange, titled: record.line)
        if let number { show(record, exchange, number) }
    }

    /// Records a TLS handshake that failed. It is no request, and neither counted nor recorded as one.
    func noteHandshake(_ record: RequestRecord, _ exchange: RecordedExchange) {
        write(record)
        guard showsExchanges else { return }
        exchanges += 1
        show(record, exchange, exchanges)
    }

    private func show(_ record: RequestRecord, _ exchange: RecordedExchange, _ number: Int) {
        let served = ServedExchange(id: number, record: record, exchange: exchange)
        if let har { har.add(Array(served.entry.value(har.secrets).text().utf8)) }
        traffic?.add(.exchange(served))
    }
}

/// Statistics of requests, and the bytes that Sonic saved.
public struct Savings: Sendable, Equatable {
    /// The number of requests by outcome.
    private(set) var counts: [SonicOutcome: Int] = [:]
    /// The bytes of bodies that were sent.
    private(set) var bytes = 0
    /// The bytes of bodies that a server without Sonic would have sent.
    private(set) var plainBytes = 0
    /// The sum of what single requests saved. Faults may send more than a server without Sonic would.
    private(set) var saved = 0

    mutating func add(_ record: RequestRecord) {
        counts[record.outcome, default: 0] += 1
        bytes += record.bytes
        plainBytes += record.plainBytes
        saved += max(0, record.plainBytes - record.bytes)
    }

    /// The number of all requests.
    public var requests: Int { counts.values.reduce(0, +) }

    /// A summary for display.
    public var summary: String {
        let kinds = SonicOutcome.allCases.compactMap { outcome in
            counts[outcome].map { "\($0) \(outcome.rawValue)" }
        }
        let saved = plainBytes - bytes
        // Faults may send more than a server without Sonic would.
        let share = plainBytes > 0 && saved > 0 ? ", \(saved * 100 / plainBytes) % less" : ""
        return """
            \(requests) requests\(kinds.isEmpty ? "" : ": ")\(kinds.joined(separator: ", "))
            \(bytes) bytes of bodies sent; without Sonic \(plainBytes)\(share)

            """
    }
}
