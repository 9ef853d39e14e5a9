import Chance
import SonicProtocol
import Testing

@testable import SonicSession

/// Drives machines through responses in random order, with unexpected events between them.
@Suite struct FetchWalkTests {
    /// The work whose result is outstanding.
    private enum Work: Equatable {
        case lookUp
        case readBody(Int)
        case transfer(hasHead: Bool)
        case review
        case write
    }

    /// The state of a walk so far.
    private struct Walk {
        var chance: SeededGenerator
        var work: Work?
        var ends = 0
        var heads = 0
        var isAnswered = false

        mutating func take(_ effects: [FetchMachine.Effect], _ seed: Int) {
            for effect in effects {
                #expect(ends == 0, "something follows the end, seed \(seed)")
                switch effect {
                case .lookUp: begin(.lookUp, seed)
                case .readBody(_, _, let range): begin(.readBody(range.count), seed)
                case .send: begin(.transfer(hasHead: false), seed)
                case .review: begin(.review, seed)
                case .write: begin(.write, seed)
                case .stopTransfer: work = nil
                case .notify(.headReceived): heads += 1
                case .notify(.bodyReceived): #expect(heads == 1, "a body without a head, seed \(seed)")
                case .notify(.ended(let result)):
                    ends += 1
                    isAnswered = result.answer != nil
                case .settle, .refresh: break
                }
            }
        }

        private mutating func begin(_ next: Work, _ seed: Int) {
            #expect(work == nil, "two pieces of work at once, seed \(seed)")
            work = next
        }

        /// An event that completes the outstanding work.
        mutating func answer() -> FetchMachine.Event {
            let isGood = Int.random(in: 0..<8, using: &chance) > 0
            switch work {
            case .lookUp:
                work = nil
                return .lookedUp(isGood ? variants() : [], cookies: nil)
            case .readBody(let count):
                work = nil
                return .bodyRead(isGood ? [UInt8](repeating: 0x61, count: count) : nil)
            case .review:
                work = nil
                return .reviewed(isGood ? .keep : .refuse)
            case .write:
                work = nil
                return .written
            case .transfer(let hasHead): return transferEvent(hasHead, isGood)
            case .none: return .stopRequested
            }
        }

        private mutating func transferEvent(_ hasHead: Bool, _ isGood: Bool) -> FetchMachine.Event {
            guard isGood else {
                work = nil
                return .transferFailed(.reset(detail: ""))
            }
            guard hasHead else {
                work = .transfer(hasHead: true)
                return .headReceived(head())
            }
            if Bool.random(using: &chance) { return .bodyReceived([0x61, 0x62, 0x63]) }
            work = nil
            return .transferFinished
        }

        private mutating func head() -> ResponseHead {
            let statuses = [200, 200, 206, 301, 304, 304, 404, 416, 503]
            return ResponseHead(
                version: "HTTP/1.1", status: statuses.randomElement(using: &chance) ?? 200, reason: "",
                headers: lines(), raw: [])
        }

        private mutating func lines() -> Headers {
            let all = [
                "Cache-Control: max-age=9", "Cache-Control: max-age=1, stale-while-revalidate=9",
                "ETag: \"a\"",
                "Cache-Control: max-age=1, stale-if-error=99", "Cache-Control: no-store", "ETag: W/\"b\"",
                "Content-Length: 6", "Content-Range: bytes 0-2/6", "Content-Range: bytes 3-5/6", "Vary: A",
                "Location: /b", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Vary: *",
            ]
            return FetchWorld.headers(
                all.filter { _ in Int.random(in: 0..<3, using: &chance) == 0 }.joined(separator: "\n"))
        }

