import Glibc
import SystemLibraries

/// What there is at a path that libcurl would read.
enum ReadableFile: Equatable {
    case missing
    case regular
    /// A pipe, a device, a folder: reading it might never end. With the reason as a clause.
    case odd(String)

    /// What is at this path now, links followed.
    init(at path: String) {
        if let refusal = RegularFile.refusal(of: path) {
            self = .odd(refusal.reason)
        } else {
            self = access(path, F_OK) == 0 ? .regular : .missing
        }
    }
}

/// What there is at `~/.netrc`. Looked for once a second at most, where libcurl would try to open it for each request.
struct HomeNetrc {
    /// Where it would be; nil where nobody says what is home.
    let path: String?
    private var last: (at: ContinuousClock.Instant, found: ReadableFile)?

    /// That of whoever runs the program, found as libcurl finds it: by `HOME`, else by the system's list of users.
    init() {
        self.init(home: getenv("HOME").map { String(cString: $0) } ?? Self.listedHome())
    }

    private static func listedHome() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(getuid(), &entry, &room, room.count, &found) == 0, found != nil else { return nil }
        return entry.pw_dir.map { String(cString: $0) }
    }

    /// That of the user at home in this folder.
    init(home: String?) { path = home.map { $0 + "/.netrc" } }

    /// What is there now, or was within the last second.
    mutating func found(at now: ContinuousClock.Instant) -> ReadableFile {
        guard let path else { return .missing }
        if let last, last.at.duration(to: now) < .seconds(1) { return last.found }
        let found = ReadableFile(at: path)
        last = (now, found)
        return found
    }
}
