import Exchanges
import SonicProtocol
import SystemLibraries

/// The events that the server streams to watching programs (docs/server/sonic-server-faults.md#traffic): the last
/// exchanges, and then all new events. Shared on the server's thread by those that add events and by the streams. Of
/// bounded size: a reader that is too slow misses the oldest events, and a line reports how many.
public final class TrafficBroadcast {
    /// An event that is reported as a line.
    enum Event {
        /// An exchange has ended.
        case exchange(ServedExchange)
        /// A message is intercepted until it is decided.
        case intercepted(InterceptedTransfer)
        /// A rule or a decision.
        case report(JSONValue)

        /// The approximate memory size in bytes.
        var size: Int {
            switch self {
            case .exchange(let exchange): exchange.size
            case .intercepted(let exchange): exchange.size
            case .report: 1024
            }
        }
    }

    /// How secrets are handled.
    let secrets: Secrets
    private let version: String
    /// When this run of the server began, by which readers tell it from another one.
    let started = SonicServer.now()
    private var events: [Event] = []
    private var bytes = 0
    /// The number of the oldest event kept, counted from 0.
    private(set) var first = 0
    /// The exchanges that have not ended, by their numbers.
    private(set) var running: [Int: ServerExchange] = [:]
    private var readers: [TrafficListener] = []
    /// The number of streams begun.
    private var begun = 0
    /// The numbers of the open streams.
    var streams: Set<Int> = []
    private let hashes: Hashes
    private let longestHold: Duration
    /// The interceptions by watching programs.
    private(set) lazy var interceptions = Interceptions(of: self, hashes: hashes, holding: longestHold)
    /// Whether no more events are reported.
    private(set) var isClosed = false

    /// The maximum number of events kept.
    static let capacity = 1000
    /// The maximum size of the events in bytes.
    static let byteCapacity = 16 << 20
    /// The maximum number of concurrent streams.
    static let maxReaders = 16

    /// Creates an empty traffic.
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - secrets: How secrets are handled.
    ///   - hashes: Computes the hashes of changed pages.
    ///   - longestHold: The maximum time of an interception.
    public init(
        version: String, secrets: Secrets = .masked, hashes: Hashes = .nettle,
        longestHold: Duration = .seconds(Interceptions.usualSeconds)
    ) {
        self.version = version
        self.secrets = secrets
        self.hashes = hashes
        self.longestHold = longestHold
    }

    /// The number of the next event.
    var next: Int { first + events.count }

    /// Returns the event with a number, or nil if it was dropped or has not happened yet.
    func event(_ number: Int) -> Event? {
        events.indices.contains(number - first) ? events[number - first] : nil
    }

    /// Begins an exchange, which runs until its event is added.
    func begin(_ exchange: ServerExchange, _ number: Int) {
        running[number] = exchange
        for reader in readers { reader.look() }
    }

    /// Adds an event, and wakes the readers.
    func add(_ event: Event) {
        if case .exchange(let exchange) = event { running[exchange.id] = nil }
        guard !isClosed else { return }
        events.append(event)
        bytes += event.size
        while events.count > Self.capacity || (bytes > Self.byteCapacity && events.count > 1) {
            bytes -= events.removeFirst().size
            first += 1
        }
        for reader in readers { reader.wake() }
    }

    /// Returns the number of the first event for a reader: the one after that which it has read already, by the query
    /// `run=R&after=N` about this run, otherwise the oldest.
    func firstEvent(for query: String?) -> Int {
        let words = (query ?? "").split(separator: "&")
        let after = words.lazy.compactMap { $0.hasPrefix("after=") ? Int($0.dropFirst(6)) : nil }.first
        guard let after, words.contains("run=\(started.milliseconds)") else { return first }
        return min(max(after, -1), next - 1) + 1
    }

    /// Begins a stream; returns nil if the maximum is reached.
    /// - Parameter decides: Whether its program may decide on intercepted messages.
    func reader(over line: ClientLine, _ query: String? = nil, decides: Bool) -> TrafficListener? {
        guard !isClosed, readers.count < Self.maxReaders else { return nil }
        begun += 1
        streams.insert(begun)
        let lines = TrafficLines(
            number: begun, of: self, from: firstEvent(for: query), at: .now, decides: decides)
        let reader = TrafficListener(number: begun, of: self, lines, over: line)
        readers.append(reader)
        return reader
    }

    /// Ends a stream.
    func ended(_ reader: TrafficListener) {
        readers.removeAll { $0 === reader }
        streams.remove(reader.number)
        interceptions.ended(controller: reader.number)
    }

    /// The first events of a stream: the rules, and the intercepted messages.
    var firstEvents: [Event] {
        interceptions.rules.map { .report(["rule": $0.json]) }
            + interceptions.pending.map { .intercepted($0) }
    }

    /// Ends all streams after their pending events.
    func close() {
        interceptions.close()
        isClosed = true
        for reader in readers { reader.wake() }
    }

