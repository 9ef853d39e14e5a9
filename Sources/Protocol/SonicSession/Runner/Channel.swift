/// Hands bursts of values from whoever tells them to one reader (`ChannelReader`), without a lock.
///
/// What `AsyncStream` does, for values whose type the compiler knows: a stream's steps are generic code of another
/// module, which took longer for an answer without a body than everything that is decided about it
/// (docs/decisions/0390-a-session-wakes-few-threads.md).
package typealias Channel<Value: Sendable> = AtomicQueue<Value, UnsafeContinuation<[Value]?, Never>>

extension AtomicQueue where Reader == UnsafeContinuation<[Value]?, Never> {
    /// Tells a burst, which is not empty; nothing when the channel is over.
    package func send(_ burst: [Value]) { put(burst)?.resume(returning: burst) }

    /// Tells the last burst, which may be empty.
    package func end(with burst: [Value] = []) {
        // A last burst that is empty is the end itself.
        put(burst, isLast: true)?.resume(returning: burst.isEmpty ? nil : burst)
    }

    /// Puts the reader to sleep until something is told.
    fileprivate func wait(_ reader: UnsafeContinuation<[Value]?, Never>) {
        guard !sleep(reader) else { return }
        switch dequeueAll() {
        case .burst(let burst): reader.resume(returning: burst)
        case .nothing, .over: reader.resume(returning: nil)
        }
    }

    /// Ends the channel from the reader's side.
    /// - Returns: Whether there was more to be told.
    fileprivate func abandon() -> Bool {
        let (sleeper, wasOpen) = close()
        sleeper?.resume(returning: nil)
        return wasOpen
    }
}

/// The reading end of a channel. Giving it up before the end abandons the channel, and so does cancelling its task
/// while it waits.
package final class ChannelReader<Value: Sendable>: Sendable {
    private let channel: Channel<Value>
    private let abandoned: @Sendable () -> Void

    /// The one reader of a channel; `abandoned` is called once where it is given up before the end.
    package init(_ channel: Channel<Value>, abandoned: @escaping @Sendable () -> Void) {
        (self.channel, self.abandoned) = (channel, abandoned)
    }

    deinit { abandon() }

    /// What was told since the last time, waiting for it; nil behind the last.
    nonisolated(nonsending) package func next() async -> [Value]? {
        switch channel.dequeueAll() {
        case .burst(let burst):
            // A reader that never has to wait would keep everybody else from its actor, those too that want it to stop.
            await Task.yield()
            guard !Task.isCancelled else {
                abandon()
                return nil
            }
            return burst
        case .over: return nil
        case .nothing: break
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { channel.wait($0) }
        } onCancel: {
            abandon()
        }
    }

    private func abandon() {
        if channel.abandon() { abandoned() }
    }
}
