import SonicProtocol

/// Fetches resources into the cache before anybody asks for them. Who asks while one is on its way waits for it
/// and sends no request of his own.
public actor ResourceLoader {
    private let engine: HTTPEngine
    private let atATime: Int
    private let byteLimit: Int
    private var waiting: [FetchRequest] = []
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
    public func load(_ requests: [FetchRequest]) {
        waiting += requests
        while running < atATime, !waiting.isEmpty {
            running += 1
            Task { await self.work() }
        }
    }

    /// Fetches one after the other until none waits.
    private func work() async {
        while !waiting.isEmpty { await fetch(waiting.removeFirst()) }
        running -= 1
    }

    private func fetch(_ request: FetchRequest) async {
        var room = byteLimit
        for await event in engine.open(request) {
            switch event {
            case .headReceived(let head):
                if let length = head.headers.first("content-length").flatMap({ Int($0) }), length > room {
                    return
                }
            case .bodyReceived(let bytes):
                room -= bytes.count
                if room < 0 { return }
            case .ended: break
            }
        }
    }
}
