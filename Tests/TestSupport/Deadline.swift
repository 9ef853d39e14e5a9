import Glibc

/// A point in time after which a wait has failed.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(after duration: Duration) { end = ContinuousClock.now + duration * Sanitizer.patience }

    /// The milliseconds that remain, 0 if there are none; at least 1 while any time remains.
    var milliseconds: CInt {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        return CInt(min(left / .milliseconds(1), 1e9)) + 1
    }

    /// Waits until one of `descriptors` is readable or closed; nil if time runs out first.
    func poll(_ descriptors: [CInt]) -> [Bool]? {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let count = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
            if count > 0 { return entries.map { $0.revents != 0 } }
            if count == 0 || errno != EINTR { return nil }
        }
    }
}

/// A wait that timed out, with what was seen instead.
public struct TimedOut: Error, CustomStringConvertible {
    /// What was waited for and what was seen.
    public let description: String
}
