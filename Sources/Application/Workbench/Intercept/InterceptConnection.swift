import Exchanges
import SonicProtocol
import SonicSession

/// A connection that intercepts exchanges on their way to another connection and back.
public struct InterceptConnection: Connection {
    private let other: any Connection
    private let queue: InterceptQueue
    private let use: RequestCause.Use

    /// Creates a connection that sends what `queue` forwards through `other`, for this use.
    public init(over other: any Connection, _ queue: InterceptQueue, for use: RequestCause.Use) {
        self.other = other
        self.queue = queue
        self.use = use
    }

    /// Sends a request when it is forwarded, and returns the response when that is forwarded.
    public func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream {
            guard queue.mayIntercept else { return send(request, []) }
            return go(on: await queue.decide(request, for: use), with: request, [])
        }
    }

    private func go(on release: Release, with request: Request, _ events: [ResponseEvent]) -> ResponseRelay {
        switch release {
        case .unchanged: send(request, events)
        case .request(let edited) where edited == request: send(request, events)
        case .request(let edited): send(edited, events + [.edited(.request(original: request))])
        case .answer(let written): ResponseRelay(events + written.events(inPlaceOf: nil, report: Self.byHand))
        case .unstored(let release): go(on: release, with: request, events + [.edited(.unstored)])
        case .dropped: ResponseRelay([Self.dropped])
        case .abandoned: ResponseRelay([.failed(.cancelled)])
        }
    }

    private func send(_ request: Request, _ events: [ResponseEvent]) -> ResponseRelay {
        ResponseRelay(events, then: other.exchange(request)) { event in
            guard case .headReceived(let head) = event, queue.mayIntercept else { return .forward(event) }
            return .replace { rest in
                await queue.mayMatch(head, to: request, for: use)
                    ? await intercept(head, to: request, rest) : ResponseRelay([event], then: rest)
            }
        }
    }

    /// Waits for the rest of a response, then for a decision.
    private func intercept(
        _ head: ResponseHead, to request: Request, _ rest: ResponseEvents
    ) async -> ResponseRelay {
        await ResponseRelay.whole(head, rest, orNoting: "is not intercepted") { answer, others, report in
            go(on: await queue.decide(answer, to: request, for: use), with: answer, others, report)
        }
    }

    private func go(
        on release: Release, with answer: AnswerEdit.Original, _ others: [ResponseEvent],
        _ report: TransferReport
    ) -> ResponseRelay {
        switch release {
        case .unstored(let release):
            return go(on: release, with: answer, others + [.edited(.unstored)], report)
        case .unchanged, .request:
            return ResponseRelay(others + answer.events + [.finished(report)])
        case .answer(let written):
            return ResponseRelay(others + written.events(inPlaceOf: answer, report: report))
        case .dropped: return ResponseRelay(others + [Self.dropped])
        case .abandoned: return ResponseRelay(others + [.failed(.cancelled)])
        }
    }

    private static let dropped = ResponseEvent.failed(
        .refused(by: "intercept", detail: "dropped in the browser"))
    private static let byHand = TransferReport(answeredBy: "intercept")
}
