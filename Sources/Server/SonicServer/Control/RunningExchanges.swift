import Exchanges
import SonicProtocol

/// What one reader of the traffic is told about the exchanges that have not ended: each one that has run for `shortest`,
/// and again when its progress has changed. Nothing happens while none is running.
struct RunningExchanges {
    private struct Report {
        let progress: RunningExchange
        let isLong: Bool
        let time: ContinuousClock.Instant
    }

    /// The last report of each.
    private var reports: [Int: Report] = [:]
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
    /// The maximum number of reports after a look.
    static let most = 64

    /// Looks at the running exchanges from a time on. Returns false if that was planned already.
    mutating func look(from time: ContinuousClock.Instant) -> Bool {
        guard nextLook == nil else { return false }
        nextLook = time
        return true
    }

    /// Forgets what was reported, so that everything is reported again.
    mutating func forget() { reports = [:] }

    /// Returns the next report; nil for none.
    mutating func next(of traffic: TrafficBroadcast, at now: ContinuousClock.Instant) -> JSONValue? {
        if let nextLook, nextLook <= now { look(at: traffic.running, now) }
        while let number = due.popFirst() {
            guard let exchange = traffic.running[number], let progress = exchange.progress else { continue }
            reports[number] = Report(
                progress: progress, isLong: exchange.begun.duration(to: now) >= Self.long, time: now)
            return exchange.report(progress, at: now, traffic.secrets)
        }
        return nil
    }

    /// Linear in the running exchanges.
    private mutating func look(at running: [Int: ServerExchange], _ now: ContinuousClock.Instant) {
        nextLook = running.isEmpty ? nil : now + Self.interval
        reports = reports.filter { running[$0.key] != nil }
        var changed: [(number: Int, since: ContinuousClock.Instant)] = []
        for (number, exchange) in running {
            let age = exchange.begun.duration(to: now)
            guard let last = reports[number] else {
                if age >= Self.shortest { changed.append((number, exchange.begun)) }
                continue
            }
            guard last.time + Self.pause <= now else { continue }
            if last.isLong != (age >= Self.long) || last.progress != exchange.progress {
                changed.append((number, last.time))
            }
        }
        due = changed.sorted { $0.since < $1.since }.prefix(Self.most).map(\.number)[...]
    }
}

extension ServerExchange {
    /// The progress; nil if it is not reported.
    var progress: RunningExchange? {
        number.map {
            RunningExchange(
                id: $0, wait: wait, received: (recorded?.requestBody.count ?? 0) + bytesUpgraded,
                sent: isSentUnseen ? nil : bytesSent)
        }
    }

    /// Whether libmicrohttpd alone knows how much of the response was sent.
    private var isSentUnseen: Bool {
        if case .answered = stage { bytesSent == 0 && !isDelayed } else { false }
    }

    private var wait: RunningExchange.Wait {
        switch stage {
        case .begun, .reading, .overflowing: return .request
        case .talking(let streaming) where streaming.isIntercepted: return .interception
        case .talking, .streaming:
            guard let line = talk?.line, !line.isUpgraded else { return .bothSides }
            guard line.isAsleep else { return response == nil ? .request : .client }
            noticeClient()
            return clientLeft == nil ? .upstream : .abandoned
        case .waiting, .silent: return .delay
        case .answered: return isDelayed ? .delay : .client
        }
    }

    private var response: RecordedExchange.ResponseStart? { recorded?.response }

    /// Returns the line of a running exchange: its bodies are not part of it.
    fileprivate func report(
        _ progress: RunningExchange, at now: ContinuousClock.Instant, _ secrets: Secrets
    ) -> JSONValue? {
        guard var record, var recorded else { return nil }
        record.duration = begun.duration(to: now)
        record.bytes = bytesSent
        (recorded.requestBody, recorded.responseBody) = (.init(), .init())
        var entry = ServedExchange(id: progress.id, record: record, exchange: recorded).entry
        entry.outcome = "running"
        entry.isCutOff = false
        return ["running": .object(progress.members + [.init("entry", entry.value(secrets))])]
    }
}
