/// What came over one connection, and how much of it libmicrohttpd may read: the bytes before the first that is
/// wrong, up to the end of a request. What is wrong is told when everything before it has been answered.
struct RequestStream {
    /// What is to be done with bytes that came.
    enum Decision: Equatable {
        /// So many of them may be read.
        case pass(Int)
        /// So many of them (0 included) may be read; what is wrong behind them is told later, by `answered`.
        case hold(passing: Int)
        /// Nothing of them is to be read, and the connection is to be refused for this reason.
        case refuse(RequestFault)
        /// Nothing of them is to be read, and the connection is to be cut off: a response is on its way, within which
        /// nothing else can be said.
        case cut
        /// Nothing of them is to be read: the connection was refused.
        case drop
    }

    private enum State {
        case open
        /// Something is wrong behind requests that are not answered yet.
        case faulty(RequestFault)
        case refused
    }

    private var scanner = RequestScanner()
    private var state = State.open
    /// Requests that were answered, or given up.
    private var answers = 0
    /// Whether the response to a request is on its way.
    private var isAnswering = false
    /// Heads that libmicrohttpd made requests of.
    private var begun = 0

    /// Whether libmicrohttpd has the head of the request that is being read.
    var isBegun: Bool { scanner.heads > scanner.requests && begun == scanner.heads }

    /// The method and the target of the request that was begun last, for people.
    var lastRequest: (method: String, target: String) { RequestLine.parts(scanner.requestLine) }

    /// Bytes came.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Decision {
        switch state {
        case .refused: return .drop
        case .faulty: return .hold(passing: 0)
        case .open: break
        }
        switch scanner.scan(bytes) {
        case .sound: return .pass(bytes.count)
        case .faulty(let fault, let count):
            guard scanner.requests > answers else {
                state = .refused
                return isAnswering ? .cut : .refuse(fault)
            }
            state = .faulty(fault)
            return .hold(passing: count)
        }
    }

    /// libmicrohttpd read a head. False where the head did not come through here, so that nobody looked at it.
    mutating func begin() -> Bool {
        begun += 1
        return begun <= scanner.heads
    }

    /// The response to a request is on its way.
    mutating func answering() { isAnswering = true }

    /// A request was answered, or given up. Returns why the connection is to be refused now.
    mutating func answered() -> RequestFault? {
        answers += 1
        isAnswering = false
        guard case .faulty(let fault) = state, scanner.requests <= answers else { return nil }
        state = .refused
        return fault
    }
}
