/// The limits of concurrent transfers; each uses at most one connection. Further transfers wait.
public struct ConnectionLimits: Sendable, Equatable {
    /// The number of transfers of one host beyond `perHost`.
    public enum Sharing: Sendable, Equatable {
        /// None, as in a browser.
        case none
        /// All that are free, except for the last quarter of the total: for a program that sends many requests at once.
        case generous
    }

    /// The maximum number of transfers of one host (`WebURL.origin`).
    public var perHost = 6
    /// The maximum number of transfers.
    public var total: Int
    /// The maximum number of concurrent host name lookups, each on a separate thread.
    public var lookups: Int
    /// The number of transfers that one host may have beyond `perHost`.
    public var sharing = Sharing.none

    /// Creates the limits of a process with this many file descriptors, some of which are reserved for its files and
    /// pipes: each lookup uses four of them.
    public init(openFiles: Int) {
        total = openFiles < 512 ? max(1, openFiles / 8) : min(1024, openFiles - 256)
        lookups = min(32, max(1, total / 2))
    }

    /// Returns the maximum number of transfers of one host while `running` transfers are in progress.
    func allowance(running: Int) -> Int {
        switch sharing {
        case .none: perHost
        case .generous: running < total - total / 4 ? total : perHost
        }
    }
}
