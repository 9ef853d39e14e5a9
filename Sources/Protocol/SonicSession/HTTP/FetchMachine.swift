import SonicProtocol

/// The decisions of one fetch: events in, effects out; nothing is performed here.
///
/// A fetch reads the store, sends a request if necessary, passes the response on, stores it, follows redirects, and
/// ends. What may be used, requested and stored is decided by `CachePolicy`; the order of the steps is decided here.
/// In every state except `idle` and `ended` exactly one effect waits for its event, and each fetch ends exactly once.
public struct FetchMachine: Sendable {
    /// An input of the machine.
    public enum Event: Sendable {
        /// The fetch starts.
        case began
        /// The store was read, and the Cookie header for the address was made.
        case lookedUp([StoredVariant], cookies: HeaderValue?)
        /// The bytes of a stored body were read; nil if they no longer exist or cannot be read.
        case bodyRead([UInt8]?)
        /// A connection reported a finding.
        case transferNoted(Finding)
        /// The headers of a final response were received.
        case headReceived(ResponseHead)
        /// A chunk of the body was received.
        case bodyReceived([UInt8])
        /// The response is complete.
        case transferFinished
        /// The transfer failed.
        case transferFailed(ConnectionFailure)
        /// The caller reviewed the response.
        case reviewed(AnswerReview)
        /// The store finished writing, or failed to.
        case written
        /// The caller stopped the fetch.
        case stopRequested
    }

    /// An output of the machine, to be performed in order.
    public enum Effect: Sendable {
        /// Read the store, unless the cache is bypassed (nil), and make the Cookie header; reply with `.lookedUp`. Of
        /// equivalent requests one is enough; nil if this one must be sent in any case.
        case lookUp(CacheKey?, CookieRequest, Flight?)
        /// Read bytes of a stored body; reply with `.bodyRead`.
        case readBody(Int, under: CacheKey, Range<Int>)
        /// Send a request; reply with the transfer's events.
        case send(Request)
        /// Stop the transfer; its further events are ignored.
        case stopTransfer
        /// Have the caller review the response; reply with `.reviewed`.
        case review(ReceivedAnswer)
        /// Write to the store, in order; reply with `.written`.
        case write([StoreWrite])
        /// Release the requests that wait for the outcome of this one.
        case settle
        /// Revalidate a response that was served stale, in the background.
        case refresh(FetchRequest)
        /// Report an event to the caller.
        case notify(FetchEvent)
    }

    enum State: Sendable {
        /// Not started.
        case idle
        /// The store is being read.
        case lookingUp(Hop)
        /// A stored body is being read, for this purpose.
        case reading(Hop, BodyUse)
        /// A request was sent; no headers received yet.
        case asking(Hop, Exchange)
        /// The headers were received; the body is being received.
        case receiving(Hop, Exchange, Reception)
        /// The caller is reviewing the response.
        case reviewing(Hop, Delivery, StoredResponse)
        /// The store is being written; then this follows.
        case writing(Sequel)
        /// Ended.
        case ended
    }

    var state: State = .idle
    /// The addresses requested and the findings made.
    var record: FetchResult
    let order: FetchRequest
    let purpose: CacheQuery.Purpose
    /// The maximum length in bytes of a stored body.
    let bodyLimit: Int

    /// Creates a fetch for `order` that stores no body longer than `bodyLimit` bytes, 64 MiB by default.
    public init(_ order: FetchRequest, purpose: CacheQuery.Purpose = .answer, bodyLimit: Int = 64 << 20) {
        self.order = order
        self.purpose = purpose
        self.bodyLimit = bodyLimit
        record = FetchResult(ending: .failed(.stopped), urls: [])
    }

    /// Whether a transfer is running.
    public var isTransferring: Bool {
        switch state {
        case .asking, .receiving: true
        case .idle, .lookingUp, .reading, .reviewing, .writing, .ended: false
        }
    }

    /// Whether the fetch has ended.
    public var hasEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// Decides what follows from an event, given its wall clock time. Total: an event that does not fit the state has
    /// no effect.
    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        // Handled first, because binding the state with a pattern would copy the whole body.
        if case .bodyReceived(let bytes) = event { return bodyReceived(bytes) }
        switch (event, state) {
        case (.began, .idle):
            return open(
                Request(method: order.method, url: order.url, headers: order.headers, body: order.body))
        case (.lookedUp(let stored, let cookies), .lookingUp(let hop)):
            return lookedUp(hop, stored, cookies, now)
        case (.bodyRead(let bytes), .reading(let hop, let reading)): return bodyRead(hop, reading, bytes, now)
        case (.transferNoted(let finding), .asking), (.transferNoted(let finding), .receiving):
            note(finding)
            return []
        case (.headReceived(let head), .asking(let hop, let exchange)):
            return headReceived(hop, exchange, head, now)
        case (.transferFinished, .receiving(let hop, _, let reception)): return finished(hop, reception, now)
        case (.transferFinished, .asking(let hop, _)):
            return failed(hop, .malformed(detail: "the response has no headers"), now)
        case (.transferFailed(let failure), .asking(let hop, _)): return failed(hop, failure, now)
        case (.transferFailed(let failure), .receiving(let hop, _, let reception)):
            return broken(hop, reception, failure, now)
        case (.reviewed(let review), .reviewing(let hop, let delivery, let response)):
            return reviewed(hop, delivery, response, review)
        case (.written, .writing(let sequel)): return [.settle] + proceed(sequel)
        case (.stopRequested, _): return stop(now)
        case (.began, _), (.lookedUp, _), (.bodyRead, _), (.headReceived, _), (.bodyReceived, _),
            (.transferNoted, _), (.transferFinished, _), (.transferFailed, _), (.reviewed, _), (.written, _):
            return []
        }
    }

    private mutating func stop(_ now: Instant) -> [Effect] {
        switch state {
        case .idle, .ended: return []
        case .writing: return []  // Half a write helps nobody.
        case .receiving(let hop, _, let reception):
            return [.stopTransfer] + broken(hop, reception, .cancelled, now)
        case .asking: return [.stopTransfer] + end(.failed(.stopped))
        case .lookingUp, .reading, .reviewing: return end(.failed(.stopped))
        }
    }

    // MARK: Ending

    private mutating func note(_ finding: Finding) {
        if !record.findings.contains(finding) { record.findings.append(finding) }
    }

    /// Records which validators of these headers cannot be sent and count as missing.
    mutating func noteUnsendable(_ headers: Headers) {
        for name in ["ETag", "Last-Modified"] {
            if let finding = headers.unsendable(name) { note(finding) }
        }
    }

    mutating func end(_ ending: FetchEnding) -> [Effect] {
        state = .ended
        record.ending = ending
        return [.settle, .notify(.ended(record))]
    }

    /// Continues when nothing is left to be written.
    mutating func proceed(_ sequel: Sequel) -> [Effect] {
        switch sequel {
        case .end(let ending): end(ending)
        case .follow(let request): open(request)
        }
    }

    /// Writes, then continues.
    mutating func conclude(_ writes: [StoreWrite], _ sequel: Sequel) -> [Effect] {
        guard !writes.isEmpty else { return [.settle] + proceed(sequel) }
        state = .writing(sequel)
        return [.write(writes)]
    }
}
