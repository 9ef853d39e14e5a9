import Browser
import BrowserValues
import SonicSession
import Terminal

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
    private struct Reader {
        let turn: @MainActor () -> Next
        let ended: CheckedContinuation<Void, Never>
    }

    private enum State {
        /// There is no reader yet.
        case unread
        /// The reader sleeps.
        case asleep(Reader)
        /// The reader's next turn is queued on this actor.
        case due
        /// The reader has ended.
        case over
    }

    /// The maximum number of items before writers that can wait do so.
    private static let room = 16

    private var items: [LoopEvent] = []
    /// The writers waiting for room.
    private var writers: [CheckedContinuation<Void, Never>] = []
    private var state = State.unread

    /// Whether there are no items.
    var isEmpty: Bool { items.isEmpty }

    /// Appends an item.
    func put(_ item: LoopEvent) {
        items.append(item)
        wake()
    }

    /// Appends an item once there is room, so that a key never waits behind a whole body.
    func putWaitingForRoom(_ item: LoopEvent) async {
        // There is room after the next turn, which is queued while there are items.
        while items.count >= Self.room, !isOver { await withCheckedContinuation { writers.append($0) } }
        put(item)
    }

    /// Appends items from any thread; the order of one thread is kept. Only the main actor is woken, while a
    /// stream would first wake a thread of the pool, which takes longer than handling most keys.
    nonisolated func post(_ events: [Event]) {
        // A task that starts on an actor is queued there when this returns (Swift evolution, SE-0431).
        Task { @MainActor in for event in events { put(.event(event)) } }
    }

    /// Removes and returns all items.
    func dequeueAll() -> [LoopEvent] {
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

    /// Runs a turn of the reader now, whenever an item is added, and after each turn that requests another;
    /// returns after the last turn.
    ///
    /// Each turn is a separate job. A reader that awaited the next item would be resumed on a thread of the
    /// pool and switch to the main actor from there: two more threads to wake for each key.
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
        // An item added during the last turn has already queued another.
        guard case .due = state else { return }
        // Items added by the reader itself wake it again.
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

/// An event of the browser's loop.
enum LoopEvent: Sendable {
    case session(SessionEvent, visit: Int)
    /// An event for the model; one of an account is ignored under another.
    case event(Event, account: String? = nil)
    /// A frame scheduled by `FrameSchedule` is due.
    case frameDue

    /// The possible change of the screen.
    var change: FrameSchedule.Change {
        switch self {
        case .session: .other
        case .event(let event, account: _): event.change
        case .frameDue: .nothing
        }
    }
}
