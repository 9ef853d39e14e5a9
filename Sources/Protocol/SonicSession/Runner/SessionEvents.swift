/// The events of a session in order, for one reader.
///
/// They are sent in batches, because waking a reader takes longer than most of what is reported, and read one by one.
/// The rest of a batch is lost when the iterator is released.
public struct SessionEvents: Sendable, AsyncSequence {
    /// Returns the events as they were sent: all that happened before the session had to wait; nil after the last
    /// one.
    let nextBatch: nonisolated(nonsending) @Sendable () async -> [SessionEvent]?

    init(_ batches: ChannelReader<SessionEvent>) { nextBatch = { await batches.next() } }

    /// Starts reading. Releasing the iterator together with the sequence stops the session.
    public func makeAsyncIterator() -> Iterator { Iterator(nextBatch) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let nextBatch: nonisolated(nonsending) @Sendable () async -> [SessionEvent]?
        private var batch: ArraySlice<SessionEvent> = []

        init(_ nextBatch: nonisolated(nonsending) @escaping @Sendable () async -> [SessionEvent]?) {
            self.nextBatch = nextBatch
        }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        public mutating func next() async -> SessionEvent? { await next(isolation: #isolation) }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionEvent? {
            while true {
                if let event = batch.popFirst() { return event }
                guard let next = await nextBatch() else { return nil }
                batch = next[...]
            }
        }
    }
}
