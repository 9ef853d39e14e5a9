/// How much of an answer's body its reader has not taken yet, so that the transfer waits for one who is slow.
actor UnreadBody {
    private let limit: Int
    private var unread = 0
    private var waiting: AsyncStream<Never>.Continuation?

    /// Nothing unread; from `limit` bytes on the transfer waits.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a piece as told. Whether the transfer has to wait before the next.
    func sent(_ count: Int) -> Bool {
        unread += count
        return unread >= limit
    }

    /// Counts a piece as taken, which may come before it was counted as told.
    func took(_ count: Int) {
        unread -= count
        guard unread < limit else { return }
        waiting?.finish()
        waiting = nil
    }

    /// Returns once there is room for more. Ends when cancelled.
    func room() async {
        guard unread >= limit else { return }
        let (room, continuation) = AsyncStream<Never>.makeStream()
        waiting = continuation
        for await _ in room {}
    }
}

/// The events of a fetch one by one, each piece of the body counted as it is taken.
actor FetchReader {
    private let events: AsyncStream<FetchEvent>
    private let unread: UnreadBody

    /// Reads `events`, whose bytes `unread` counts.
    init(_ events: AsyncStream<FetchEvent>, _ unread: UnreadBody) {
        self.events = events
        self.unread = unread
    }

    /// The next event; nil behind the last.
    func next() async -> FetchEvent? {
        // Every iterator of a stream takes from the same buffer, so a fresh one for each event is enough.
        var iterator = events.makeAsyncIterator()
        guard let event = await iterator.next(isolation: self) else { return nil }
        if case .bodyReceived(let bytes) = event { await unread.took(bytes.count) }
        return event
    }
}
