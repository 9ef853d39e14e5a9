import Synchronization

/// A queue of batches of values for one reader. Its state is one atomic word, so that no thread waits for another one
/// (docs/decisions/0390-a-session-wakes-few-threads.md). A `Reader` is what is needed to wake the reader.
package final class AtomicQueue<Value: Sendable, Reader: Sendable>: Sendable {
    /// The state: nothing, the address of the newest `Entry` (with `endBit` if it is the last one), the address of a
    /// `Sleeper` with `sleeperBit`, or `endBit` alone after the last entry. An address stored here owns its object.
    private let place = Atomic<UInt>(AtomicQueue.nothing)

    private static var nothing: UInt { 0 }
    private static var sleeperBit: UInt { 1 }
    private static var endBit: UInt { 2 }

    private final class Entry: Sendable {
        let batch: [Value]
        /// The previous state: the address of an older entry, owned by this one, or nothing.
        let older: UInt

        init(_ batch: [Value], older: UInt) { (self.batch, self.older) = (batch, older) }
    }

    private final class Sleeper: Sendable {
        let reader: Reader

        init(_ reader: Reader) { self.reader = reader }
    }

    deinit { _ = Self.contents(place.load(ordering: .acquiring)) }

    /// Creates an empty queue.
    package init() {}

    /// Appends a batch, unless the queue has ended.
    /// - Returns: The reader if it slept. It is marked as awake, and the caller must wake it.
    package func put(_ batch: [Value], isLast: Bool = false) -> Reader? {
        let end = isLast ? Self.endBit : 0
        var found = place.load(ordering: .acquiring)
        while found & Self.endBit == 0 {
            let isAwaited = found & Self.sleeperBit != 0
            let next = end | Self.address(Entry(batch, older: isAwaited ? Self.nothing : found))
            let (isDone, now) = place.compareExchange(
                expected: found, desired: next, ordering: .acquiringAndReleasing)
            if isDone { return isAwaited ? Self.sleeper(found).reader : nil }
            _ = Self.entry(next)
            found = now
        }
        return nil
    }

    /// Removes all values and returns them as one batch, in order; nil after the end. Marks the reader as awake.
    package func dequeueAll() -> [Value]? {
        var found = place.load(ordering: .acquiring)
        while found != Self.nothing {
            guard found != Self.endBit else { return nil }
            let (isDone, now) = place.compareExchange(
                expected: found, desired: found & Self.endBit, ordering: .acquiringAndReleasing)
            if isDone {
                let batch = Self.contents(found)
                // An empty last batch is itself the end.
                return batch.isEmpty && found & Self.endBit != 0 ? nil : batch
            }
            found = now
        }
        return []
    }

    /// Marks the reader as asleep; returns false if there are values or the queue has ended.
    package func sleep(_ reader: Reader) -> Bool {
        let found = place.load(ordering: .acquiring)
        guard found == Self.nothing else { return found & Self.sleeperBit != 0 }
        let sleeper = Self.address(Sleeper(reader)) | Self.sleeperBit
        let isAsleep = place.compareExchange(
            expected: Self.nothing, desired: sleeper, ordering: .acquiringAndReleasing
        ).exchanged
        if !isAsleep { _ = Self.sleeper(sleeper) }
        return isAsleep
    }

    /// Ends the queue from the reader's side.
    /// - Returns: The reader if it slept, and whether the queue was still open.
    package func close() -> (sleeper: Reader?, wasOpen: Bool) {
        let found = place.exchange(Self.endBit, ordering: .acquiringAndReleasing)
        let wasOpen = found & Self.endBit == 0
        if found & Self.sleeperBit != 0 { return (Self.sleeper(found).reader, wasOpen) }
        _ = Self.contents(found)
        return (nil, wasOpen)
    }

    /// Takes the values out of a former state; empty if that is a sleeping reader.
    private static func contents(_ found: UInt) -> [Value] {
        var address = found & ~endBit
        guard address & sleeperBit == 0 else {
            _ = sleeper(address)
            return []
        }
        guard address != nothing else { return [] }
        let newest = entry(address)
        guard newest.older != nothing else { return newest.batch }
        var batches = [newest.batch]
        address = newest.older
        while address != nothing {
            let entry = entry(address)
            batches.append(entry.batch)
            address = entry.older
        }
        return batches.reversed().flatMap { $0 }
    }

    private static func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    }

    private static func entry(_ address: UInt) -> Entry {
        // Only addresses of entries that `put` created get here, each once.
        Unmanaged<Entry>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~endBit)!).takeRetainedValue()
    }

    private static func sleeper(_ address: UInt) -> Sleeper {
        // Only addresses that `sleep` created get here, each once.
        Unmanaged<Sleeper>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~sleeperBit)!)
            .takeRetainedValue()
    }
}

/// Passes batches of values from senders to one reader (`ChannelReader`), without a lock.
///
/// It does what `AsyncStream` does, but for values whose type the compiler sees: the generic code of a stream is in
/// another module, and took longer for a response without a body than all decisions about that response
/// (docs/decisions/0390-a-session-wakes-few-threads.md).
package typealias Channel<Value: Sendable> = AtomicQueue<Value, @Sendable () -> Void>

extension AtomicQueue where Reader == @Sendable () -> Void {
    /// Sends a batch, which must not be empty unless it is the last one; does nothing if the channel has ended.
    package func send(_ batch: [Value], isLast: Bool = false) { put(batch, isLast: isLast)?() }

    /// Sends the last batch, which may be empty.
    package func end(with batch: [Value] = []) { send(batch, isLast: true) }
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
        guard let batch = channel.dequeueAll() else { return nil }
        guard batch.isEmpty else {
            // A reader that never waits would block its actor for all others, including those that try to stop it.
            await Task.yield()
            guard Task.isCancelled else { return batch }
            abandon()
            return nil
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { reader in
                if !channel.sleep({ reader.resume() }) { reader.resume() }
            }
        } onCancel: {
            abandon()?()
        }
        return channel.dequeueAll()
    }

    /// Returns the values sent since the last call, without waiting; nil after the end. If there are none, `wake` is
    /// called once when there are, from the thread that sends them, or when the channel ends.
    package func dequeueAll(wake: @escaping @Sendable () -> Void) -> [Value]? {
        while let batch = channel.dequeueAll() {
            if !batch.isEmpty || channel.sleep(wake) { return batch }
        }
        return nil
    }

    /// Abandons the channel, unless it has ended; nothing more is read from it.
    /// - Returns: What wakes the reader if it sleeps.
    @discardableResult package func abandon() -> (@Sendable () -> Void)? {
        let (sleeper, wasOpen) = channel.close()
        if wasOpen { abandoned() }
        return sleeper
    }
}
