import Synchronization

/// Bursts of values on their way from whoever puts them in to one reader: one atomic word, so that no thread waits for
/// another one (docs/decisions/0390-a-session-wakes-few-threads.md). A `Reader` is what it takes to wake the reader.
package final class AtomicQueue<Value: Sendable, Reader: Sendable>: Sendable {
    /// What is in the queue: nothing, the address of the newest `Entry`, with `overBit` when it is the last, that of a
    /// `Sleeper` with `sleeperBit`, or `overBit` alone behind the last. An address here owns its object.
    private let place = Atomic<UInt>(AtomicQueue.nothing)

    private static var nothing: UInt { 0 }
    private static var sleeperBit: UInt { 1 }
    private static var overBit: UInt { 2 }

    private final class Entry: Sendable {
        let burst: [Value]
        /// What was in the queue before: the address of an older entry, owned by this one, or nothing.
        let older: UInt

        init(_ burst: [Value], older: UInt) {
            (self.burst, self.older) = (burst, older)
        }
    }

    private final class Sleeper: Sendable {
        let reader: Reader

        init(_ reader: Reader) { self.reader = reader }
    }

    /// What a reader finds.
    package enum Contents {
        /// Nothing yet.
        case nothing
        /// All that was put in and not taken out yet, in order; not empty.
        case burst([Value])
        /// Nothing, and there will be nothing more.
        case over
    }

    deinit { _ = Self.contents(place.load(ordering: .acquiring)) }

    /// An empty queue.
    package init() {}

    /// Puts a burst behind the others, unless the reader sleeps or the queue is over.
    /// - Returns: The reader that slept and does no more; the burst is for it, and not in the queue.
    package func put(_ burst: [Value], isLast: Bool = false) -> Reader? {
        let end = isLast ? Self.overBit : 0
        var found = place.load(ordering: .acquiring)
        while found & Self.overBit == 0 {
            let isAwaited = found & Self.sleeperBit != 0
            let next = end | (isAwaited ? Self.nothing : Self.address(Entry(burst, older: found)))
            let (isDone, now) = place.compareExchange(
                expected: found, desired: next, ordering: .acquiringAndReleasing)
            if isDone { return isAwaited ? Self.sleeper(found).reader : nil }
            if !isAwaited { _ = Self.entry(next) }
            found = now
        }
        return nil
    }

    /// Takes out what is there, as one burst. A reader that asks does not sleep.
    package func dequeueAll() -> Contents {
        var found = place.load(ordering: .acquiring)
        while found != Self.nothing {
            guard found != Self.overBit else { return .over }
            let (isDone, now) = place.compareExchange(
                expected: found, desired: found & Self.overBit, ordering: .acquiringAndReleasing)
            if isDone {
                let burst = Self.contents(found)
                if found & Self.sleeperBit != 0 { return .nothing }
                return burst.isEmpty ? .over : .burst(burst)
            }
            found = now
        }
        return .nothing
    }

    /// Notes that the reader sleeps; false where there is something to do.
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
    /// - Returns: The reader if it slept, and whether there was more to come.
    package func close() -> (sleeper: Reader?, wasOpen: Bool) {
        let found = place.exchange(Self.overBit, ordering: .acquiringAndReleasing)
        let wasOpen = found & Self.overBit == 0
        if found & Self.sleeperBit != 0 { return (Self.sleeper(found).reader, wasOpen) }
        _ = Self.contents(found)
        return (nil, wasOpen)
    }

    /// Takes the bursts out of what was in the queue; none where that is a reader.
    private static func contents(_ found: UInt) -> [Value] {
        var address = found & ~overBit
        guard address & sleeperBit == 0 else {
            _ = sleeper(address)
            return []
        }
        guard address != nothing else { return [] }
        let newest = entry(address)
        guard newest.older != nothing else { return newest.burst }
        var bursts = [newest.burst]
        address = newest.older
        while address != nothing {
            let entry = entry(address)
            bursts.append(entry.burst)
            address = entry.older
        }
        return bursts.reversed().flatMap { $0 }
    }

    private static func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    }

    private static func entry(_ address: UInt) -> Entry {
        // Only addresses of entries that `put` made come here, each once.
        Unmanaged<Entry>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~overBit)!).takeRetainedValue()
    }

    private static func sleeper(_ address: UInt) -> Sleeper {
        // Only addresses that `sleep` made come here, each once.
        Unmanaged<Sleeper>.fromOpaque(UnsafeRawPointer(bitPattern: address & ~sleeperBit)!)
            .takeRetainedValue()
    }
}
