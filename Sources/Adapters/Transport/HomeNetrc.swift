import Glibc
import SonicProtocol
import SystemLibraries

/// The type of a file that libcurl would read.
enum ReadableFile: Equatable {
    case missing
    case regular
    /// A pipe, a device or a folder, which might never end when read. With the reason as a clause.
    case odd(String)

    /// Examines the file at this path; symbolic links are followed.
    init(at path: String) {
        if let refusal = RegularFile.refusal(of: FilePath(path)) {
            self = .odd(refusal.reason)
        } else {
            self = access(FilePath(path).cString, F_OK) == 0 ? .regular : .missing
        }
    }
}

/// The state of `~/.netrc`, examined at most once a second, whereas libcurl would open it for each request.
struct HomeNetrc {
    /// Its path; nil if the home folder is unknown.
    let path: String?
    private var last: (at: ContinuousClock.Instant, found: ReadableFile)?

    /// Creates the one of the current user, located as libcurl does: by `HOME`, or else by the system's list of users.
    init() { self.init(home: getenv("HOME").map { String(cString: $0) } ?? Self.listedHome()) }

    private static func listedHome() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(getuid(), &entry, &room, room.count, &found) == 0, found != nil else { return nil }
        return entry.pw_dir.map { String(cString: $0) }
    }

    /// Creates the one in this home folder.
    init(home: String?) { path = home.map { $0 + "/.netrc" } }

    /// Returns the state now, or that of the last second.
    mutating func found(at now: ContinuousClock.Instant) -> ReadableFile {
        guard let path else { return .missing }
        if let last, last.at.duration(to: now) < .seconds(1) { return last.found }
        let found = ReadableFile(at: path)
        last = (now, found)
        return found
    }
}
