import SonicProtocol

/// The version of a page that a person has seen last: what changed since then is news. A preload, a watch that runs
/// behind and a program that asks for the page see nothing, and so leave it as it is.
public struct LastRead: Sendable, Equatable {
    /// The version's number.
    public var number: Int
    /// When it was on a screen last.
    public var at: Instant
    /// What the page called itself there; empty for nothing.
    public var title: String

    /// A version that was seen at this time.
    public init(number: Int, at: Instant, title: String = "") {
        self.number = number
        self.at = at
        self.title = title
    }

    /// From which version on changes are news to whoever is shown a page.
    public enum News: Sendable, Equatable {
        /// There are none: the page was never seen, or what is shown has been.
        case none
        /// From the version that was seen last.
        case since(Int)
        /// The version that was seen last is not kept any more: from the oldest later one that is. There may be more.
        case sinceLater(Int, than: Int)
        /// Neither is kept: something changed, and nobody can say what.
        case lost(since: Int)
    }

    /// From which version on changes are news to whoever is shown a version. Linear in the versions kept.
    ///
    /// - Parameters:
    ///   - last: What was seen last; nil for a page that never was.
    ///   - shown: The number of the version that is shown.
    ///   - kept: The numbers of the versions that can be read, in any order.
    public static func news(since last: LastRead?, upTo shown: Int, kept: [Int]) -> News {
        // A larger number than is shown is that of a page before this one, whose history was removed.
        guard let last, last.number < shown else { return .none }
        guard !kept.contains(last.number) else { return .since(last.number) }
        let later = kept.filter { $0 > last.number && $0 < shown }.min()
        return later.map { .sinceLater($0, than: last.number) } ?? .lost(since: last.number)
    }
}
