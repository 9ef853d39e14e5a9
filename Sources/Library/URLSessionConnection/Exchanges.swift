#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

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
            case .started(let number, let transfer, let report):
                running[number] = (transfer, report)
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
