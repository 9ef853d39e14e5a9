/// The events of a session in order, for one reader.
///
/// They are told in bursts, as waking a reader takes longer than most of what is told, and read one by one. What a
/// reader leaves of a burst when it gives its iterator up is gone.
public struct SessionEvents: Sendable, AsyncSequence {
    /// The events as they were told: all that happened before the session had to wait.
    let bursts: AsyncStream<[SessionEvent]>

    /// Begins to read. Giving the iterator up together with the sequence stops the session.
    public func makeAsyncIterator() -> Iterator { Iterator(bursts: bursts.makeAsyncIterator()) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var bursts: AsyncStream<[SessionEvent]>.Iterator
        private var burst: ArraySlice<SessionEvent> = []

        init(bursts: AsyncStream<[SessionEvent]>.Iterator) { self.bursts = bursts }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        public mutating func next() async -> SessionEvent? { await next(isolation: #isolation) }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionEvent? {
            while true {
                if let event = burst.popFirst() { return event }
                guard let next = await bursts.next(isolation: actor) else { return nil }
                burst = next[...]
            }
        }
    }
}
