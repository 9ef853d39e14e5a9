import SonicProtocol

/// The activity of an engine: requests that others wait for, and revalidations in the background.
actor FetchTraffic {
    /// The fetches that wait for each request that was sent.
    private var waiting: [Flight: [AsyncStream<Never>.Continuation]] = [:]
    private var refreshes: [Flight: Task<Void, Never>] = [:]
    /// The keys requested, by the number of the request; without those that were overtaken.
    private var asked: [Int: CacheKey] = [:]
    private var lastNumber = 0

    /// Joins equivalent requests; ends when cancelled.
    /// - Returns: True for the one that is to be sent; the others return false when its outcome is known, so that
    ///   they find the response stored, or are sent themselves.
    func enter(_ flight: Flight) async -> Bool {
        guard waiting[flight] != nil else {
            waiting[flight] = []
            return true
        }
        let (outcome, continuation) = AsyncStream<Never>.makeStream()
        waiting[flight]?.append(continuation)
        for await _ in outcome {}
        return false
    }

    /// Releases the fetches that wait for a request.
    func leave(_ flight: Flight) {
        for continuation in waiting.removeValue(forKey: flight) ?? [] { continuation.finish() }
    }

    /// Records that a request is sent whose response may be stored under a key.
    /// - Returns: The request's number.
    func ask(_ key: CacheKey) -> Int {
        lastNumber += 1
        asked[lastNumber] = key
        return lastNumber
    }

    /// Records a change at the server: a response being received for this key may be from before it.
    func overtake(_ key: CacheKey) { asked = asked.filter { $0.value != key } }

    /// Whether the request with this number was not overtaken.
    func isCurrent(_ number: Int) -> Bool { asked[number] != nil }

    /// Removes the request with this number.
    func forget(_ number: Int) { asked[number] = nil }

    /// Runs work in the background unless equivalent work is running.
    func refresh(_ flight: Flight, _ work: @escaping @Sendable () async -> Void) {
        guard refreshes[flight] == nil else { return }
        refreshes[flight] = Task {
            await work()
            self.forget(flight)
        }
    }

    private func forget(_ flight: Flight) { refreshes[flight] = nil }

    /// Waits until no work is running in the background.
    func finish() async {
        // Each task removes itself from the dictionary before it ends.
        while let (_, task) = refreshes.first { await task.value }
    }
}
