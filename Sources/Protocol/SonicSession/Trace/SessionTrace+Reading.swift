import SonicProtocol

// The latest request, and its response.
extension SessionTrace {
    /// The latest request and its result so far; nil before there is one.
    private var current: Turn? { turns.last { $0.request != nil } }

    /// The latest request; nil before there is one.
    public var request: Request? { current?.request }

    /// Why its tags are as they are.
    public var notes: [RequestNote] { current?.notes ?? [] }

    /// The bytes of its headers; empty before they were sent, or if unknown.
    public var sentHead: [UInt8] { current?.sentHead ?? [] }

    /// How much of its body was sent; nil if unknown.
    public var sentBody: Progress? { turns.last?.sentBody }

    /// The headers of its response; nil before they were received.
    public var head: ResponseHead? { current?.head }

    /// The number of bytes of its response's body that are on the screen so far.
    public var bytesShown: Int {
        current?.screen.reduce(0) { sum, shown in
            if case .pieces(let count) = shown { sum + count } else { sum }
        } ?? 0
    }

    /// The latest retry, made or about to be made; nil for none.
    public var retry: Retry? { turns.last { $0.retry != nil }?.retry }
}
