import SonicProtocol

/// The decisions of one fetch: events in, effects out, nothing performed here.
///
/// A fetch looks into the store, asks the server where it has to, hands the answer on, stores it, follows
/// where it leads, and ends. What may be used, asked and stored is `CachePolicy`'s; the order of it all is
/// decided here. In every state but `idle` and `ended` exactly one effect waits for its event, and each fetch
/// ends exactly once.
public struct FetchMachine: Sendable {
    /// What happened.
    public enum Event: Sendable {
        /// The fetch begins.
        case began
        /// The store was read, and the Cookie line for the address was made.
        case lookedUp(Result<[StoredVariant], StoreFailure>, cookies: HeaderValue?)
        /// The bytes of a stored body were read; nil when they are gone.
        case bodyRead(Result<[UInt8]?, StoreFailure>)
        /// A connection on the way did something worth knowing.
        case transferNoted(Finding)
        /// A final response head arrived.
        case headReceived(ResponseHead)
        /// A piece of the body arrived.
        case bodyReceived([UInt8])
        /// The response is complete.
        case transferFinished
        /// The transfer failed.
        case transferFailed(ConnectionFailure)
        /// The caller saw the answer.
        case reviewed(AnswerReview)
        /// The store was asked to write, and this came of it.
        case written(WriteOutcome)
        /// The caller wants no answer any more.
        case stopRequested
    }

    /// What came of writing to the store.
    public enum WriteOutcome: Sendable {
        /// All is written.
        case done
        /// The answer is not: something was changed at the server while it was on its way.
        case overtaken
        /// Something is not, for this reason.
        case failed(StoreFailure)
    }

    /// What is to be done, in this order.
    public enum Effect: Sendable {
        /// Read the store and make the Cookie line; answer with `.lookedUp`.
        case lookUp(Lookup)
        /// Read bytes of a stored body; answer with `.bodyRead`.
        case readBody(Int, under: CacheKey, Range<Int>)
        /// Send a request; answer with the transfer's events.
        case send(Request)
        /// Stop the transfer; its further events do not matter.
        case stopTransfer
        /// Show the answer to the caller; answer with `.reviewed`.
        case review(ReceivedAnswer)
        /// Write to the store, in order; answer with `.written`.
        case write([StoreWrite])
        /// Requests that wait for the outcome of this one need wait no longer.
        case settle
        /// Bring what was given out stale up to date behind the answer.
        case refresh(FetchRequest)
        /// Tell the caller.
        case notify(FetchEvent)
    }

    enum State: Sendable {
        /// Not begun.
        case idle
        /// The store is being read.
        case lookingUp(Hop)
        /// A stored body is being read, for this.
        case reading(Hop, BodyUse)
        /// A request is out; no head yet.
        case asking(Hop, Exchange)
        /// The head is here; the body is arriving.
        case receiving(Hop, Exchange, Reception)
        /// The caller looks at the answer.
        case reviewing(Hop, Delivery, StoredResponse)
        /// The store is being written; then this follows.
        case writing(Sequel)
        /// Over.
        case ended
    }

    var state: State = .idle
    /// The addresses asked and the notes made.
    var record: FetchResult
    let order: FetchRequest
    let purpose: CacheQuery.Purpose
    /// The most bytes of a body that are stored.
    let bodyLimit: Int

    /// A fetch that carries out `order`, and stores no body longer than `bodyLimit` bytes, 64 MiB by default.
    public init(_ order: FetchRequest, purpose: CacheQuery.Purpose = .answer, bodyLimit: Int = 64 << 20) {
        self.order = order
        self.purpose = purpose
        self.bodyLimit = bodyLimit
        record = FetchResult(ending: .failed(.stopped), urls: [], notes: [])
    }

    /// Whether a transfer is under way.
    public var isTransferring: Bool {
        switch state {
        case .asking, .receiving: true
        case .idle, .lookingUp, .reading, .reviewing, .writing, .ended: false
        }
    }

    /// Whether the fetch is over.
    public var hasEnded: Bool {
        switch state {
        case .ended: true
        case .idle, .lookingUp, .reading, .asking, .receiving, .reviewing, .writing: false
        }
    }

    /// Decides what follows from an event, given the wall clock's time of it. Total: an event that does not fit
    /// the state has no effect.
    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        // Apart from the others, since a state bound by a pattern would have the whole body copied.
        if case .bodyReceived(let bytes) = event { return bodyReceived(bytes) }
        switch (event, state) {
        case (.began, .idle):
            return open(
                Request(method: order.method, url: order.url, headers: order.headers, body: order.body))
        case (.lookedUp(let stored, let cookies), .lookingUp(let hop)):
            return lookedUp(hop, stored, cookies, now)
        case (.bodyRead(let bytes), .reading(let hop, let reading)):
            return bodyRead(hop, reading, bytes, now)
        case (.transferNoted(let finding), .asking), (.transferNoted(let finding), .receiving):
            note(finding)
            return []
        case (.headReceived(let head), .asking(let hop, let exchange)):
            return headReceived(hop, exchange, head, now)
        case (.transferFinished, .receiving(let hop, _, let reception)):
            return finished(hop, reception, now)
        case (.transferFinished, .asking(let hop, _)):
            return failed(hop, .malformed(detail: "the answer has no head"), now)
        case (.transferFailed(let failure), .asking(let hop, _)):
            return failed(hop, failure, now)
        case (.transferFailed(let failure), .receiving(let hop, _, let reception)):
            return broken(hop, reception, failure, now)
        case (.reviewed(let review), .reviewing(let hop, let delivery, let response)):
            return reviewed(hop, delivery, response, review)
        case (.written(let outcome), .writing(let sequel)):
            switch outcome {
            case .done: break
            case .overtaken:
                note("Not stored: something was changed there meanwhile, and the answer may be from before.")
            case .failed(let failure): note("What came could not be stored: \(failure)")
            }
            return [.settle] + proceed(sequel)
        case (.stopRequested, _):
            return stop(now)
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

    mutating func note(_ sentence: String) { record.notes.append(sentence) }

    mutating func note(_ finding: Finding) {
        guard !record.findings.contains(finding) else { return }
        record.findings.append(finding)
        note(finding.message)
    }

    /// Notes which validators of these headers count as missing.
    mutating func noteUnsendable(_ headers: Headers) {
        for name in ["ETag", "Last-Modified"] {
            if let unsendable = Headers.Unsendable(name, in: headers) { note(unsendable.finding) }
        }
    }

    mutating func end(_ ending: FetchEnding) -> [Effect] {
        state = .ended
        record.ending = ending
        return [.settle, .notify(.ended(record))]
    }

    /// What comes once nothing is left to be written.
    mutating func proceed(_ sequel: Sequel) -> [Effect] {
        switch sequel {
        case .end(let ending): end(ending)
        case .follow(let request): open(request)
        }
    }

    /// Writes, then proceeds.
    mutating func conclude(_ writes: [StoreWrite], _ sequel: Sequel) -> [Effect] {
        guard !writes.isEmpty else { return [.settle] + proceed(sequel) }
        state = .writing(sequel)
        return [.write(writes)]
    }
}
