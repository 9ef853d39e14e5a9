/// Passes batches of values from senders to one reader (`ChannelReader`), without a lock.
///
/// It does what `AsyncStream` does, but for values whose type the compiler sees: the generic code of a stream is in
/// another module, and took longer for a response without a body than all decisions about that response
/// (docs/decisions/0390-a-session-wakes-few-threads.md).
package typealias Channel<Value: Sendable> = AtomicQueue<Value, UnsafeContinuation<[Value]?, Never>>

extension AtomicQueue where Reader == UnsafeContinuation<[Value]?, Never> {
    /// Sends a batch, which must not be empty; does nothing if the channel has ended.
    package func send(_ batch: [Value]) { put(batch)?.resume(returning: batch) }

    /// Sends the last batch, which may be empty.
    package func end(with batch: [Value] = []) {
        // An empty last batch is itself the end.
        put(batch, isLast: true)?.resume(returning: batch.isEmpty ? nil : batch)
    }

    /// Suspends the reader until something is sent.
    fileprivate func wait(_ reader: UnsafeContinuation<[Value]?, Never>) {
        guard !sleep(reader) else { return }
        switch dequeueAll() {
        case .batch(let batch): reader.resume(returning: batch)
        case .nothing, .over: reader.resume(returning: nil)
        }
    }

    /// Ends the channel from the reader's side.
    /// - Returns: Whether the channel was still open.
    fileprivate func abandon() -> Bool {
        let (sleeper, wasOpen) = close()
        sleeper?.resume(returning: nil)
        return wasOpen
    }
}

/// The reading end of a channel. Releasing it before the end abandons the channel, and so does cancelling its task
/// while it waits.
package final class ChannelReader<Value: Sendable>: Sendable {
    private let channel: Channel<Value>
    private let abandoned: @Sendable () -> Void

    /// Creates the only reader of a channel; `abandoned` is called once if the channel is abandoned before its end.
    package init(_ channel: Channel<Value>, abandoned: @escaping @Sendable () -> Void) {
        (self.channel, self.abandoned) = (channel, abandoned)
    }

    deinit { abandon() }

    /// Returns the values sent since the last call, waiting for some if necessary; nil after the end.
    nonisolated(nonsending) package func next() async -> [Value]? {
        switch channel.dequeueAll() {
        case .batch(let batch):
            // A reader that never waits would block its actor for all others, including those that try to stop it.
            await Task.yield()
            guard !Task.isCancelled else {
                abandon()
                return nil
            }
            return batch
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
