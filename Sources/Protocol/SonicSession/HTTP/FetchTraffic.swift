import SonicProtocol

/// What an engine has under way: requests that others wait for, and what is brought up to date in the
/// background.
actor FetchTraffic {
    /// Who waits for each request that is out.
    private var waiting: [Flight: [AsyncStream<Never>.Continuation]] = [:]
    private var refreshes: [Flight: Task<Void, Never>] = [:]
    /// What is asked for, by the number of the request; without those that were overtaken.
    private var asked: [Int: CacheKey] = [:]
    private var lastNumber = 0

    /// Joins the requests that are the same. True for the one that is to be sent; the others return once its
    /// outcome is known, so that they find it stored, or are to be sent themselves. Ends when cancelled.
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

    /// Lets those go that wait for a request.
    func leave(_ flight: Flight) {
        for continuation in waiting.removeValue(forKey: flight) ?? [] { continuation.finish() }
    }

    /// Notes that a request goes out whose answer may be stored under a key. Returns its number.
    func ask(_ key: CacheKey) -> Int {
        lastNumber += 1
        asked[lastNumber] = key
        return lastNumber
    }

    /// Notes that something was changed at the server: what is on its way under this key may be from before.
    func overtake(_ key: CacheKey) { asked = asked.filter { $0.value != key } }

    /// Whether nothing has overtaken the request of this number.
    func isCurrent(_ number: Int) -> Bool { asked[number] != nil }

    /// Forgets the request of this number.
    func forget(_ number: Int) { asked[number] = nil }

    /// Runs work in the background unless the same is under way.
    func refresh(_ flight: Flight, _ work: @escaping @Sendable () async -> Void) {
        guard refreshes[flight] == nil else { return }
        refreshes[flight] = Task {
            await work()
            self.forget(flight)
        }
    }

    private func forget(_ flight: Flight) { refreshes[flight] = nil }

    /// Waits until nothing is under way in the background.
    func finish() async {
        // Each forgets itself here before it ends.
        while let (_, task) = refreshes.first { await task.value }
    }
}
