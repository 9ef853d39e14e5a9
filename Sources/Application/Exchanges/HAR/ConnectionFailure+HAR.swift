import SonicProtocol
import SonicSession

/// The cause of a failed transfer in JSON and back, so that a replayed session fails for the same reason.
extension ConnectionFailure {
    /// Returns the object of this failure.
    package func recorded(_ secrets: Secrets) -> JSONValue {
        func record(_ kind: JSONValue, _ detail: String? = nil, _ more: JSONValue.Member...) -> JSONValue {
            var members: [JSONValue.Member] = [.init("kind", kind)]
            if let detail { members.append(.init("detail", .string(secrets.text(detail)))) }
            return .object(members + more)
        }
        switch self {
        case .unsupportedScheme(let scheme): return record("unsupportedScheme", scheme)
        case .unknownHost(let host): return record("unknownHost", host)
        case .unreachable(let host, let port, let detail):
            return record(
                "unreachable", detail, .init("host", .string(host)), .init("port", .integer(port)))
        case .insecure(let host, let detail, _):
            return record("insecure", detail, .init("host", .string(host)))
        case .certificateWanted(let host, let detail):
            return record("certificateWanted", detail, .init("host", .string(host)))
        case .withoutTLS(let port, let detail):
            return record("withoutTLS", detail, .init("port", .integer(port)))
        case .timedOut(let phase, let after):
            return record("timedOut", phase.rawValue, .init("milliseconds", .number(after.milliseconds)))
        case .overdue(let limit):
            return record("overdue", nil, .init("milliseconds", .number(limit.milliseconds)))
        case .truncated(let received, let expected):
            return record(
                "truncated", nil, .init("received", .integer(received)),
                .init("expected", expected.map { .integer($0) } ?? .null))
        case .reset(let detail): return record("reset", detail)
        case .proxy(let detail): return record("proxy", detail)
        case .malformed(let detail): return record("malformed", detail)
        case .undecodable(let detail): return record("undecodable", detail)
        case .refused(let name, let detail):
            return record("refused", detail, .init("by", .string(name.rawValue)))
        case .cancelled: return record("cancelled")
        case .withheld(let reason): return record("withheld", reason)
        case .unsendable(let detail): return record("unsendable", detail)
        case .exhausted(let detail): return record("exhausted", detail)
        case .libraryMissing(let detail): return record("libraryMissing", detail)
        case .other(let code, let detail): return record("other", detail, .init("code", .integer(code)))
        }
    }

    private static func span(_ node: JSONNode) -> Duration {
        let milliseconds = node["milliseconds"]?.number ?? 0
        return .milliseconds(milliseconds > 0 && milliseconds < 1e12 ? milliseconds : 0)
    }

    /// Reads the failure of an object; one of an unknown kind keeps its text.
    init(recorded node: JSONNode) {
        let detail = node["detail"]?.string ?? ""
        let host = node["host"]?.string ?? ""
        switch node["kind"]?.string {
        case "unsupportedScheme": self = .unsupportedScheme(detail)
        case "unknownHost": self = .unknownHost(detail)
        case "unreachable": self = .unreachable(host: host, port: node["port"]?.integer ?? 0, detail: detail)
        case "insecure": self = .insecure(host: host, detail: detail)
        case "certificateWanted": self = .certificateWanted(host: host, detail: detail)
        case "withoutTLS": self = .withoutTLS(port: node["port"]?.integer ?? 0, detail: detail)
        case "timedOut": self = .timedOut(TransferPhase(rawValue: detail) ?? .waiting, after: Self.span(node))
        case "overdue": self = .overdue(limit: Self.span(node))
        case "truncated":
            self = .truncated(
                received: node["received"]?.integer ?? 0, expected: node["expected"]?.integer)
        case "reset": self = .reset(detail: detail)
        case "proxy": self = .proxy(detail: detail)
        case "malformed": self = .malformed(detail: detail)
        case "undecodable": self = .undecodable(detail: detail)
        case "refused":
            self = .refused(
                by: ConnectionName(rawValue: node["by"]?.string ?? "recording"), detail: detail)
        case "cancelled": self = .cancelled
        case "withheld": self = .withheld(reason: detail)
        case "unsendable": self = .unsendable(detail: detail)
        case "exhausted": self = .exhausted(detail: detail)
        case "libraryMissing": self = .libraryMissing(detail: detail)
        case let kind:
            self = .other(code: node["code"]?.integer ?? 0, detail: detail.isEmpty ? kind ?? "" : detail)
        }
    }
}
