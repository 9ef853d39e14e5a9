/// How many transfers go on at the same time; each has one connection at most. The rest waits for its turn.
public struct ConnectionLimits: Sendable, Equatable {
    /// What one host may have beyond `perHost`.
    public enum Sharing: Sendable, Equatable {
        /// Nothing, as in a browser.
        case none
        /// As much as is free, but for the last quarter of all: for a program that asks for many things at once.
        case generous
    }

    /// The most transfers of one host (`WebURL.origin`).
    public var perHost = 6
    /// The most transfers in all.
    public var total: Int
    /// The most host names that are looked up at the same time, each on a thread of its own.
    public var lookups: Int
    /// What one host may have beyond its share.
    public var sharing = Sharing.none

    /// What a process with so many descriptors can have open beside its files and pipes: a lookup takes four of them
    /// for its time.
    public init(openFiles: Int) {
        total = openFiles < 512 ? max(1, openFiles / 8) : min(1024, openFiles - 256)
        lookups = min(32, max(1, total / 2))
    }

    /// The most that one host may have while so many transfers go on in all.
    func allowance(running: Int) -> Int {
        switch sharing {
        case .none: perHost
        case .generous: running < total - total / 4 ? total : perHost
        }
    }
}
