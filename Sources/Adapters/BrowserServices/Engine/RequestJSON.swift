import SessionWords
import SonicProtocol
import SonicSession

/// The requests of a session in the format of `sonic get --json` and of the engine (docs/reference/protocol.md#json):
/// the data of the inspector's views of times and connection.
package enum RequestJSON {
    /// Returns an object for each request, in order.
    package static func values(_ trace: SessionTrace) -> [JSONValue] {
        trace.turns.compactMap { turn in turn.request.map { value($0, turn) } }
    }

    private static func value(_ request: Request, _ turn: SessionTrace.Turn) -> JSONValue {
        let report = turn.report
        var members: [JSONValue.Member] = [
            .init("method", .string(request.method)),
            .init("url", .string(request.url.withoutCredentials.href)),
            .init("status", number(turn.head?.status)),
            .init("failure", .string(orNull: turn.failure?.words(for: request.url))),
            .init("via", .string(orNull: report?.answeredBy?.rawValue)),
            .init("peer", .string(orNull: report?.peer)),
            .init("protocol", .string(orNull: report?.version)),
            .init("tls", .string(orNull: report?.tls)),
        ]
        members += [
            .init("certificate", report?.certificate.map(certificate) ?? .null),
            .init("bytesSent", number(report?.bytesSent)),
            .init("bytesReceived", number(report?.bytesReceived)),
            .init("bodyOnWire", number(report?.bodyBytesReceived)),
            .init("bodyDecoded", number(turn.bodyBytes)),
            .init("timings", report.map(timings) ?? .null),
        ]
        return .object(members)
    }

    private static func timings(_ report: TransferReport) -> JSONValue {
        let phases = report.timings.map { (SessionPhase($0.key), $0.value) }
        return Self.timings(Dictionary(uniqueKeysWithValues: phases))
    }

    /// Returns the milliseconds of each phase, in the order of the phases.
    package static func timings(_ timings: [SessionPhase: Duration]) -> JSONValue {
        .object(
            SessionPhase.allCases.compactMap { phase in
                timings[phase].map {
                    .init(phase.rawValue, .number($0.millisecondsToMicrosecond))
                }
            })
    }

    private static func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }

    private static func certificate(_ shown: PeerCertificate) -> JSONValue {
        [
            "subject": .string(shown.subject), "issuer": .string(shown.issuer),
            "validFrom": .string(shown.validFrom), "validUntil": .string(shown.validUntil),
            "verdict": .string(shown.verdict),
        ]
    }
}
