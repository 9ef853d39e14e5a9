import SonicProtocol
import SonicSession

/// The phases of an entry in milliseconds; nil for those that did not happen or are unknown. `ssl` is a part of
/// `connect`, as in HAR. If the time to send the request was not measured, it is a part of `wait`, and `send` is 0,
/// because it is required (HAR 1.2, “timings”).
struct HARTimings {
    var dns: Double?
    var connect: Double?
    var ssl: Double?
    var send = 0.0
    var wait = 0.0
    var receive = 0.0

    init(_ turn: SessionTrace.Turn) {
        guard let report = turn.report else {
            // A failed transfer has no measurements except its duration.
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

    /// The value of `time`: the sum of all phases, with `ssl` within `connect`.
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
