/// What has happened and the browser's loop has not taken in yet, in the order in which it was put in; the loop sleeps
/// while there is nothing.
@MainActor final class Mailbox {
    /// What the loop wants after a turn.
    enum Next {
        /// Another turn, after what others have to do on this actor.
        case turn
        /// To sleep until something is put in.
        case sleep
        /// No turn any more.
        case end
    }

    /// Who takes out what is put in.
    private struct Reader {
        let turn: @MainActor () -> Next
        let ended: CheckedContinuation<Void, Never>
    }

    private enum State {
        /// Nobody reads.
        case unread
        /// The reader sleeps.
        case asleep(Reader)
        /// The reader's next turn is in the queue of this actor.
        case due
        /// Nobody reads any more.
        case over
    }

    /// How much there may be of what can wait.
    private static let room = 16

    private var items: [Happening] = []
    /// Who waits for room.
    private var writers: [CheckedContinuation<Void, Never>] = []
    private var state = State.unread

    /// Whether there is nothing.
    var isEmpty: Bool { items.isEmpty }

    /// Puts an item behind those there are.
    func put(_ item: Happening) {
        items.append(item)
        wake()
    }

    /// Puts an item in once there is room for it, so that a key never stands behind a whole body.
    func putInTurn(_ item: Happening) async {
        // There is room after the next turn, which is due as long as there is something.
        while items.count >= Self.room, !isOver { await withCheckedContinuation { writers.append($0) } }
        put(item)
    }

    /// Puts an item in from any thread; those of one thread stay in order. The main actor is woken by itself, where a
    /// stream would first wake a thread of the pool, which takes longer than most keys.
    nonisolated func post(_ item: Happening) {
        // A task that begins on an actor is in its queue when this returns (Swift evolution, SE-0431).
        Task { @MainActor in put(item) }
    }

    /// Takes out all there is.
    func dequeueAll() -> [Happening] {
        defer {
            items = []
            resumeWriters()
        }
        return items
    }

    private func resumeWriters() {
        for writer in writers { writer.resume() }
        writers = []
    }

    private var isOver: Bool {
        switch state {
        case .over: true
        case .unread, .asleep, .due: false
        }
    }

    /// Has a reader take a turn now, whenever something was put in, and after each turn that wants another; returns when
    /// one was the last.
    ///
    /// Each turn is a job of its own. A reader that awaited the next item instead would be resumed on a thread of the
    /// pool and go from there to the main actor: two threads more to be woken for each key.
    func read(by turn: @escaping @MainActor () -> Next) async {
        await withCheckedContinuation {
            state = .asleep(Reader(turn: turn, ended: $0))
            wake()
        }
    }

    private func wake() {
        guard case .asleep(let reader) = state else { return }
        state = .due
        Task { @MainActor in runTurn(of: reader) }
    }

    private func runTurn(of reader: Reader) {
        // What came in with the last turn has ordered one more.
        guard case .due = state else { return }
        // What the reader itself puts in wakes it again.
        state = .asleep(reader)
        switch reader.turn() {
        case .turn: wake()
        case .sleep: break
        case .end:
            state = .over
            resumeWriters()
            reader.ended.resume()
        }
    }
}
