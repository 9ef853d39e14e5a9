#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The state of a transfer, which converts URLSession's events into those of a connection.
    struct Transfer: Sendable {
        private enum State {
            case waiting
            case receiving(since: ContinuousClock.Instant, expected: Int?)
        }

        private let url: WebURL
        private let timeLimit: Duration
        private let began: ContinuousClock.Instant
        private var state = State.waiting
        private var received = 0

        init(_ url: WebURL, timeLimit: Duration, began: ContinuousClock.Instant) {
            self.url = url
            self.timeLimit = timeLimit
            self.began = began
        }

        mutating func handle(_ event: TransferEvent, at now: ContinuousClock.Instant) -> [ResponseEvent] {
            switch event {
            case .head(let head):
                let expected = head.headers.first("content-length").flatMap { Int($0) }
                state = .receiving(since: now, expected: expected)
                return [.entered(.receiving), .headReceived(head)]
            case .body(let bytes):
                received += bytes.count
                return [.bodyReceived(bytes)]
            case .declined(let head):
                switch state {
                case .waiting: return handle(.head(head), at: now) + handle(.ended(nil), at: now)
                case .receiving: return handle(.ended(nil), at: now)
                }
            case .ended(let error?): return [.failed(failure(error))]
            case .ended(nil):
                guard case .receiving(let since, _) = state else {
                    return [.failed(.malformed(detail: "the response has no header"))]
                }
                let timings: [TransferPhase: Duration] = [
                    .waiting: began.duration(to: since), .receiving: since.duration(to: now),
                ]
                return [
                    .finished(TransferReport(timings: timings, bytesReceived: received, version: "HTTP"))
                ]
            }
        }

        /// Returns the failure for an error of URLSession.
        private func failure(_ error: URLError) -> ConnectionFailure {
            let detail = error.localizedDescription
            switch error.code {
            case .unsupportedURL: return .unsupportedScheme(url.scheme)
            case .cannotFindHost, .dnsLookupFailed: return .unknownHost(url.host)
            case .cannotConnectToHost, .notConnectedToInternet:
                return .unreachable(host: url.host, port: url.effectivePort ?? 0, detail: detail)
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                return .insecure(host: url.host, detail: detail)
            case .timedOut:
                switch state {
                case .waiting: return .timedOut(.waiting, after: timeLimit)
                case .receiving: return .timedOut(.receiving, after: timeLimit)
                }
            case .networkConnectionLost, .badServerResponse:
                switch state {
                case .waiting: return .reset(detail: detail)
                case .receiving(_, let expected): return .truncated(received: received, expected: expected)
                }
            case .cannotParseResponse: return .malformed(detail: detail)
            case .cannotDecodeContentData, .cannotDecodeRawData: return .undecodable(detail: detail)
            case .cancelled: return .cancelled
            default:
                // On Linux, a truncated body has no specific error code.
                guard case .receiving(_, let expected?) = state, received < expected else {
                    return .other(code: error.code.rawValue, detail: detail)
                }
                return .truncated(received: received, expected: expected)
            }
        }
    }

    /// The events of a session's tasks, by task identifier.
    enum TaskEvent: Sendable {
        /// A transfer starts, and its events are sent to this continuation.
        case started(Int, Transfer, ResponseEvents.Continuation)
        /// An event of a running transfer.
        case transfer(Int, TransferEvent)
    }

    /// The events that URLSession reports for a transfer.
    enum TransferEvent: Sendable {
        /// The status and headers of the response.
        case head(ResponseHead)
        /// A part of the body.
        case body([UInt8])
        /// The transfer has ended because an authentication challenge was not answered; this is the head of the
        /// challenge.
        case declined(ResponseHead)
        /// The transfer has ended; nil for a complete response.
        case ended(URLError?)
    }

    /// The running exchanges.
    struct Exchanges {
        private var running: [Int: (transfer: Transfer, report: ResponseEvents.Continuation)] =
            [:]

        mutating func handle(_ event: TaskEvent, at now: ContinuousClock.Instant) {
            switch event {
            case .started(let number, let transfer, let report): running[number] = (transfer, report)
            case .transfer(let number, let event):
                guard let events = running[number]?.transfer.handle(event, at: now) else { return }
                for event in events { running[number]?.report.yield(event) }
                switch event {
                case .head, .body: break
                case .declined, .ended: running.removeValue(forKey: number)?.report.finish()
                }
            }
        }
    }
#endif
