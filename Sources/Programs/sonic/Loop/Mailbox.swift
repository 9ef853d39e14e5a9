/// What has happened and the browser's loop has not taken in yet, in the order in which it was put in; the loop sleeps
/// while there is nothing.
@MainActor final class Mailbox {
    /// How much there may be of what can wait.
    private static let room = 16

    private var items: [BrowserLoop.Happening] = []
    /// Resumes the reader when it sleeps.
    private var sleeper: CheckedContinuation<Void, Never>?

    /// Whether there is nothing.
    var isEmpty: Bool { items.isEmpty }

    /// Puts an item behind those there are.
    func put(_ item: BrowserLoop.Happening) {
        items.append(item)
        sleeper?.resume()
        sleeper = nil
    }

    /// Puts an item in once there is room for it, so that a key never stands behind a whole body.
    func putInTurn(_ item: BrowserLoop.Happening) async {
        // The loop does not sleep while there is something, and is next on this actor.
        while items.count >= Self.room, !Task.isCancelled { await Task.yield() }
        put(item)
    }

    /// Puts an item in from any thread; those of one thread stay in order. The main actor is woken by itself, where a
    /// stream would first wake a thread of the pool, which takes longer than most keys.
    nonisolated func post(_ item: BrowserLoop.Happening) {
        // A task that begins on an actor is in its queue when this returns (Swift evolution, SE-0431).
        Task { @MainActor in put(item) }
    }

    /// Takes out all there is.
    func dequeueAll() -> [BrowserLoop.Happening] {
        defer { items = [] }
        return items
    }

    /// Returns when there is something, at once where there is.
    func wait() async {
        guard items.isEmpty else { return }
        await withCheckedContinuation { sleeper = $0 }
    }
}
