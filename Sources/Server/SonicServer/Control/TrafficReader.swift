import SonicProtocol

/// The lines of one stream: who watches is sent what the server remembers, and then what happens, for as long as it stays.
/// It holds one line at a time; what it has not had yet is remembered in one place for all.
final class TrafficReader: StreamingExchange {
    /// Its number, by which the server knows who asks for something.
    let number: Int
    private let traffic: Traffic
    private let line: ClientLine
    private var lines: TrafficLines

    /// How long nothing is said at most.
    static let silence = Duration.seconds(15)

    init(number: Int, of traffic: Traffic, over line: ClientLine) {
        self.number = number
        self.traffic = traffic
        self.line = line
        lines = TrafficLines(number: number, of: traffic, at: .now)
        line.watchClient()
    }

    /// Something may be there for the reader.
    func wake() { line.wake() }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }

    func answer() -> ConversationAnswer {
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
        line.wake(at: lines.nextAlive)
        return .later
    }

    func end(_ ending: ConversationEnding) -> [String] {
        traffic.ended(self)
        return []
    }
}

/// What one reader is sent, line by line.
struct TrafficLines {
    private let number: Int
    /// The number of the event that is sent next.
    private var next: Int
    /// The number of the first event that happened after the stream began: of those before, exchanges alone are sent.
    private let begun: Int
    /// What is sent before them.
    private var standing: ArraySlice<Traffic.Event>
    private var pending: ArraySlice<UInt8> = []
    private var hasBegun = false
    private var lastSaid: ContinuousClock.Instant

    init(number: Int, of traffic: Traffic, at now: ContinuousClock.Instant) {
        self.number = number
        next = traffic.first
        begun = traffic.next
        standing = traffic.standing[...]
        lastSaid = now
    }

    /// When a line is due that says that the server is there.
    var nextAlive: ContinuousClock.Instant { lastSaid + TrafficReader.silence }

    /// Fills a buffer with what there is to tell; returns how many bytes.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, from traffic: Traffic, at now: ContinuousClock.Instant
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

    private mutating func nextValue(of traffic: Traffic, at now: ContinuousClock.Instant) -> JSONValue? {
        guard hasBegun else {
            hasBegun = true
            return traffic.hello(to: number)
        }
        if let event = standing.popFirst() { return traffic.value(event) }
        if next < traffic.first {
            defer { next = traffic.first }
            return ["dropped": .integer(traffic.first - next)]
        }
        while let event = traffic.event(next) {
            next += 1
            if isSent(event) { return traffic.value(event) }
        }
        return now >= nextAlive ? ["alive": true] : nil
    }

    /// Whether the event that was read last is sent.
    private func isSent(_ event: Traffic.Event) -> Bool {
        if case .exchange = event { return true }
        return next > begun
    }
}
