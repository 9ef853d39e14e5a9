import Diagnostics

/// What a stream of traffic reported and nobody has taken over yet: what came together goes on together.
///
/// One task appends and one takes over. Who appends waits while `room` is used up, so that a stream is read no faster
/// than its rows are shown.
package actor TrafficBatch {
    private enum State {
        /// More may come.
        case open
        /// No more comes; what is there is still to be taken over.
        case complete
        /// Nobody takes anything over any more.
        case abandoned
    }

    /// How many bytes of the stream may wait. Beyond them nothing is read, and the server says what it dropped.
    package static let room = 4 << 20

    private var state = State.open
    private var news: [TrafficNews] = []
    /// The bytes of the stream that told them.
    private var bytes = 0
    /// Who waits for room.
    private var writer: CheckedContinuation<Void, Never>?
    /// Who waits for news.
    private var reader: CheckedContinuation<Void, Never>?

    /// Nothing was reported.
    package init() {}

    /// Adds what so many bytes of the stream told, once there is room.
    /// - Returns: Whether anybody takes over what comes.
    package func append(_ more: [TrafficNews], bytes count: Int) async -> Bool {
        while case .open = state, bytes >= Self.room { await withCheckedContinuation { writer = $0 } }
        guard case .open = state else { return false }
        news += more
        bytes += count
        wakeReader()
        return true
    }

    /// Notes that no more comes.
    package func complete() {
        guard case .open = state else { return }
        state = .complete
        wakeReader()
    }

    /// Takes over all there is, as soon as there is something; nil where no more comes.
    package func next() async -> [TrafficNews]? {
        while case .open = state, news.isEmpty { await withCheckedContinuation { reader = $0 } }
        guard !news.isEmpty else { return nil }
        defer {
            (news, bytes) = ([], 0)
            wakeWriter()
        }
        return news
    }

    /// Notes that nobody takes anything over any more.
    package func abandon() {
        state = .abandoned
        (news, bytes) = ([], 0)
        wakeWriter()
        wakeReader()
    }

    private func wakeWriter() {
        writer?.resume()
        writer = nil
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
