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
        case .headers(let change): return changing(request) { head, _ in change(&head) }
        case .update(let change):
            return changing(request) { _, body in if body.first == UInt8(ascii: "{") { body = change(body) } }
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
            return relaying(request) { head, body, _ in
                let half = Array(body.prefix(body.count / 2))
                return [
                    .headReceived(head), .bodyReceived(half),
                    .failed(.truncated(received: half.count, expected: body.count)),
                ]
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

    /// Sends a request, and changes the headers and the body of its response.
    private func changing(
        _ request: Request, _ change: @escaping @Sendable (inout Headers, inout [UInt8]) -> Void
    ) -> ResponseEvents {
        relaying(request) { head, body, ending in
            var (headers, changed) = (head.headers, body)
            change(&headers, &changed)
            return [.headReceived(InterceptedMessage.head(head, with: headers))]
                + (changed.isEmpty ? [] : [.bodyReceived(changed)])
                + [ending]
        }
    }

    /// Sends a request, and replaces its whole response.
    private func relaying(
        _ request: Request,
        _ replace: @escaping @Sendable (ResponseHead, [UInt8], ResponseEvent) -> [ResponseEvent]
    ) -> ResponseEvents {
        ResponseRelay.stream {
            ResponseRelay(then: other.exchange(request)) { event in
                guard case .headReceived(let head) = event else { return .forward(event) }
                return .replace { rest in await Self.whole(head, rest, replace) }
            }
        }
    }

    private static func whole(
        _ head: ResponseHead, _ rest: ResponseEvents,
        _ replace: (ResponseHead, [UInt8], ResponseEvent) -> [ResponseEvent]
    ) async -> ResponseRelay {
        var body: [UInt8] = []
        var others: [ResponseEvent] = []
        var rest = rest.makeAsyncIterator()
        while let event = await rest.next() {
            switch event {
            case .bodyReceived(let bytes):
                body += bytes
                guard body.count > InterceptConnection.bodyLimit else { continue }
                return ResponseRelay(others + [.headReceived(head), .bodyReceived(body)], then: rest.rest)
            case .finished: return ResponseRelay(others + replace(head, body, event))
            case .failed: return ResponseRelay(others + [.headReceived(head), .bodyReceived(body), event])
            case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived: others.append(event)
            }
        }
        return ResponseRelay([.failed(.cancelled)])
    }
}
