import SonicProtocol

/// Fetches resources into the cache before anybody asks for them. Who asks while one is on its way waits for it
/// and sends no request of his own.
public actor ResourceLoader {
    private let engine: HTTPEngine
    private let atATime: Int
    private let byteLimit: Int
    private var waiting: [(request: FetchRequest, fetched: @Sendable (WebURL) async -> Void)] = []
    private var running = 0

    /// A loader on this engine.
    /// - Parameters:
    ///   - engine: Fetches and stores.
    ///   - atATime: How many resources are on their way at a time; 3 by default.
    ///   - byteLimit: The longest resource in bytes; a longer one is given up. 4 MiB by default.
    public init(_ engine: HTTPEngine, atATime: Int = 3, byteLimit: Int = 4 << 20) {
        self.engine = engine
        self.atATime = max(1, atATime)
        self.byteLimit = byteLimit
    }

    /// Has these fetched, in order, behind those that wait already. Returns at once.
    /// - Parameters:
    ///   - requests: What to fetch.
    ///   - fetched: Called with the address of each that came whole, from the network or the cache.
    public func load(
        _ requests: [FetchRequest], fetched: @escaping @Sendable (WebURL) async -> Void = { _ in }
    ) {
        waiting += requests.map { ($0, fetched) }
        while running < atATime, !waiting.isEmpty {
            running += 1
            Task { await self.work() }
        }
    }

    /// Fetches one after the other until none waits.
    private func work() async {
        while !waiting.isEmpty {
            let (request, fetched) = waiting.removeFirst()
            if await fetch(request) { await fetched(request.url) }
        }
        running -= 1
    }

    /// Whether the resource came whole.
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
