import Glibc

/// How many descriptors this process may have open (`RLIMIT_NOFILE`, getrlimit(2)). Connections, files, pipes and
/// what libraries open for themselves all count.
public enum OpenFileLimit {
    /// The most that is asked for: some programs and libraries go through all descriptors that there may be.
    static let most = 65_536

    /// What `raise` sets the soft limit to: the hard one, up to `most`, and never less than before.
    static func raised(_ soft: UInt64, hard: UInt64) -> UInt64 {
        max(soft, min(hard, UInt64(most)))
    }

    /// Raises the soft limit as far as the hard one allows, up to 65,536. To be called once, at the start. Where the
    /// system refuses, the limit stays what it is.
    public static func raise() {
        guard var limit = current() else { return }
        limit.rlim_cur = rlim_t(raised(UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The soft limit; 1024 where the system does not say.
    public static var soft: Int { current().map { Int(clamping: $0.rlim_cur) } ?? 1024 }

    /// How many descriptors are open now, of the first 4096. One call to the system for each that could be.
    public static func openNow() -> Int {
        (0..<Int32(clamping: min(soft, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}
