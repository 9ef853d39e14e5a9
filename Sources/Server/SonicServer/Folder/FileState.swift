import Glibc
import SonicProtocol

/// What tells a file's content from what it was before and from other files: while this is the same, and the file
/// was left alone for a while, so are its bytes.
struct FileState: Hashable {
    /// The file's length in bytes.
    let size: UInt64
    /// When its content was changed last; programs may set it to any time.
    private let modified: Moment
    /// When anything of it was changed last; only the kernel sets it.
    private let changed: Moment
    private let device: UInt64
    private let number: UInt64

    /// The state that the system tells.
    init(_ status: stat) {
        size = UInt64(clamping: status.st_size)
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// The state of an open file; nil where the system does not tell.
    init?(of file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the last change is so long ago that another one would show: clocks of file systems move in steps, of
    /// two seconds in the worst case.
    func isSettled(at now: Instant) -> Bool {
        max(modified, changed).instant.adding(seconds: 2) < now
    }

    /// The entity tag of the file's bytes: strong once it is settled (RFC 9110 §8.8.1).
    func tag(at now: Instant) -> EntityTag {
        let numbers = [size, modified.number, changed.number]
        let text = numbers.map { String($0, radix: 16) }.joined(separator: "-")
        return EntityTag(text: (isSettled(at: now) ? "" : "W/") + "\"\(text)\"")
    }

    /// When the content was changed, in whole seconds as HTTP tells it; nil for a time to come (RFC 9110 §8.8.2.1).
    func lastModified(at now: Instant) -> Instant? {
        let instant = Instant(milliseconds: 0).adding(seconds: modified.seconds)
        return instant <= now ? instant : nil
    }

    /// A moment as file systems know it. Nanoseconds since 1970 alone would come round in 2262.
    private struct Moment: Hashable, Comparable {
        let seconds: Int64
        let nanoseconds: Int64

        init(_ time: timespec) { (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec)) }

        /// The moment, rounded up to milliseconds.
        var instant: Instant {
            Instant(milliseconds: (nanoseconds + 999_999) / 1_000_000).adding(seconds: seconds)
        }

        /// A number that tells moments apart: the nanoseconds since 1970, without what goes beyond 64 bits.
        var number: UInt64 { UInt64(bitPattern: seconds &* 1_000_000_000 &+ nanoseconds) }

        static func < (left: Moment, right: Moment) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }
}
