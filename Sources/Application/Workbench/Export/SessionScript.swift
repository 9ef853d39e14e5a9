import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

/// A session as a Swift test for `SonicSession`: the contents of the cache and the server's responses are the input,
/// and the steps of the session are expected. If the session machine decides differently, the test fails.
public struct SessionScript: Sendable {
    /// The test as a separate file.
    public let text: String
    /// Whether the machine makes the same decisions with this input. If not, something was involved that a test does
    /// not have, such as settings of the site.
    public let holds: Bool

    /// The reason why a session cannot be written as a test, as a clause.
    public enum NotWritable: String, Error, Sendable {
        /// It has not ended.
        case underWay = "the session is still running"
        /// The reader stopped it.
        case stopped = "the session was stopped"
        /// Posted data may be a password.
        case posted = "a test cannot contain posted data"
        /// The pages are no longer in memory, or only the beginning of a large one was read.
        case forgotten = "its pages are no longer available"
        /// A page is not UTF-8.
        case noText = "a page that is not UTF-8 cannot be written in Swift"
        /// It is too long to paste.
        case large = "its pages are too large to be pasted; export the session instead"
    }

    /// The maximum size of the pages in a test, in bytes.
    private static let limit = 200_000

    /// Writes the test. Linear in the bytes of the pages.
    /// - Parameters:
    ///   - trace: The session, with its pages.
    ///   - mode: The mode of the session.
    ///   - hashes: The hash functions, to replay it.
    ///   - secrets: How cookies, names and passwords are handled.
    public init(
        _ trace: SessionTrace, mode: SessionMode, hashes: Hashes, secrets: Secrets = .masked
    ) throws(NotWritable) {
        guard let result = trace.result else { throw .underWay }
        guard result.outcome != .failed(.stopped) else { throw .stopped }
        guard trace.turns.allSatisfy({ $0.request?.body.isEmpty ?? true }) else { throw .posted }
        var (readings, replies): ([CacheReadResult], [SessionPlay.Reply]) = ([], [])
        for turn in trace.turns {
            if let reading = try Self.reading(turn) { readings.append(reading) }
            if let page = turn.cachedRedirectTarget {
                guard page.version.html.count == turn.cachedRedirectBytes else { throw .forgotten }
                readings.append(CacheReadResult(page: page))
            }
            if let reply = try Self.reply(turn, secrets) { replies.append(reply) }
        }
        let bytes =
            readings.reduce(0) { $0 + ($1.page?.length ?? 0) + ($1.compared?.length ?? 0) }
            + replies.reduce(0) { $0 + $1.count }
        guard bytes <= Self.limit else { throw .large }
        let now = trace.turns.lazy.compactMap { $0.cache?.at }.first ?? Instant(milliseconds: 0)
        var play = SessionPlay(readings, now: now, hashes: hashes, replies)
        let order = SessionOrder(
            url: result.requested, mode: mode, headers: RequestHeaders(product: "sonic"))
        let played = play.run(order)
        // The ending is the recorded one, whatever the result of the replay.
        holds = play.result?.line == result.line
        let course = played.split(separator: "\n").filter { !$0.hasPrefix("end ") } + [result.line[...]]
        let source = Source(
            result: result, mode: mode, now: now, readings: readings, replies: replies,
            course: course.joined(separator: "\n"), secrets: secrets)
        text = try source.text()
    }

    /// Returns the contents of the cache before a request; nil if it was not read.
    private static func reading(_ turn: SessionTrace.Turn) throws(NotWritable) -> CacheReadResult? {
        guard let cache = turn.cache else { return nil }
        var page = turn.stored ?? cache.page
        for held in [page, cache.compared].compactMap({ $0 }) where held.version.html.count < held.length {
            throw .forgotten
        }
        if page?.version.html.isEmpty ?? false, turn.storedBytes ?? 0 > 0 { throw .forgotten }
        page?.verification = .done
        page?.notes = []
        return CacheReadResult(
            page: page, compared: cache.compared, sonicOff: cache.sonicOff,
            redirects: turn.cachedRedirectTarget == nil ? [] : cache.redirects, failure: cache.failure)
    }

    /// Returns the response to a request; nil if none was sent.
    private static func reply(
        _ turn: SessionTrace.Turn, _ secrets: Secrets
    ) throws(NotWritable) -> SessionPlay.Reply? {
        guard turn.request != nil else { return nil }
        guard let head = turn.head else { return .lost(turn.failure ?? .cancelled) }
        guard turn.body != nil || turn.bodyBytes ?? 0 == 0 else { throw .forgotten }
        let fields = head.headers.fields.map { "\($0.name): \(secrets.value(of: $0))" }
        let lines = (["\(head.status) \(head.reason)"] + fields).joined(separator: "\n")
        guard let failure = turn.failure else { return .answered(head: lines, body: turn.body ?? []) }
        return .cut(head: lines, body: turn.body ?? [], failure)
    }
}

extension SessionPlay.Reply {
    /// The size in bytes.
    fileprivate var count: Int {
        switch self {
        case .answered(let head, let body), .cut(let head, let body, _): head.utf8.count + body.count
        case .lost: 0
        }
    }
}
