/// The events of a session in order, for one reader.
///
/// They are told in bursts, as waking a reader takes longer than most of what is told, and read one by one. What a
/// reader leaves of a burst when it gives its iterator up is gone.
public struct SessionEvents: Sendable, AsyncSequence {
    /// The events as they were told: all that happened before the session had to wait; nil behind the last.
    let nextBurst: nonisolated(nonsending) @Sendable () async -> [SessionEvent]?

    init(_ bursts: ChannelReader<SessionEvent>) { nextBurst = { await bursts.next() } }

    /// Begins to read. Giving the iterator up together with the sequence stops the session.
    public func makeAsyncIterator() -> Iterator { Iterator(nextBurst) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let nextBurst: nonisolated(nonsending) @Sendable () async -> [SessionEvent]?
        private var burst: ArraySlice<SessionEvent> = []

        init(_ nextBurst: nonisolated(nonsending) @escaping @Sendable () async -> [SessionEvent]?) {
            self.nextBurst = nextBurst
        }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        public mutating func next() async -> SessionEvent? { await next(isolation: #isolation) }

        /// The next event; nil behind the last one, and when the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionEvent? {
            while true {
                if let event = burst.popFirst() { return event }
                guard let next = await nextBurst() else { return nil }
                burst = next[...]
            }
        }
    }
}
