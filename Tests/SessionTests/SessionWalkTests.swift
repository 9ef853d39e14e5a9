import Chance
import SessionWords
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// An environment that responds to a machine's effects at random and checks its invariants.
struct Walk {
    private var chance: SeededGenerator
    private var machine: SessionMachine
    /// The one effect that has no response yet.
    private var outstanding: SessionMachine.Effect?
    private var ends: [SessionResult] = []
    /// Responses to earlier attempts, replayed later.
    private var late: [SessionMachine.Event] = []
    private let mayBeWritten: Bool
    /// The method of the last request.
    private var asked = RequestMethod.get
    /// Whether the session may end without a request.
    private let mayBeFresh: Bool
    /// Whether only pages that Vary selects are shown, and the fields in which the last one that was read differs.
    private let checksVary: Bool
    private var unselected: [String] = []
    /// Whether the current response must not be stored.
    private var isForbidden = false
    private(set) var broken: [String] = []
    private var trace = SessionTrace(Play.url, mode: .open)

    /// Returns the trace of a walk.
    static func trace(seed: UInt64) -> SessionTrace {
        var walk = Walk(seed: seed)
        walk.run()
        return walk.trace
    }

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        let modes: [SessionMode] = [
            .open, .open, .open, .reload, .forceReload, .back, .forceCache, .cacheOnly, .onlyIfCached,
        ]
        let body = PostBody(Array("a=b".utf8), contentType: "text/plain", origin: "http://news.example")
        var terms = SiteTerms()
        terms.isPrivate = Int.random(in: 0..<4, using: &chance) == 0
        terms.localServer = Int.random(in: 0..<4, using: &chance) == 0 ? .off : .on
        terms.lifetime =
            [.server, .override(seconds: 0), .fallback(seconds: 600)].randomElement(using: &chance)!
        terms.isStored = Int.random(in: 0..<4, using: &chance) != 0
        terms.retries = [nil, 0, 1, 4].randomElement(using: &chance)!
        var order = SessionOrder(
            url: Play.url, method: Int.random(in: 0..<4, using: &chance) == 0 ? .post(body) : .get,
            mode: modes.randomElement(using: &chance)!,
            headers: RequestHeaders(product: "sonic/0"),
            limits: SessionLimits(bodyBytes: 150, redirects: 3))
        order.terms = { [terms] _ in terms }
        mayBeWritten = terms.mayBeWritten
        checksVary = order.mode == .forceCache || order.mode == .onlyIfCached
        switch order.mode {
        case .open: mayBeFresh = order.method == .get
        case .back, .forceCache, .cacheOnly, .onlyIfCached: mayBeFresh = true
        case .reload, .forceReload: mayBeFresh = false
        }
        machine = SessionMachine(order, hashes: .nettle)
    }

    mutating func run() {
        feed(.began)
        var steps = 0
        while machine.isBusy, steps < 200 {
            steps += 1
            step()
            if machine.isBusy != (outstanding != nil) {
                broken.append("busy without work or work without busy")
            }
        }
        if machine.isBusy { broken.append("no end after \(steps) steps") }
        if ends.count != 1 { broken.append("\(ends.count) ends") }
        for event in late { feed(event) }
        feed(.cancelRequested)
        if ends.count != 1 { broken.append("a late event ended it again") }
    }

    private mutating func step() {
        switch Int.random(in: 0..<20, using: &chance) {
        case 0:
            feed(.cancelRequested)
        case 1, 2:
            if let event = late.randomElement(using: &chance) { feed(event) }
        default:
            guard let effect = outstanding else { return }
            feed(answer(to: effect))
        }
    }

    private mutating func feed(_ event: SessionMachine.Event) {
        late.append(event)
        for effect in machine.handle(event, at: Play.now) {
            if !ends.isEmpty { broken.append("an effect after the end") }
            switch effect {
            case .notify(let event): trace.handle(event, at: .zero)
            case .end(let result): trace.handle(.ended(result), at: .zero)
            default: break
            }
            switch effect {
            case .write(_, _, let works):
                outstanding = effect
                if isForbidden || !mayBeWritten, works.contains(where: \.writesPage) {
                    broken.append("wrote what must not be")
                }
                if !mayBeWritten, works.contains(where: \.remembersWay) {
                    broken.append("remembered where a private site led")
                }
            case .pause:
                outstanding = effect
                if asked != .get { broken.append("a POST is to be sent twice") }
            case .send(_, let plan):
                outstanding = effect
                asked = plan.method
            case .readCache, .readTarget, .readRest, .verifyStored, .evaluate:
                outstanding = effect
            case .end(let result):
                ends.append(result)
                outstanding = nil
                if result.outcome.kind == .fresh, !mayBeFresh { broken.append("asked nobody at a reload") }
                if result.reason.words.isEmpty { broken.append("an outcome without a reason") }
                if result.by != .nobody, ![304, 200, 2000].contains(result.outcome.code) {
                    broken.append("compared by \(result.by) with outcome \(result.outcome.name)")
                }
            case .stopTransfer:
                if case .send = outstanding {} else { broken.append("stopped what was not running") }
            case .handOver:
                if case .send = outstanding {} else { broken.append("handed over what was not running") }
            case .stopPause:
                if case .pause = outstanding {} else { broken.append("stopped a pause that was none") }
            case .notify(.cachedPageFound(let page)), .notify(.cachedPageBegun(let page)):
                if checksVary, page.version.headers.first(Self.notSelected) != nil {
                    broken.append("showed what Vary does not select")
                }
            case .notify(.headReceived(let head)):
                isForbidden = ResponseClassifier.forbidsStoring(head.headers)
            case .enter, .notify:
                break
            }
        }
    }

    private mutating func answer(to effect: SessionMachine.Effect) -> SessionMachine.Event {
        switch effect {
        case .readCache(let attempt, _), .readTarget(let attempt, _):
            let page = [nil, Sample.stored(Sample.page("1")), Sample.stored("<p>x", sonic: false)]
                .randomElement(using: &chance)!
            let extent = Int.random(in: 0..<3, using: &chance)
            let compared = [nil, nil, Sample.stored("<p>y", sonic: false)].randomElement(using: &chance)!
            var found = page
            if extent == 1 { found?.verification = .owed }
            if extent == 2 { found?.verification = .begun(length: 1_000) }
            if Bool.random(using: &chance) {
                found?.version.headers.append("Cache-Control", "max-age=600")
            }
            let off = Bool.random(using: &chance) ? nil : Play.now.adding(seconds: 60)
            let isBroken = Int.random(in: 0..<8, using: &chance) == 0
            unselected = Int.random(in: 0..<3, using: &chance) == 0 ? ["cookie"] : []
            let ways = [[], ["/next"], ["/next", "/"], ["/a", "http://b.example/"]]
            var (from, redirects) = (Play.url, [SessionResult.Redirect]())
            for place in ways.randomElement(using: &chance)! {
                let to = from.resolve(place)!
                redirects.append(SessionResult.Redirect(from: from, to: to, status: 302))
                from = to
            }
            var reading = CacheReadResult(
                page: found, compared: compared, sonicOff: off, redirects: redirects)
            reading = selected(reading)
            return .cacheRead(
                attempt: attempt, isBroken ? CacheReadResult(failure: .full(path: "/c")) : reading)
        case .readRest(let attempt, _):
            let page = [nil, Sample.stored(Sample.page("1")), Sample.stored("<p>x", sonic: false)]
                .randomElement(using: &chance)!
            var found = page
            if Bool.random(using: &chance) { found?.verification = .owed }
            let isBroken = Int.random(in: 0..<8, using: &chance) == 0
            return .cacheRead(
                attempt: attempt,
                isBroken
                    ? CacheReadResult(failure: .full(path: "/c")) : selected(CacheReadResult(page: found)))
        case .verifyStored(let attempt, _, var page):
            let isWhole = Bool.random(using: &chance)
            page.verification = .done
            if !isWhole { page.number -= 1 }
            let nothing = [CacheReadResult(), CacheReadResult(failure: .full(path: "/c"))].randomElement(
                using: &chance)!
            return .storedPageVerified(
                attempt: attempt,
                Int.random(in: 0..<4, using: &chance) == 0 ? nothing : CacheReadResult(page: page))
        case .send(let attempt, _):
            return transfer(attempt)
        case .pause(let attempt, _):
            return .pauseOver(attempt: attempt)
        case .evaluate(let attempt, let question):
            return .evaluated(attempt: attempt, question.evaluate(.nettle))
        case .write(let attempt, _, _):
            return .written(
                attempt: attempt, Bool.random(using: &chance) ? .success(4) : .failure(.full(path: "/c")))
        case .enter, .notify, .stopTransfer, .handOver, .stopPause, .end:
            return .cancelRequested
        }
    }

    /// A field of the pages that Vary does not select.
    private static let notSelected = "X-Not-Selected"

    /// Returns the same reading, for the fields of the last one.
    private func selected(_ reading: CacheReadResult) -> CacheReadResult {
        var reading = reading
        reading.unselected = unselected
        if !unselected.isEmpty { reading.page?.version.headers.append(Self.notSelected, "1") }
        return reading
    }

    private mutating func transfer(_ attempt: Int) -> SessionMachine.Event {
        let page = Sample.page(["1", "2"].randomElement(using: &chance)!)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0: return .transferFailed(attempt: attempt, .reset(detail: "by chance"))
        case 1: return .transferEntered(attempt: attempt, .waiting)
        case 2, 3: return .transferFinished(attempt: attempt, TransferReport())
        case 4, 5:
            let body = [
                page, "<p>x", Sample.update(page), Sample.update(page, sha1: ""), "{",
                String(repeating: "x", count: 90),
            ]
            return .bodyReceived(attempt: attempt, Array(body.randomElement(using: &chance)!.utf8))
        default:
            let heads = [
                Sample.head(page), Sample.head(page, change: "false"), Sample.head(page, offline: "http"),
                Sample.head(page, offline: "false"), "304 Not Modified", "200 OK", "404 Not Found",
                "204 No Content",
                "503 Service Unavailable", "503 Busy\nRetry-After: 3", "302 Found\nLocation: /next",
                "307 Temporary Redirect\nLocation: /next", "302 Found\nLocation: gopher:x",
                "302 Found",
                "200 OK\nContent-Type: image/png", "200 OK\nCache-Control: no-store",
            ]
            let lines = heads.randomElement(using: &chance)!.split(separator: "\n").map { $0 + "\r\n" }
            let raw = Array(("HTTP/1.1 " + lines.joined() + "\r\n").utf8)
            return .headReceived(attempt: attempt, ResponseHead(raw: raw)!)
        }
    }
}

extension StoreWork {
    /// Whether page content is written to the store.
    fileprivate var writesPage: Bool {
        switch self {
        case .commit, .renew: true
        case .storeInMemory, .renewInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: false
        }
    }

    /// Whether a redirect is cached.
    fileprivate var remembersWay: Bool {
        switch self {
        case .setRedirects(_, _, let redirects): !redirects.isEmpty
        case .commit, .renew, .storeInMemory, .renewInMemory, .forgetInMemory, .remove, .setSonicOff: false
        }
    }
}

@Suite struct SessionWalkTests {
    @Test func `under random events a session ends once, with a reason, and never hangs`() {
        for seed in 0..<5_000 as Range<UInt64> {
            var walk = Walk(seed: seed)
            walk.run()
            #expect(walk.broken.isEmpty, "seed \(seed)")
        }
    }
}
