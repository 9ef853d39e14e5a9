import Glibc

/// Whether there is a `~/.netrc`. Looked for once a second at most, where libcurl would try to open it for each request.
struct HomeNetrc {
    /// Where it would be; nil where only the system's list of users says so, which libcurl then asks.
    let path: String?
    private var last: (at: ContinuousClock.Instant, isThere: Bool)?

    /// That of the user at home in this folder.
    init(home: String?) { path = home.map { $0 + "/.netrc" } }

    /// Whether it is there now, or was within the last second.
    mutating func isThere(at now: ContinuousClock.Instant) -> Bool {
        guard let path else { return true }
        if let last, last.at.duration(to: now) < .seconds(1) { return last.isThere }
        let isThere = access(path, F_OK) == 0
        last = (now, isThere)
        return isThere
    }
}
