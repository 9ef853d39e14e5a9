import Exchanges
import SonicProtocol
import SonicSession

/// A connection that intercepts exchanges on their way to another connection and back.
public struct InterceptConnection: Connection {
    private let other: any Connection
    private let queue: InterceptQueue
    private let use: RequestCause.Use

    /// The maximum size of an intercepted response in bytes: 16 MiB.
    static let bodyLimit = 16 << 20

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
        var body: [UInt8] = []
        var others: [ResponseEvent] = []
        var rest = rest.makeAsyncIterator()
        while let event = await rest.next() {
            switch event {
            case .bodyReceived(let bytes):
                body += bytes
                guard body.count > Self.bodyLimit else { continue }
                let words = "a response of more than \(Self.bodyLimit >> 20) MiB is not intercepted"
                others.append(.noted(Finding(.notHeld, words)))
                return ResponseRelay(others + [.headReceived(head), .bodyReceived(body)], then: rest.rest)
            case .finished(let report):
                let answer = AnswerEdit.Original(head: head, body: body)
                let release = await queue.decide(answer, to: request, for: use)
                return go(on: release, with: answer, others, report)
            case .failed:
                // A response that broke off cannot be forwarded.
                return ResponseRelay(
                    others + [.headReceived(head)] + (body.isEmpty ? [] : [.bodyReceived(body)]) + [event])
            case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived: others.append(event)
            }
        }
        return ResponseRelay([.failed(.cancelled)])
    }

    private func go(
        on release: Release, with answer: AnswerEdit.Original, _ others: [ResponseEvent],
        _ report: TransferReport
    ) -> ResponseRelay {
        switch release {
        case .unstored(let release):
            return go(on: release, with: answer, others + [.edited(.unstored)], report)
        case .unchanged, .request:
            return ResponseRelay(
                others + [.headReceived(answer.head)]
                    + (answer.body.isEmpty ? [] : [.bodyReceived(answer.body)]) + [.finished(report)])
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