    /// Returns the first line of a stream.
    func hello(to reader: Int) -> JSONValue {
        [
            "hello": [
                "controller": .integer(reader), "program": "sonic-server", "version": .string(version),
                "run": .integer(started.milliseconds),
                "secrets": secrets.handling.word,
                "faults": .array(Fault.allCases.map { .string($0.rawValue) }),
            ]
        ]
    }

    /// Returns an event as the JSON of a line. Linear in the bytes of its bodies.
    /// - Parameter decides: Whether it is for a program that may decide on intercepted messages.
    func value(_ event: Event, decides: Bool = false) -> JSONValue {
        switch event {
        case .exchange(let exchange): exchange.entry.value(secrets)
        case .intercepted(let exchange): exchange.json(secrets, showsPosted: decides)
        case .report(let value): value
        }
    }
}

/// A stream of traffic to a watching program: first the stored events, then new ones until it ends. It buffers one line
/// at a time; pending events are stored once for all readers.
final class TrafficListener: StreamingExchange {
    /// The number by which the server identifies the program.
    let number: Int
    private let traffic: TrafficBroadcast
    private let line: ClientLine
    private var lines: TrafficLines

    /// The maximum time without a line.
    static let silence = Duration.seconds(15)

    init(number: Int, of traffic: TrafficBroadcast, _ lines: TrafficLines, over line: ClientLine) {
        self.number = number
        self.traffic = traffic
        self.line = line
        self.lines = lines
        line.watchClient()
    }

    /// Wakes the connection, as there may be new events.
    func wake() { line.wake() }

    /// Wakes it if it does not look at running exchanges, as one has begun.
    func look() { if lines.running.nextLook == nil { line.wake() } }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }

    func answer() -> ExchangeAnswer {
        .answer(
            .response(
                ServerResponse(
                    headers: Headers([HeaderField("Content-Type", "application/x-ndjson")]),
                    body: .streamed(length: nil)
                ).guarded()))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        if line.isClientGone { return .cutOff }
        let count = lines.read(into: buffer, from: traffic, at: .now)
        if count > 0 { return .bytes(count) }
        if traffic.isClosed { return .end }
        line.wake(at: lines.nextDue)
        return .later
    }

    func end(_ ending: ExchangeEnding) -> [String] {
        traffic.ended(self)
        return []
    }
}

/// The lines sent to one reader.
struct TrafficLines {
    private let number: Int
    private let decides: Bool
    /// The number of the next event to send.
    private var next: Int
    /// The number of the first event after the beginning of the stream; of earlier events only exchanges are sent.
    private let begun: Int
    /// The events to send before all others.
    private var firstEvents: ArraySlice<TrafficBroadcast.Event>
    private var pending: ArraySlice<UInt8> = []
    private var hasBegun = false
    private var lastSaid: ContinuousClock.Instant
    /// The exchanges that have not ended.
    var running = RunningExchanges()

    /// - Parameters:
    ///   - first: The number of the first event to send.
    ///   - decides: Whether the reader may decide on intercepted messages.
    init(
        number: Int, of traffic: TrafficBroadcast, from first: Int, at now: ContinuousClock.Instant,
        decides: Bool = false
    ) {
        (self.number, self.decides) = (number, decides)
        next = first
        begun = traffic.next
        firstEvents = traffic.firstEvents[...]
        lastSaid = now
    }

    /// When the next line may be due without an event.
    var nextDue: ContinuousClock.Instant { min(nextAlive, running.nextLook ?? nextAlive) }

    /// When a keep-alive line is due.
    var nextAlive: ContinuousClock.Instant { lastSaid + TrafficListener.silence }

    /// Fills a buffer with pending lines. Returns the number of bytes.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, from traffic: TrafficBroadcast,
        at now: ContinuousClock.Instant
    ) -> Int {
        var filled = 0
        while filled < buffer.count {
            if pending.isEmpty {
                guard let value = nextValue(of: traffic, at: now) else { break }
                pending = Array((value.text() + "\n").utf8)[...]
                lastSaid = now
            }
            let part = pending.prefix(buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            pending = pending.dropFirst(part.count)
            filled += part.count
        }
        return filled
    }

    private mutating func nextValue(of traffic: TrafficBroadcast, at now: ContinuousClock.Instant)
        -> JSONValue?
    {
        guard hasBegun else {
            hasBegun = true
            return traffic.hello(to: number)
        }
        if let event = firstEvents.popFirst() { return traffic.value(event, decides: decides) }
        if next < traffic.first {
            defer { next = traffic.first }
            // The ends of some may be among what was dropped.
            running.forget()
            return ["dropped": .integer(traffic.first - next)]
        }
        while let event = traffic.event(next) {
            next += 1
            guard isSent(event) else { continue }
            let value = traffic.value(event, decides: decides)
            guard case .exchange = event, case .object(let members) = value else { return value }
            return .object(members + [.init("event", .integer(next - 1))])
        }
        if let report = running.next(of: traffic, at: now) { return report }
        return now >= nextAlive ? ["alive": true] : nil
    }

    /// Returns whether the event read last is sent.
    private func isSent(_ event: TrafficBroadcast.Event) -> Bool {
        if case .exchange = event { return true }
        return next > begun
    }
}
