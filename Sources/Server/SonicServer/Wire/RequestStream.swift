/// The bytes received on a connection, and how many of them libmicrohttpd may read: those before the first error, up to
/// the end of a request. An error is reported when everything before it has been answered.
struct RequestStream {
    /// What to do with received bytes.
    enum Decision: Equatable {
        /// Pass this number of them on.
        case pass(Int)
        /// Pass this number of them (possibly 0) on; the error after them is reported later by `answered`.
        case hold(passing: Int)
        /// Pass none on, and refuse the connection for this reason.
        case refuse(RequestFault)
        /// Pass none on, and cut the connection: a response is being sent, so no error response can be sent.
        case cut
        /// Pass none on: the connection was refused.
        case drop
    }

    private enum State {
        case open
        /// An error follows requests that are not answered yet.
        case faulty(RequestFault)
        case refused
    }

    private var scanner = RequestScanner()
    private var state = State.open
    /// The number of requests that were answered, or aborted.
    private var answers = 0
    /// Whether the response to a request is being sent.
    private var isAnswering = false
    /// The number of heads that libmicrohttpd has handled as requests.
    private var begun = 0

    /// Whether libmicrohttpd has the head of the current request.
    var isBegun: Bool { scanner.heads > scanner.requests && begun == scanner.heads }

    /// The method and the target of the last request begun, for display.
    var lastRequest: (method: String, target: String) { RequestLine.parts(scanner.requestLine) }

    /// Handles received bytes.
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

    /// Called when libmicrohttpd has read a head. Returns false if the head was not scanned here.
    mutating func begin() -> Bool {
        begun += 1
        return begun <= scanner.heads
    }

    /// Called when the response to a request is being sent.
    mutating func answering() { isAnswering = true }

    /// Called when a request was answered, or aborted. Returns the reason why the connection is to be refused now.
    mutating func answered() -> RequestFault? {
        answers += 1
        isAnswering = false
        guard case .faulty(let fault) = state, scanner.requests <= answers else { return nil }
        state = .refused
        return fault
    }
}
