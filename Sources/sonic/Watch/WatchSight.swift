import BrowserCore
import Charsets
import Hashing
import SonicProtocol
import SonicSession
import Watching

/// What one session of a watched page showed: the page before it and the page behind it.
struct WatchSight: Sendable {
    private var first: ShownPage?
    private var follower = PageFollower()

    /// Nothing was shown yet.
    init() {}

    /// Takes in what the session tells.
    mutating func take(_ event: SessionEvent) {
        follower.take(event)
        if first == nil, case .cachedPageFound = event { first = follower.page }
    }

    /// What the session comes to.
    /// - Parameters:
    ///   - before: What is kept of the run before.
    ///   - rules: What counts as a change.
    ///   - keepsPage: Whether the page is to be there for the next run.
    /// - Returns: The run, what changed and what is to be kept; nil for a session that was stopped.
    func report(
        _ result: SessionResult, before: WatchMemory?, _ rules: ComparisonRules, keepsPage: Bool
    ) -> (run: WatchRun, change: [String], memory: WatchMemory?)? {
        let page = follower.page
        let digest = page.map { Hashes.nettle.sha1($0.html) }
        let likeness: WatchRun.Likeness =
            before.map { $0.digest == digest ? .same : .other } ?? .unknown
        guard var run = WatchRun(result, likeness) else { return nil }
        var change: [String] = []
        if case .changed = run.standing, keepsPage || rules != .everything,
            let old = before?.page ?? first, let page
        {
            change = ChangeText(from: old, to: page, rules, charsets: .iconv).lines
            if change.isEmpty, rules != .everything { run.standing = .unchanged }
        }
        let isKept = keepsPage || rules != .everything
        let memory = digest.map { WatchMemory(digest: $0, page: isKept ? page : nil) }
        return (run, change, memory ?? before)
    }
}

/// What is kept of a page from one run to the next.
struct WatchMemory: Sendable {
    /// SHA-1 of its bytes.
    let digest: String
    /// The page, where it is to be compared.
    let page: ShownPage?
}
