#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// What is told of a session's tasks, by their numbers.
    enum News: Sendable {
        /// A transfer begins, and its events are wanted here.
        case started(Int, Transfer, ResponseEvents.Continuation)
        /// Something happened to it.
        case happened(Int, Happening)
    }

    /// What URLSession tells of a transfer.
    enum Happening: Sendable {
        /// The answer's status and fields.
        case head(ResponseHead)
        /// A piece of the body.
        case body([UInt8])
        /// A question for a password was not answered; this is the head that asked it. All is over.
        case declined(ResponseHead)
        /// All is over; nil for a complete answer.
        case ended(URLError?)
    }

    /// The exchanges under way.
    struct Exchanges {
        private var running: [Int: (transfer: Transfer, report: ResponseEvents.Continuation)] =
            [:]

        mutating func handle(_ news: News, at now: ContinuousClock.Instant) {
            switch news {
            case .started(let number, let transfer, let report):
                running[number] = (transfer, report)
            case .happened(let number, let happening):
                guard let events = running[number]?.transfer.handle(happening, at: now) else { return }
                for event in events { running[number]?.report.yield(event) }
                switch happening {
                case .head, .body: break
                case .declined, .ended: running.removeValue(forKey: number)?.report.finish()
                }
            }
        }
    }
#endif
