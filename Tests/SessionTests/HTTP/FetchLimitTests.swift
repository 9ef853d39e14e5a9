import SessionWords
import SonicProtocol
import Synchronization
import Testing

@testable import SonicSession

/// How many events of an exchange were sent.
private final class Place: Sendable {
    let last = Atomic(-1)
}

/// A response of `count` pieces of 1 KiB, each produced on demand.
private final class LongAnswer: Connection {
    let count: Int
    let made = Atomic(0)

    init(count: Int) {
        self.count = count
    }

    func exchange(_ request: Request) -> ResponseEvents {
        let start = reply(200, "Cache-Control: max-age=100", last: nil)[0]
        let place = Place()
        return ResponseEvents(unfolding: {
            let number = place.last.add(1, ordering: .relaxed).newValue
            if number == 0 { return start }
            guard number <= self.count else {
                return number == self.count + 1 ? .finished(TransferReport()) : nil
            }
            self.made.add(1, ordering: .relaxed)
            return .bodyReceived([UInt8](repeating: 0x61, count: 1024))
        })
    }
}

@Suite struct FetchLimitTests {
    private func engine(
        _ answer: LongAnswer, answerLimit: Int = 1 << 30, unreadLimit: Int = 1 << 30
    ) -> HTTPEngine {
        HTTPEngine(
            connection: answer, store: MemoryResponseStore(),
            clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 0) }, uptime: { .zero }),
            answerLimit: answerLimit, unreadLimit: unreadLimit)
    }

    @Test func `a response over the limit is stopped`() async {
        let answer = LongAnswer(count: 1 << 20)
        let result = await engine(answer, answerLimit: 10 << 10, unreadLimit: 4 << 10)
            .fetch(FetchRequest(url: FetchWorld.url))
        #expect(result.ending == .failed(.tooLarge(limit: 10 << 10)))
        #expect(answer.made.load(ordering: .relaxed) < 1 << 10)
        #expect(
            await engine(LongAnswer(count: 10), answerLimit: 10 << 10)
                .fetch(FetchRequest(url: FetchWorld.url)).answer?.body.count == 10 << 10)
    }

    @Test func `a slow reader blocks its own transfer, but no other reader`() async {
        let answer = LongAnswer(count: 1000)
        let engine = engine(answer, unreadLimit: 8 << 10)
        var read = 0
        var ended = false
        for await event in engine.open(FetchRequest(url: FetchWorld.url)) {
            switch event {
            case .headReceived:
                // A second reader requests the same resource and need not wait until the first has read it.
                let other = await engine.fetch(FetchRequest(url: FetchWorld.url))
                #expect(other.answer?.body.count == 1000 << 10)
                #expect(answer.made.load(ordering: .relaxed) <= 1000 + 8)
            case .bodyReceived(let bytes): read += bytes.count
            case .ended(let result): ended = result.answer != nil
            }
        }
        #expect(ended && read == 1000 << 10)
    }
}
