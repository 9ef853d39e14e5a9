import Exchanges
import SonicProtocol

/// What one reader of the traffic is told about the exchanges that have not ended: each one that has run for `shortest`,
/// and again when its progress has changed. Nothing happens while none is running.
struct RunningExchanges {
    /// The last report of each.
    private var reports: [Int: (progress: RunningExchange, isLong: Bool, time: ContinuousClock.Instant)] = [:]
    /// The numbers of those to be reported now.
    private var due: ArraySlice<Int> = []
    /// When the running exchanges are looked at next; nil while none is running.
    private(set) var nextLook: ContinuousClock.Instant?

    /// The time before which an exchange is not reported.
    static let shortest = Duration.milliseconds(50)
    /// The time after which it is reported once more, whatever its progress.
    static let long = Duration.seconds(1)
    /// The time between two looks.
    static let interval = Duration.milliseconds(100)
    /// The least time between two reports of one exchange.
    static let pause = Duration.milliseconds(300)

    /// Forgets what was reported, so that everything is reported again.
    mutating func forget() { reports = [:] }

    /// Returns the next report; nil for none.
    mutating func next(of traffic: TrafficBroadcast, at now: ContinuousClock.Instant) -> JSONValue? {
        if nextLook == nil, !traffic.running.isEmpty { nextLook = now + Self.shortest }
        if let nextLook, nextLook <= now { look(at: traffic.running, now) }
        while let number = due.popFirst() {
            guard let exchange = traffic.running[number], let progress = exchange.progress else { continue }
            reports[number] = (progress, exchange.begun.duration(to: now) >= Self.long, now)
            return exchange.report(progress, at: now, traffic.secrets)
        }
        return nil
    }

    /// Linear in the running exchanges.
    private mutating func look(at running: [Int: ServerExchange], _ now: ContinuousClock.Instant) {
        nextLook = running.isEmpty ? nil : now + Self.interval
        reports = reports.filter { running[$0.key] != nil }
        due =
            running.keys.filter { number in
                guard let exchange = running[number] else { return false }
                let age = exchange.begun.duration(to: now)
                guard let last = reports[number] else { return age >= Self.shortest }
                return last.time + Self.pause <= now
                    && (last.isLong != (age >= Self.long) || last.progress != exchange.progress)
            }.sorted()[...]
    }
}
