import Glibc
import SonicProtocol

/// What tells a file's content from what it was before and from other files: while this is the same, and the file
/// was left alone for a while, so are its bytes.
struct FileState: Hashable {
    /// The file's length in bytes.
    let size: UInt64
    /// When its content was changed last, in nanoseconds since 1970; programs may set it to any time.
    let modified: Int64
    /// When anything of it was changed last, in nanoseconds since 1970; only the kernel sets it.
    let changed: Int64
    private let device: UInt64
    private let number: UInt64

    /// The state that the system tells.
    init(_ status: stat) {
        size = UInt64(clamping: status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
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
        let step: Int64 = 2_000_000_000
        return now.milliseconds.multipliedReportingOverflow(by: 1_000_000).partialValue
            .subtractingReportingOverflow(max(modified, changed)).partialValue > step
    }

    /// The entity tag of the file's bytes: strong once it is settled (RFC 9110 §8.8.1).
    func tag(at now: Instant) -> EntityTag {
        let numbers = [size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
        let text = numbers.map { String($0, radix: 16) }.joined(separator: "-")
        return EntityTag(text: (isSettled(at: now) ? "" : "W/") + "\"\(text)\"")
    }

    /// When the content was changed, in whole seconds as HTTP tells it; nil for a time to come (RFC 9110 §8.8.2.1).
    func lastModified(at now: Instant) -> Instant? {
        let seconds = modified >= 0 ? modified / 1_000_000_000 : (modified - 999_999_999) / 1_000_000_000
        let instant = Instant(milliseconds: seconds * 1000)
        return instant <= now ? instant : nil
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
            .addingReportingOverflow(Int64(time.tv_nsec)).partialValue
    }
}
