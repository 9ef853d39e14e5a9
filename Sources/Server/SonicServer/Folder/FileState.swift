import Glibc
import SonicProtocol

/// The properties that identify a version of a file: while they are the same, and the file has not been changed
/// recently, its bytes are the same.
struct FileState: Hashable {
    /// The file's length in bytes.
    let size: UInt64
    /// When its content was last changed; programs may set any time.
    private let modified: Moment
    /// When its metadata or content was last changed; only the kernel sets it.
    private let changed: Moment
    private let device: UInt64
    private let number: UInt64

    /// Creates the state of a `stat` result.
    init(_ status: stat) {
        size = UInt64(clamping: status.st_size)
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Creates the state of an open file; nil if the system does not report it.
    init?(of file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns whether the last change is so long ago that another one would change the times: clocks of file systems
    /// have a resolution of two seconds in the worst case.
    func isSettled(at now: Instant) -> Bool {
        max(modified, changed).instant.adding(seconds: 2) < now
    }

    /// Returns the entity tag of the file's bytes: strong once the file is settled (RFC 9110 §8.8.1).
    func tag(at now: Instant) -> EntityTag {
        let numbers = [size, modified.number, changed.number]
        let text = numbers.map { String($0, radix: 16) }.joined(separator: "-")
        return EntityTag(text: (isSettled(at: now) ? "" : "W/") + "\"\(text)\"")
    }

    /// Returns when the content was changed, in whole seconds as in HTTP, or nil for a time in the future (RFC 9110
    /// §8.8.2.1).
    func lastModified(at now: Instant) -> Instant? {
        let instant = Instant(milliseconds: 0).adding(seconds: modified.seconds)
        return instant <= now ? instant : nil
    }

    /// A file system time. Nanoseconds since 1970 alone would overflow in 2262.
    private struct Moment: Hashable, Comparable {
        let seconds: Int64
        let nanoseconds: Int64

        init(_ time: timespec) { (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec)) }

        /// The time, rounded up to milliseconds.
        var instant: Instant {
            Instant(milliseconds: (nanoseconds + 999_999) / 1_000_000).adding(seconds: seconds)
        }

        /// A number that distinguishes times: the nanoseconds since 1970, truncated to 64 bits.
        var number: UInt64 { UInt64(bitPattern: seconds &* 1_000_000_000 &+ nanoseconds) }

        static func < (left: Moment, right: Moment) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }
}
