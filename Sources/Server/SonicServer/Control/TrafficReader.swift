import SonicProtocol

/// A stream of traffic to a watching program: first the stored events, then new ones until it ends. It buffers one line
/// at a time; pending events are stored once for all readers.
final class TrafficReader: StreamingExchange {
    /// The number by which the server identifies the program.
    let number: Int
    private let traffic: Traffic
    private let line: ClientLine
    private var lines: TrafficLines

    /// The maximum time without a line.
    static let silence = Duration.seconds(15)

    init(number: Int, of traffic: Traffic, over line: ClientLine) {
        self.number = number
        self.traffic = traffic
        self.line = line
        lines = TrafficLines(number: number, of: traffic, at: .now)
        line.watchClient()
    }

    /// Wakes the connection, as there may be new events.
    func wake() { line.wake() }

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
        line.wake(at: lines.nextAlive)
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
    /// The number of the next event to send.
    private var next: Int
    /// The number of the first event after the beginning of the stream; of earlier events only exchanges are sent.
    private let begun: Int
    /// The events to send before all others.
    private var firstEvents: ArraySlice<Traffic.Event>
    private var pending: ArraySlice<UInt8> = []
    private var hasBegun = false
    private var lastSaid: ContinuousClock.Instant

    init(number: Int, of traffic: Traffic, at now: ContinuousClock.Instant) {
        self.number = number
        next = traffic.first
        begun = traffic.next
        firstEvents = traffic.firstEvents[...]
        lastSaid = now
    }

    /// When a keep-alive line is due.
    var nextAlive: ContinuousClock.Instant { lastSaid + TrafficReader.silence }

    /// Fills a buffer with pending lines. Returns the number of bytes.
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
        if let event = firstEvents.popFirst() { return traffic.value(event) }
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

    /// Returns whether the event read last is sent.
    private func isSent(_ event: Traffic.Event) -> Bool {
        if case .exchange = event { return true }
        return next > begun
    }
}
