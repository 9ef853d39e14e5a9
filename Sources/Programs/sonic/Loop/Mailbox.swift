import Browser

/// The events that the browser's loop has not handled yet, in order; the loop sleeps while there are none.
@MainActor final class Mailbox {
    /// What follows a turn of the loop.
    enum Next {
        /// Another turn, after other jobs of this actor.
        case turn
        /// Sleep until an item is added.
        case sleep
        /// No further turn.
        case end
    }

    /// The reader of the items.
    private typealias Reader = (turn: @MainActor () -> Next, ended: CheckedContinuation<Void, Never>)

    private enum State {
        /// There is no reader yet.
        case unread
        /// The reader sleeps.
        case asleep(Reader)
        /// The reader's next turn is queued on this actor.
        case due(Reader)
        /// The reader has ended.
        case over
    }

    private var items: [LoopEvent] = []
    private var state = State.unread

    /// Whether there are no items.
    var isEmpty: Bool { items.isEmpty }

    /// Appends an item.
    func put(_ item: LoopEvent) {
        items.append(item)
        wake()
    }

    /// Appends an item and takes the turn that is due: a source that calls this once for each item is never ahead of
    /// the reader, and a key waits for one of its items at most. Not to be called within a turn.
    func deliver(_ item: LoopEvent) {
        put(item)
        runDueTurn()
    }

    /// Appends items from any thread; the order of one thread is kept. Only the main actor is woken, while a
    /// stream would first wake a thread of the pool, which takes longer than handling most keys.
    nonisolated func post(_ items: [LoopEvent]) {
        // A task that starts on an actor is queued there when this returns (Swift evolution, SE-0431).
        Task { @MainActor in for item in items { put(item) } }
    }

    /// Removes and returns all items.
    func dequeueAll() -> [LoopEvent] {
        defer { items = [] }
        return items
    }

    /// Runs a turn of the reader now, whenever an item is added, and after each turn that requests another;
    /// returns after the last turn.
    ///
    /// Each turn is a separate job. A reader that awaited the next item would be resumed on a thread of the
    /// pool and switch to the main actor from there: two more threads to wake for each key.
    func read(by turn: @escaping @MainActor () -> Next) async {
        await withCheckedContinuation {
            state = .asleep((turn, $0))
            wake()
        }
    }

    private func wake() {
        guard case .asleep(let reader) = state else { return }
        state = .due(reader)
        Task { @MainActor in runDueTurn() }
    }

    private func runDueTurn() {
        // An item added during the last turn has already queued another, and `deliver` may have taken it.
        guard case .due(let reader) = state else { return }
        // Items added by the reader itself wake it again.
        state = .asleep(reader)
        switch reader.turn() {
        case .turn: wake()
        case .sleep: break
        case .end:
            state = .over
            reader.ended.resume()
        }
    }
}

/// An event of the browser's loop.
enum LoopEvent: Sendable {
    /// The session of this visit has reported something.
    case session(visit: Int)
    /// An event for the model; one of an account is ignored under another.
    case event(Event, account: String? = nil)
    /// A frame scheduled by `FrameSchedule` is due.
    case frameDue
}
