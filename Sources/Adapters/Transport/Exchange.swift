import SonicProtocol
import SonicSession
import Synchronization

/// One request under way, as both sides see it: the reader of its events and the curl thread.
final class Exchange: Sendable {
    /// What is sent.
    let request: Request
    /// Where to connect; nil for the addresses of the request's host.
    let target: HostAddress?
    /// Where the curl thread reports, as much at a time as it has.
    let events: Channel<ResponseEvent>
    /// When it was asked for.
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

    /// Whom it asks.
    var host: String { request.url.origin ?? request.url.host }

    /// By when it has to be over as a part of something larger; nil where it is none.
    var end: RunEnd? {
        guard case .left(let time, let limit, _) = request.time else { return nil }
        return RunEnd(began + time, limit: limit)
    }

    /// By when it has to be over, where such an exchange may take so long.
    func end(usually limit: Duration?) -> RunEnd? {
        switch request.time {
        case .usual: limit.map { RunEnd(began + $0, limit: $0) }
        case .none: nil
        case .left: end
        }
    }

    /// Bytes of the body that are delivered and not yet read.
    var unreadCount: Int { unread.load(ordering: .acquiring) }

    /// Whether so much lies unread that no more should be delivered now.
    var isFull: Bool { unreadCount >= unreadLimit }

    /// Counts a piece of the body that is about to be delivered.
    func count(_ count: Int) {
        unread.add(count, ordering: .acquiringAndReleasing)
    }

    /// Counts a piece of the body as read. True when the amount unread fell below half the limit by it: the
    /// one moment at which a paused transfer has to be told.
    func took(_ count: Int) -> Bool {
        let (old, new) = unread.subtract(count, ordering: .acquiringAndReleasing)
        let half = max(1, unreadLimit / 2)
        return old >= half && new < half
    }
}
