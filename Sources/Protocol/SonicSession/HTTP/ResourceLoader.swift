import SonicProtocol

/// Fetches resources into the cache before they are requested. A request made while its resource is being loaded
/// waits for it, instead of being sent again.
public actor ResourceLoader {
    private let engine: HTTPEngine
    private let atATime: Int
    private let byteLimit: Int
    private var waiting: [(request: FetchRequest, fetched: @Sendable (WebURL) async -> Void)] = []
    private var running = 0

    /// Creates a loader.
    /// - Parameters:
    ///   - engine: The engine that fetches and stores.
    ///   - atATime: The maximum number of concurrent fetches; 3 by default.
    ///   - byteLimit: The maximum length of a resource in bytes; a longer one is abandoned. 4 MiB by default.
    public init(_ engine: HTTPEngine, atATime: Int = 3, byteLimit: Int = 4 << 20) {
        self.engine = engine
        self.atATime = max(1, atATime)
        self.byteLimit = byteLimit
    }

    /// Queues requests, in order, after those that already wait. Returns at once.
    /// - Parameters:
    ///   - requests: The requests to fetch.
    ///   - fetched: Called with the address of each resource received in full, from the network or the cache.
    public func load(
        _ requests: [FetchRequest], fetched: @escaping @Sendable (WebURL) async -> Void = { _ in }
    ) {
        waiting += requests.map { ($0, fetched) }
        while running < atATime, !waiting.isEmpty {
            running += 1
            Task { await self.work() }
        }
    }

    /// Fetches one resource after the other until none waits.
    private func work() async {
        while !waiting.isEmpty {
            let (request, fetched) = waiting.removeFirst()
            if await fetch(request) { await fetched(request.url) }
        }
        running -= 1
    }

    /// Fetches a resource.
    /// - Returns: Whether it was received in full.
    private func fetch(_ request: FetchRequest) async -> Bool {
        var room = byteLimit
        for await event in engine.open(request) {
            switch event {
            case .headReceived(let head):
                if let length = head.headers.first("content-length").flatMap({ Int($0) }), length > room {
                    return false
                }
            case .bodyReceived(let bytes):
                room -= bytes.count
                if room < 0 { return false }
            case .ended(let result): return result.answer != nil
            }
        }
        return false
    }
}
