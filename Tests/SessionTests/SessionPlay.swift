import SonicProtocol
import SystemLibraries

@testable import SessionWords
@testable import SonicSession

/// Plays one session against a scripted server and cache, and records what the session did, one line each.
/// Evaluations and writes complete at once, and no time passes.
struct SessionPlay {
    /// The results of reading the cache, in order; the last one is repeated.
    var readings: [CacheReadResult]
    /// The replies to the requests, in order.
    var replies: [Reply]
    /// The failure of a store that cannot be written; nil if it can.
    var storeFailure: StoreFailure?
    /// The result of reading the rest of a page whose beginning is shown.
    var rest = CacheReadResult()
    /// The page to use once a stored page whose verification was owed is verified.
    var verified: StoredPage?
    /// What the session did.
    private(set) var lines: [String] = []
    /// The session's result; nil if it did not end.
    private(set) var result: SessionResult?
    /// The versions that the session stored.
    private(set) var commits: [PageVersion] = []
    /// The events of the session, except `.ended`.
    private(set) var events: [SessionEvent] = []
    private let now: Instant
    private let hashes: Hashes
    /// The number of the last version stored.
    private var number = 7

    /// A scripted server's reply to one request.
    enum Reply: Sendable {
        /// A complete response: the lines of its head, starting with the status, then the body.
        case answered(head: String, body: [UInt8])
        /// A response that is cut off after these bytes of body.
        case cut(head: String, body: [UInt8], ConnectionFailure)
        /// No response.
        case lost(ConnectionFailure)
    }

    /// Creates a play at this time.
    init(_ readings: [CacheReadResult], now: Instant, hashes: Hashes, _ replies: [Reply]) {
        self.readings = readings
        self.now = now
        self.hashes = hashes
        self.replies = replies
    }

    /// Runs a session to its end and returns the lines.
    /// - Complexity: O(*n*) in the bytes of its pages.
    mutating func run(_ order: SessionOrder) -> String {
        var machine = SessionMachine(order, hashes: hashes)
        var queue: [SessionMachine.Event] = [.began]
        while !queue.isEmpty {
            for effect in machine.handle(queue.removeFirst(), at: now) {
                if let line = effect.line(at: now) { lines.append(line) }
                queue += answer(effect)
            }
        }
        if machine.isBusy { lines.append("HANGS") }
        return lines.joined(separator: "\n")
    }

    private mutating func answer(_ effect: SessionMachine.Effect) -> [SessionMachine.Event] {
        switch effect {
        case .enter, .stopTransfer, .handOver, .stopPause: return []
        case .pause(let attempt, _): return [.pauseOver(attempt: attempt)]
        case .notify(let event):
            events.append(event)
            return []
        case .readCache(let attempt, _), .readTarget(let attempt, _):
            let reading = readings.first ?? CacheReadResult()
            if readings.count > 1 { readings.removeFirst() }
            return [.cacheRead(attempt: attempt, reading)]
        case .readRest(let attempt, _):
            return [.cacheRead(attempt: attempt, rest)]
        case .verifyStored(let attempt, _, _):
            return [.storedPageVerified(attempt: attempt, CacheReadResult(page: verified))]
        case .send(let attempt, _):
            return replies.isEmpty ? [] : events(of: replies.removeFirst(), attempt)
        case .evaluate(let attempt, let question):
            return [.evaluated(attempt: attempt, question.evaluate(hashes))]
        case .write(let attempt, _, let works):
            if let storeFailure { return [.written(attempt: attempt, .failure(storeFailure))] }
            var stored: Int?
            for case .commit(let version) in works {
                number += 1
                commits.append(version)
                stored = number
            }
            return [.written(attempt: attempt, .success(stored))]
        case .end(let result):
            self.result = result
            return []
        }
    }

    private func events(of reply: Reply, _ attempt: Int) -> [SessionMachine.Event] {
        switch reply {
        case .lost(let failure):
            return [.transferFailed(attempt: attempt, failure)]
        case .answered(let head, let body):
            return Self.response(head, body, attempt) + [
                .transferFinished(attempt: attempt, TransferReport())
            ]
        case .cut(let head, let body, let failure):
            return Self.response(head, body, attempt) + [.transferFailed(attempt: attempt, failure)]
        }
    }

    private static func response(_ head: String, _ body: [UInt8], _ attempt: Int) -> [SessionMachine.Event] {
        let lines = head.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        let raw = Array("HTTP/1.1 \(lines)".utf8)
        guard let parsed = ResponseHead(raw: raw) else {
            return [.transferFailed(attempt: attempt, .malformed(detail: "the script's head is none"))]
        }
        // In two chunks, so that nothing depends on receiving a body as a whole.
        let middle = body.count / 2
        let pieces = [Array(body[..<middle]), Array(body[middle...])].filter { !$0.isEmpty }
        return [.headReceived(attempt: attempt, parsed)]
            + pieces.map { .bodyReceived(attempt: attempt, $0) }
    }
}
