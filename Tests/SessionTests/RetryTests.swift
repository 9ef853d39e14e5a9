import SessionWords
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Which requests are retried because the network may have lost them, and which are not.
@Suite struct RetryTests {
    private static let reset = ConnectionFailure.reset(detail: "by peer")

    /// Time that passes when the test says so, and the tasks that wait for it.
    private actor Time {
        private(set) var waits: [Duration] = []
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func wait(_ time: Duration) async {
            waits.append(time)
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
                }
            } onCancel: {
                Task { await self.pass() }
            }
        }

        func pass() {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }

        func untilWaited() async {
            while waits.isEmpty || waiting.isEmpty { await Task.yield() }
        }
    }

    private func session(_ time: Time, _ script: Script) -> Session {
        let clocks = SessionEngine.Clocks(
            now: { Play.now }, uptime: { .zero }, wait: { await time.wait($0) })
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: MemoryStore(), hashes: .nettle,
            clocks: clocks)
        return engine.open(SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")))
    }

    @Test func `no request is sent before the pause has passed`() async {
        let time = Time()
        let script = Script([[.failed(Self.reset)], response(Sample.head(v1), v1)])
        let session = session(time, script)
        let listening = Task { await session.result() }
        await time.untilWaited()
        #expect(await script.requests.count == 1)
        #expect(await time.waits == [.milliseconds(500)])
        await time.pass()
        let result = await listening.value
        #expect(result?.outcome == .firstLoad)
        #expect(await script.requests.count == 2)
    }

    @Test func `a session stopped during the pause ends at once and sends no more requests`() async {
        let time = Time()
        let script = Script([[.failed(Self.reset)]])
        let session = session(time, script)
        var told: [Retry] = []
        var outcome: Outcome?
        for await event in session.events {
            if case .retrying(let retry) = event {
                told.append(retry)
                await time.untilWaited()
                await session.cancel()
            }
            if case .ended(let result) = event { outcome = result.outcome }
        }
        #expect(
            told == [
                Retry(number: 1, limit: 1, pause: .milliseconds(500), cause: .lost(Self.reset, Play.url))
            ])
        #expect(outcome == .failed(.stopped))
        #expect(await script.requests.count == 1)
    }
}
