import SonicProtocol
import SonicSession
import Synchronization

/// One request in progress, shared by the reader of its events and the curl thread.
final class Exchange: Sendable {
    /// The request to send.
    let request: Request
    /// The address to connect to; nil for those of the request's host.
    let target: HostAddress?
    /// The channel to which the curl thread reports events in batches.
    let events: Channel<ResponseEvent>
    /// When the exchange was requested.
    private let began = ContinuousClock.now
    private let unreadLimit: Int
    private let unread = Atomic(0)

    init(
        _ request: Request, connectingTo target: HostAddress? = nil,
        _ events: Channel<ResponseEvent>, unreadLimit: Int
    ) {
        self.request = request
        self.target = target
        self.events = events
        self.unreadLimit = unreadLimit
    }

    /// The origin of the request, or else its host.
    var host: String { request.url.origin ?? request.url.host }

    /// The deadline that the exchange inherits from a larger operation; nil for none.
    var end: RunEnd? {
        guard case .left(let time, let limit, _) = request.time else { return nil }
        return RunEnd(began + time, limit: limit)
    }

    /// The deadline of the exchange, if `limit` is the usual maximum duration.
    func end(usually limit: Duration?) -> RunEnd? {
        switch request.time {
        case .usual: limit.map { RunEnd(began + $0, limit: $0) }
        case .none: nil
        case .left: end
        }
    }

    /// The number of body bytes that were delivered and not yet read.
    var unreadCount: Int { unread.load(ordering: .acquiring) }

    /// Whether the reader has too many unread bytes, so that no more should be delivered now.
    var isFull: Bool { unreadCount >= unreadLimit }

    /// Adds a piece of the body that is about to be delivered.
    func count(_ count: Int) {
        unread.add(count, ordering: .acquiringAndReleasing)
    }

    /// Counts a piece of the body as read. Returns true if this reduced the unread bytes below half the limit: only
    /// then a paused transfer is resumed.
    func took(_ count: Int) -> Bool {
        let (old, new) = unread.subtract(count, ordering: .acquiringAndReleasing)
        let half = max(1, unreadLimit / 2)
        return old >= half && new < half
    }
}
