import Exchanges
import SonicProtocol
import SonicSession

/// A connection whose responses have a fault, as those of a server with it.
public struct FaultConnection: Connection {
    private let other: any Connection
    private let fault: ResponseFault

    /// Creates a connection that spoils the responses of another one.
    public init(over other: any Connection, _ fault: ResponseFault) {
        (self.other, self.fault) = (other, fault)
    }

    /// Sends a request, and returns the response with the fault.
    public func exchange(_ request: Request) -> ResponseEvents {
        switch fault.effect {
        case .ofServer: return other.exchange(request)
        case .headers(let change):
            return relaying(request) { head, rest in
                var headers = head.headers
                change(&headers)
                return ResponseRelay(
                    [.headReceived(InterceptedMessage.head(head, with: headers))], then: rest)
            }
        case .update(let change):
            return replacing(request) { answer, report in
                if answer.body.first == UInt8(ascii: "{") { answer.body = change(answer.body) }
                return .finished(report)
            }
        case .request(let change):
            var changed = request
            change(&changed.headers)
            return other.exchange(changed)
        case .status(_, _, toSonicOnly: true) where request.headers.first("accept-diff") != "true":
            return other.exchange(request)
        case .status(let status, let reason, _): return Self.answer(to: request, status, reason)
        case .redirect(let toItself):
            let location = toItself ? [HeaderField("Location", request.url.withoutFragment.href)] : []
            return Self.answer(to: request, 302, "Found", location)
        case .hangUp:
            return ResponseRelay.stream { ResponseRelay([.failed(.reset(detail: "fault hang-up"))]) }
        case .truncated:
            return replacing(request) { answer, _ in
                let expected = answer.body.count
                answer.body.removeLast(expected - expected / 2)
                return .failed(.truncated(received: answer.body.count, expected: expected))
            }
        }
    }

    private static func answer(
        to request: Request, _ status: Int, _ reason: String, _ fields: [HeaderField] = []
    ) -> ResponseEvents {
        let page = status == 304 ? "" : "<title>\(status) \(reason)</title><h1>\(status) \(reason)</h1>"
        return ResponseRelay.stream {
            ResponseRelay.answer(
                Array(page.utf8), type: "text/html; charset=utf-8", to: request, status: status,
                reason: reason,
                fields: fields)
        }
    }

    /// Sends a request, and replaces its response once that is complete.
    /// - Parameter replace: Changes the response, and returns its last event.
    private func replacing(
        _ request: Request,
        _ replace: @escaping @Sendable (inout AnswerEdit.Original, TransferReport) -> ResponseEvent
    ) -> ResponseEvents {
        relaying(request) { head, rest in
            await ResponseRelay.whole(head, rest, orNoting: "has no fault") { answer, others, report in
                var answer = answer
                let ending = replace(&answer, report)
                return ResponseRelay(others + answer.events + [ending])
            }
        }
    }

    /// Sends a request, and continues another way with its response.
    private func relaying(
        _ request: Request,
        _ replace: @escaping @Sendable (ResponseHead, ResponseEvents) async -> ResponseRelay
    ) -> ResponseEvents {
        ResponseRelay.stream {
            ResponseRelay(then: other.exchange(request)) { event in
                guard case .headReceived(let head) = event else { return .forward(event) }
                return .replace { rest in await replace(head, rest) }
            }
        }
    }
}
