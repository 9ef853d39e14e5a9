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
            case .ended(let error?):
                return [.failed(failure(error))]
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
#endif
