import SonicSession

extension Visit {
    /// The data that would be passed to the page's script.
    enum Callback: Sendable {
        /// It is not known yet.
        case pending
        /// None, since the outcome has no code.
        case nothing
        /// This object.
        case known(DiffCallback)
        /// An object that is no longer in memory.
        case discarded
    }

    /// Records the callback when the session has ended: the bytes that it is made of may be discarded later.
    mutating func noteCallback(at moment: Duration) {
        callback = DiffCallback(trace, at: moment).map { .known($0) } ?? .nothing
    }

    /// The number of bytes of pages, bodies and changed blocks that it retains.
    var heldBytes: Int {
        guard case .known(let callback) = callback else { return trace.heldBytes }
        return (callback.update?.blocks ?? []).reduce(trace.heldBytes) { $0 + $1.text.utf8.count }
    }
}
