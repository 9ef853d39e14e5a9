import Glibc

/// The limit of this process's file descriptors (`RLIMIT_NOFILE`, getrlimit(2)). Connections, files, pipes and the
/// descriptors of libraries all count.
public enum OpenFileLimit {
    /// The largest limit requested: some programs and libraries iterate over all possible descriptors.
    static let most = 65_536

    /// Returns the new soft limit: the hard one, at most `most`, and never less than before.
    static func raised(_ soft: UInt64, hard: UInt64) -> UInt64 { max(soft, min(hard, UInt64(most))) }

    /// Raises the soft limit to the hard one, at most 65,536. To be called once, at the start. If the system refuses,
    /// the limit is unchanged.
    public static func raise() {
        guard var limit = current() else { return }
        limit.rlim_cur = rlim_t(raised(UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The soft limit; 1024 if the system call fails.
    public static var soft: Int { current().map { Int(clamping: $0.rlim_cur) } ?? 1024 }

    /// Returns the number of open descriptors among the first 4096, with one system call for each possible one.
    public static func openNow() -> Int {
        (0..<Int32(clamping: min(soft, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}
