/// What happens while a request is under way, in order, for one reader.
///
/// Events are told in bursts, as waking a reader takes longer than most of what is told, and read one by one. Whoever
/// stops reading and lets another one go on hands over `Iterator.rest`: a second iterator of the sequence begins behind
/// the burst that the first one had, and begins those of a relay anew. Giving up every copy and iterator stops the transfer.
public struct ResponseEvents: Sendable, AsyncSequence {
    /// What happened before somebody had to wait.
    public struct Burst: Sendable {
        /// The events, in order.
        public var events: ArraySlice<ResponseEvent>
        /// Told of each event as it is read; nil for nobody.
        let read: (@Sendable (ResponseEvent) -> Void)?

        /// A burst of these events.
        /// - Parameters:
        ///   - events: What happened.
        ///   - read: Told of each event as it is read, for connections that hold back what nobody reads.
        public init(_ events: [ResponseEvent], read: (@Sendable (ResponseEvent) -> Void)? = nil) {
            self.events = events[...]
            self.read = read
        }
    }

    /// The next burst, never empty; nil behind the last.
    public typealias Source = nonisolated(nonsending) @Sendable () async -> Burst?

    /// Where bursts come from.
    private enum Origin: Sendable {
        case source(Source)
        case relay(ResponseRelay.Progress)
    }

    /// What is read before the next burst.
    private var ahead: Burst?
    private var origin: Origin

    /// Events that are had a burst at a time.
    public init(bursts source: @escaping Source) {
        origin = .source(source)
    }

    /// Events of another exchange, as a relay has them.
    init(_ relay: ResponseRelay.Progress) { origin = .relay(relay) }

    /// Events that `tell` tells, at once or later.
    public init(_ tell: (Continuation) -> Void) {
        let (events, continuation) = Self.makeStream()
        self = events
        tell(continuation)
    }

    /// Events that are made one by one, each when it is wanted; nil is the end.
    public init(unfolding next: @escaping @Sendable () async -> ResponseEvent?) {
        self.init(bursts: { await next().map { Burst([$0]) } })
    }

    /// A sequence, and what it is told by.
    public static func makeStream() -> (events: ResponseEvents, continuation: Continuation) {
        let (bursts, continuation) = AsyncStream<[ResponseEvent]>.makeStream()
        let events = ResponseEvents(bursts: {
            // Every iterator of a stream takes from the same buffer, so a fresh one for each burst is enough.
            var iterator = bursts.makeAsyncIterator()
            return await iterator.next(isolation: #isolation).map { Burst($0) }
        })
        return (events, Continuation(bursts: continuation))
    }

    /// What was put back, else the next burst; nil behind the last. None of it counts as read yet.
    nonisolated(nonsending) mutating func nextBurst() async -> Burst? {
        defer { ahead = nil }
        if let ahead, !ahead.events.isEmpty { return ahead }
        switch origin {
        case .source(let source): return await source()
        case .relay(var progress):
            // What the relay gives up on the way is not kept here.
            origin = .relay(.over)
            let burst = await progress.next()
            origin = .relay(progress)
            return burst
        }
    }

    /// Puts what was not read of a burst before what follows it.
    mutating func putBack(_ events: ArraySlice<ResponseEvent>, of burst: Burst) {
        var rest = burst
        rest.events = events
        ahead = rest
    }

    /// Reads an event of what was put back; nil where there is none.
    private mutating func popAhead() -> ResponseEvent? {
        guard let event = ahead?.events.popFirst() else { return nil }
        ahead?.read?(event)
        return event
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ResponseEvents

        fileprivate init(_ events: ResponseEvents) { self.events = events }

        /// What was not read yet, for another reader.
        public var rest: ResponseEvents { events }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        public mutating func next() async -> ResponseEvent? { await next(isolation: #isolation) }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ResponseEvent? {
            while true {
                if let event = events.popAhead() { return event }
                guard let next = await events.nextBurst() else { return nil }
                events.putBack(next.events, of: next)
            }
        }
    }

    /// Tells the events. Telling wakes the reader: what happens at one go is best told at one go.
    public struct Continuation: Sendable {
        private let bursts: AsyncStream<[ResponseEvent]>.Continuation

        fileprivate init(bursts: AsyncStream<[ResponseEvent]>.Continuation) { self.bursts = bursts }

        /// Why nothing more is read.
        public typealias Termination = AsyncStream<[ResponseEvent]>.Continuation.Termination

        /// Called once when the sequence has ended, or was given up.
        public var onTermination: (@Sendable (Termination) -> Void)? {
            get { bursts.onTermination }
            nonmutating set { bursts.onTermination = newValue }
        }

        /// Tells one event.
        public func yield(_ event: ResponseEvent) { bursts.yield([event]) }

        /// Tells several events in a row.
        public func yield(_ events: [ResponseEvent]) { bursts.yield(events) }

        /// Ends the sequence behind what was told.
        public func finish() { bursts.finish() }
    }
}

extension ResponseEvent {
    /// Whether another event of the exchange follows without waiting for the server.
    var isFollowedAtOnce: Bool {
        switch self {
        case .requestSent, .noted, .edited, .entered(.receiving): true
        case .headReceived(let head): head.status == 304
        case .entered, .bodySent, .bodyReceived, .finished, .failed: false
        }
    }
}
