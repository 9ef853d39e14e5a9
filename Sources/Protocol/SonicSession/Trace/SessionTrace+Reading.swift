import SonicProtocol

// What is known of the request decided last, and of its answer.
extension SessionTrace {
    /// The request decided last and what became of it so far; nil before there is one.
    private var current: Turn? { turns.last { $0.request != nil } }

    /// The request decided last; nil before there is one.
    public var request: Request? { current?.request }

    /// Why its tags are as they are.
    public var notes: [RequestNote] { current?.notes ?? [] }

    /// The bytes of its head; empty before it went out, and where nobody saw them.
    public var sentHead: [UInt8] { current?.sentHead ?? [] }

    /// How much of its body has gone out; nil where nobody tells.
    public var sentBody: Progress? { turns.last?.sentBody }

    /// The head of its answer; nil before that came.
    public var head: ResponseHead? { current?.head }

    /// The body bytes of its answer that are on the screen so far.
    public var bytesShown: Int {
        current?.screen.reduce(0) { sum, shown in
            if case .pieces(let count) = shown { sum + count } else { sum }
        } ?? 0
    }

    /// The request that was made again last, or is about to be; nil for none.
    public var retry: Retry? { turns.last { $0.retry != nil }?.retry }
}
