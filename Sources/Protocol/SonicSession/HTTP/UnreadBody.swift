/// The number of bytes of a response's body that its reader has not read yet, so that the transfer waits for a slow
/// reader.
actor UnreadBody {
    private let limit: Int
    private var unread = 0
    private var waiting: AsyncStream<Never>.Continuation?

    /// Creates an empty count; from `limit` bytes on the transfer waits.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a chunk as sent.
    /// - Returns: Whether the transfer has to wait before the next one.
    func sent(_ count: Int) -> Bool {
        unread += count
        return unread >= limit
    }

    /// Counts a chunk as read, which may happen before it is counted as sent.
    func took(_ count: Int) {
        unread -= count
        guard unread < limit else { return }
        waiting?.finish()
        waiting = nil
    }

    /// Returns when there is room for more. Ends when cancelled.
    func room() async {
        guard unread >= limit else { return }
        let (room, continuation) = AsyncStream<Never>.makeStream()
        waiting = continuation
        for await _ in room {}
    }
}

/// Reads the events of a fetch one by one, and counts each chunk of the body as read.
actor FetchReader {
    private let events: AsyncStream<FetchEvent>
    private let unread: UnreadBody

    /// Creates a reader of `events`, whose bytes are counted by `unread`.
    init(_ events: AsyncStream<FetchEvent>, _ unread: UnreadBody) {
        self.events = events
        self.unread = unread
    }

    /// Returns the next event; nil after the last one.
    func next() async -> FetchEvent? {
        // All iterators of a stream read from the same buffer, so a new one for each event is enough.
        var iterator = events.makeAsyncIterator()
        guard let event = await iterator.next(isolation: self) else { return nil }
        if case .bodyReceived(let bytes) = event { await unread.took(bytes.count) }
        return event
    }
}