        private mutating func variants() -> [StoredVariant] {
            (0..<Int.random(in: 0..<3, using: &chance)).map { number in
                let headers = lines()
                let isPart = Int.random(in: 0..<3, using: &chance) == 0
                return StoredVariant(
                    number: number,
                    response: StoredResponse(
                        url: FetchWorld.url, status: isPart ? 206 : 200, reason: "", version: "HTTP/1.1",
                        headers: headers, requests: [VaryKey(response: headers, request: Headers())],
                        requested: Instant(milliseconds: 0), received: Instant(milliseconds: 0),
                        extent: isPart ? .part(0..<3, of: 6) : .whole(6)))
            }
        }

        /// An unexpected event.
        mutating func noise() -> FetchMachine.Event {
            let events: [FetchMachine.Event] = [
                .began, work == .lookUp ? .began : .lookedUp([], cookies: nil),
                work == .review ? .began : .reviewed(.keep), work == .write ? .began : .written,
                work == .transfer(hasHead: true) || work == .transfer(hasHead: false)
                    ? .began : .transferFinished,
                work == .transfer(hasHead: false) ? .began : .headReceived(head()),
            ]
            return events.randomElement(using: &chance) ?? .began
        }
    }

    private static func order(_ chance: inout SeededGenerator) -> FetchRequest {
        let lines = ["", "", "Range: bytes=0-1", "Cache-Control: max-stale", "Cache-Control: only-if-cached"]
        return FetchRequest(
            method: ["GET", "GET", "GET", "HEAD", "POST"].randomElement(using: &chance) ?? "GET",
            url: FetchWorld.url, headers: FetchWorld.headers(lines.randomElement(using: &chance) ?? ""),
            mode: CacheMode.allCases.randomElement(using: &chance) ?? .default,
            redirect: RedirectMode.allCases.randomElement(using: &chance) ?? .follow,
            choices: Bool.random(using: &chance) ? CacheChoices(review: { _ in .keep }) : CacheChoices())
    }

    @Test(arguments: Seeds.of(2000))
    func `a fetch ends once, has one outstanding effect until then, and ignores unexpected events`(
        _ seed: Int
    ) {
        var walk = Walk(chance: SeededGenerator(seed: UInt64(seed)))
        var machine = FetchMachine(Self.order(&walk.chance), bodyLimit: 8)
        var moment = Instant(milliseconds: 5000)
        walk.take(machine.handle(.began, at: moment), seed)
        for step in 0..<500 where !machine.hasEnded {
            moment = moment.adding(seconds: Int64.random(in: -1...5, using: &walk.chance))
            #expect(walk.work != nil, "nothing is outstanding, seed \(seed)")
            #expect(machine.handle(walk.noise(), at: moment).isEmpty, "noise has an effect, seed \(seed)")
            let isStop = step > 200 || Int.random(in: 0..<60, using: &walk.chance) == 0
            guard isStop, walk.work != .write else {
                walk.take(machine.handle(walk.answer(), at: moment), seed)
                continue
            }
            walk.work = nil
            walk.take(machine.handle(.stopRequested, at: moment), seed)
        }
        #expect(walk.ends == 1, "seed \(seed)")
        #expect(!walk.isAnswered || walk.heads == 1, "an answer without its head, seed \(seed)")
        #expect(machine.handle(.stopRequested, at: moment).isEmpty)
    }
}

@Suite struct LargeFetchTests {
    @Test func `a body in many pieces is collected in linear time`() {
        let now = Instant(milliseconds: 0)
        var machine = FetchMachine(FetchRequest(url: FetchWorld.url))
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "", headers: Headers(), raw: [])
        _ = machine.handle(.began, at: now)
        _ = machine.handle(.lookedUp([], cookies: nil), at: now)
        _ = machine.handle(.headReceived(head), at: now)
        // Copying them at each piece would take 64 GB.
        let piece = [UInt8](repeating: 0x61, count: 1 << 13)
        for _ in 0..<(1 << 12) { _ = machine.handle(.bodyReceived(piece), at: now) }
        guard case .write(let writes) = machine.handle(.transferFinished, at: now).first,
            case .save(let response, _, _, _) = writes.first
        else {
            Issue.record("nothing is stored")
            return
        }
        #expect(response.extent == .whole(1 << 25))
    }
}
