import SonicProtocol
import SonicSession

/// The phases of an entry in milliseconds; nil for what did not happen or is not known. `ssl` is a part of
/// `connect`, as HAR has it. Where nobody measured how long the request took to go out, that is a part of `wait`, and
/// `send` is 0: it may not be left out (HAR 1.2, “timings”).
struct HARTimings {
    var dns: Double?
    var connect: Double?
    var ssl: Double?
    var send = 0.0
    var wait = 0.0
    var receive = 0.0

    init(_ turn: SessionTrace.Turn) {
        guard let report = turn.report else {
            // A transfer that failed has no figures but its length.
            if let began = turn.requested, let ended = turn.transferred {
                wait = max(0, Double(ended.milliseconds) - Double(began.milliseconds))
            }
            return
        }
        func time(_ phase: TransferPhase) -> Double? { report.timings[phase].map(\.millisecondsForSums) }
        dns = time(.resolving)
        ssl = time(.securing)
        connect = time(.connecting).map { $0 + (ssl ?? 0) } ?? ssl
        let waiting = time(.waiting) ?? 0
        send = min(waiting, report.sending.map(\.millisecondsForSums) ?? 0)
        wait = waiting - send
        receive = time(.receiving) ?? 0
    }

    /// What `time` is: the sum of all phases, `ssl` within `connect`.
    var total: Double { (dns ?? 0) + (connect ?? 0) + send + wait + receive }

    var value: JSONValue {
        [
            "blocked": -1, "dns": Self.number(dns), "connect": Self.number(connect), "ssl": Self.number(ssl),
            "send": Self.number(send), "wait": Self.number(wait), "receive": Self.number(receive),
        ]
    }

    static func number(_ time: Double?) -> JSONValue {
        guard let time else { return -1 }
        return .number((time * 1000).rounded() / 1000)
    }
}
