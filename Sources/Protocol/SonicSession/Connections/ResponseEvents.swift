/// The events of an exchange, in order, for one reader.
///
/// Events are sent in batches, because waking a reader takes longer than most of what is reported, and read one by
/// one. To let another reader continue, pass it `Iterator.rest`: a second iterator of the sequence would start after
/// the batch that the first one had, and would read those of a relay from the start. Releasing all copies and
/// iterators stops the transfer.
public struct ResponseEvents: Sendable, AsyncSequence {
    /// The events that happened before the connection had to wait.
    public struct Batch: Sendable {
        /// The events, in order.
        public var events: ArraySlice<ResponseEvent>
        /// Called with each event when it is read; nil for none.
        let read: (@Sendable (ResponseEvent) -> Void)?

        /// Creates a batch of these events.
        /// - Parameters:
        ///   - events: The events.
        ///   - read: Called with each event when it is read, for connections that hold back what is not read.
        public init(_ events: [ResponseEvent], read: (@Sendable (ResponseEvent) -> Void)? = nil) {
            self.events = events[...]
            self.read = read
        }
    }

    /// Returns the next batch, never empty; nil after the last one.
    public typealias Source = nonisolated(nonsending) @Sendable () async -> Batch?

    /// The source of the batches.
    private enum Origin: Sendable {
        case source(Source)
        case relay(ResponseRelay.Progress)
    }

    /// The events that are read before the next batch.
    private var ahead: Batch?
    private var origin: Origin

    /// Creates a sequence from a function that returns a batch at a time.
    public init(batches source: @escaping Source) { origin = .source(source) }

    /// Creates a sequence of the events of another exchange, as changed by a relay.
    init(_ relay: ResponseRelay.Progress) { origin = .relay(relay) }

    /// Creates a sequence of the events that `send` sends, at once or later.
    public init(_ send: (Continuation) -> Void) {
        let (events, continuation) = Self.makeStream()
        self = events
        send(continuation)
    }

    /// Creates a sequence whose events are created one by one on demand; nil is the end.
    public init(unfolding next: @escaping @Sendable () async -> ResponseEvent?) {
        self.init(batches: { await next().map { Batch([$0]) } })
    }

    /// Creates a sequence and the continuation that sends its events.
    public static func makeStream() -> (events: ResponseEvents, continuation: Continuation) {
        let (batches, continuation) = AsyncStream<[ResponseEvent]>.makeStream()
        let events = ResponseEvents(batches: {
            // All iterators of a stream read from the same buffer, so a new one for each batch is enough.
            var iterator = batches.makeAsyncIterator()
            return await iterator.next(isolation: #isolation).map { Batch($0) }
        })
        return (events, Continuation(batches: continuation))
    }

    /// The relay whose events all are still to be read; nil for another sequence.
    var progress: ResponseRelay.Progress? {
        if ahead == nil, case .relay(let progress) = origin { progress } else { nil }
    }

    /// Returns what was put back, otherwise the next batch; nil after the last one. Its events do not yet count as
    /// read.
    nonisolated(nonsending) mutating func nextBatch() async -> Batch? {
        defer { ahead = nil }
        if let ahead, !ahead.events.isEmpty { return ahead }
        switch origin {
        case .source(let source): return await source()
        case .relay(var progress):
            // What the relay releases on the way must not be retained here.
            origin = .relay(.over)
            let batch = await progress.next()
            origin = .relay(progress)
            return batch
        }
    }

    /// Puts the unread events of a batch before those that follow.
    mutating func putBack(_ events: ArraySlice<ResponseEvent>, of batch: Batch) {
        var rest = batch
        rest.events = events
        ahead = rest
    }

    /// Reads an event of what was put back; nil if there is none.
    private mutating func popAhead() -> ResponseEvent? {
        guard let event = ahead?.events.popFirst() else { return nil }
        ahead?.read?(event)
        return event
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: ResponseEvents

        fileprivate init(_ events: ResponseEvents) { self.events = events }

        /// The unread events, for another reader.
        public var rest: ResponseEvents { events }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        public mutating func next() async -> ResponseEvent? { await next(isolation: #isolation) }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ResponseEvent? {
            while true {
                if let event = events.popAhead() { return event }
                guard let next = await events.nextBatch() else { return nil }
                events.putBack(next.events, of: next)
            }
        }
    }

    /// Sends the events of a sequence. Each call wakes the reader: events that happen together should be sent
    /// together.
    public struct Continuation: Sendable {
        private let batches: AsyncStream<[ResponseEvent]>.Continuation

        fileprivate init(batches: AsyncStream<[ResponseEvent]>.Continuation) { self.batches = batches }

        /// Why the sequence ended.
        public typealias Termination = AsyncStream<[ResponseEvent]>.Continuation.Termination

        /// Called once when the sequence has ended, or was released.
        public var onTermination: (@Sendable (Termination) -> Void)? {
            get { batches.onTermination }
            nonmutating set { batches.onTermination = newValue }
        }

        /// Sends one event.
        public func yield(_ event: ResponseEvent) { batches.yield([event]) }

        /// Sends several events in a row.
        public func yield(_ events: [ResponseEvent]) { batches.yield(events) }

        /// Ends the sequence after the events sent so far.
        public func finish() { batches.finish() }
    }
}
