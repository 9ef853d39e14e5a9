import Synchronization

/// Hands bursts of values from whoever tells them to one reader (`ChannelReader`), without a lock.
///
/// What `AsyncStream` does, for values whose type the compiler knows: a stream's steps are generic code of another
/// module, which took longer for an answer without a body than everything that is decided about it
/// (docs/decisions/0390-channels-for-bursts.md).
package final class Channel<Value: Sendable>: Sendable {
    /// What is in the channel: nothing, the address of the newest `Told`, with `overBit` when it is the last, that of a
    /// `Waiting` with `waitingBit`, or `overBit` alone behind the last. An address here owns its object.
    private let place = Atomic<UInt>(Channel.nothing)

    private static var nothing: UInt { 0 }
    private static var waitingBit: UInt { 1 }
    private static var overBit: UInt { 2 }

    /// One telling.
    private final class Told: Sendable {
        let burst: [Value]
        /// What was in the channel before: the address of an older `Told`, owned by this one, or nothing.
        let older: UInt

        init(_ burst: [Value], older: UInt) {
            (self.burst, self.older) = (burst, older)
        }
    }

    /// The reader, asleep.
    private final class Waiting: Sendable {
        let reader: UnsafeContinuation<[Value]?, Never>

        init(_ reader: UnsafeContinuation<[Value]?, Never>) { self.reader = reader }
    }

    deinit { _ = Self.contents(place.load(ordering: .acquiring)) }

    /// An empty channel.
    package init() {}

    /// Tells a burst, which is not empty; nothing when the channel is over.
    package func tell(_ burst: [Value]) { put(burst, isLast: false) }

    /// Tells the last burst, which may be empty.
    package func end(with burst: [Value] = []) { put(burst, isLast: true) }

    private func put(_ burst: [Value], isLast: Bool) {
        let end = isLast ? Self.overBit : 0
        var found = place.load(ordering: .acquiring)
        while found & Self.overBit == 0 {
            let isAwaited = found & Self.waitingBit != 0
            let next = end | (isAwaited ? Self.nothing : Self.address(Told(burst, older: found)))
            let (isDone, now) = place.compareExchange(
                expected: found, desired: next, ordering: .acquiringAndReleasing)
            if isDone {
                // A last burst that is empty is the end itself.
                if isAwaited { Self.waiting(found).reader.resume(returning: burst.isEmpty ? nil : burst) }
                return
            }
            if !isAwaited { _ = Self.told(next) }
            found = now
        }
    }

    /// Takes out what was told and not read yet, as one burst.
    fileprivate func dequeue() -> Taken {
        var found = place.load(ordering: .acquiring)
        while found != Self.nothing {
            guard found != Self.overBit else { return .over }
            let (isDone, now) = place.compareExchange(
                expected: found, desired: found & Self.overBit, ordering: .acquiringAndReleasing)
            if isDone {
                let burst = Self.contents(found)
                return burst.isEmpty ? .over : .burst(burst)
            }
            found = now
        }
        return .nothing
    }

    /// What a reader finds.
    fileprivate enum Taken {
        case nothing
        case burst([Value])
        case over
    }

    /// Puts the reader to sleep until something is told.
    fileprivate func wait(_ reader: UnsafeContinuation<[Value]?, Never>) {
        let waiting = UInt(bitPattern: Unmanaged.passRetained(Waiting(reader)).toOpaque()) | Self.waitingBit
        let isAsleep = place.compareExchange(
            expected: Self.nothing, desired: waiting, ordering: .acquiringAndReleasing
        ).exchanged
        guard !isAsleep else { return }
        _ = Self.waiting(waiting)
        switch dequeue() {
        case .burst(let burst): reader.resume(returning: burst)
        case .nothing, .over: reader.resume(returning: nil)
        }
    }

    /// Ends the channel from the reader's side.
    /// - Returns: Whether there was more to be told.
    fileprivate func abandon() -> Bool {
        let found = place.exchange(Self.overBit, ordering: .acquiringAndReleasing)
        if found & Self.waitingBit != 0 {
            Self.waiting(found).reader.resume(returning: nil)
        } else {
            _ = Self.contents(found)
        }
        return found & Self.overBit == 0
    }

    /// Takes the bursts out of what was in the channel, where that is no reader.
    private static func contents(_ found: UInt) -> [Value] {
        var address = found & ~overBit
        guard address != nothing else { return [] }
        let newest = told(address)
        guard newest.older != nothing else { return newest.burst }
        var bursts = [newest.burst]
        address = newest.older
        while address != nothing {
            let told = told(address)
            bursts.append(told.burst)
            address = told.older
        }
        return bursts.reversed().flatMap { $0 }
    }

    private static func address(_ told: Told) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(told).toOpaque())
    }

    private static func told(_ address: UInt) -> Told {
        // Only addresses that `address` made come here, each once.
        Unmanaged<Told>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~overBit)!).takeRetainedValue()
    }

    private static func waiting(_ address: UInt) -> Waiting {
        // Only addresses that `wait` made come here, each once.
        Unmanaged<Waiting>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~waitingBit)!)
            .takeRetainedValue()
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
        switch channel.dequeue() {
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
