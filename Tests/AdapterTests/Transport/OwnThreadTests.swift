import Glibc
import SonicProtocol
import SonicSession
import Synchronization
import SystemLibraries
import TestSupport
import Testing

@testable import Transport

/// Tasks and sessions on the connection's own thread.
@Suite struct OwnThreadTests {
    @Test func `a task runs on the thread, before a request and after its response`() async throws {
        let connection = CurlConnection()
        let server = RawServer([.readRequest, page("ok")])
        let asked = try request(server.url())
        let (text, threads) = await withTaskExecutorPreference(connection.executor) {
            let before = thread()
            let text = await Told(connection.exchange(asked)).text
            return (text, [before, thread()])
        }
        #expect(text == "ok")
        #expect(Set(threads).count == 1)
        #expect(threads.first != thread())
    }

    @Test func `a task's request is sent before the task continues`() async throws {
        let connection = CurlConnection()
        let gate = Gate()
        let server = RawServer([.readRequest, .wait(gate), page("ok")])
        let question = try request(server.url())
        let hasArrived = Atomic(false)
        let watching = Task {
            for await event in server.events {
                if case .request = event { hasArrived.store(true, ordering: .releasing) }
            }
        }
        let text = await withTaskExecutorPreference(connection.executor) { () -> String? in
            let events = connection.exchange(question)
            await Task.yield()
            // Blocks the thread: nothing would arrive any more if the request had not been sent.
            let end = ContinuousClock.now + .seconds(20)
            while !hasArrived.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
            gate.open()
            return hasArrived.load(ordering: .acquiring) ? await Told(events).text : nil
        }
        watching.cancel()
        #expect(text == "ok")
    }

    @Test func `tasks on the thread take turns, whichever threads they come from`() async {
        let connection = CurlConnection()
        let executor = connection.executor
        let turns = Turns()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: executor) {
                    for _ in 0..<200 {
                        turns.take()
                        await Task.yield()
                    }
                }
            }
        }
        #expect(turns.taken.load(ordering: .relaxed) == 1600)
        #expect(turns.clashes.load(ordering: .relaxed) == 0)
    }

    /// Counts turns, and those that overlapped another one.
    private final class Turns: Sendable {
        let taken = Atomic(0)
        let clashes = Atomic(0)
        private let inside = Atomic(0)

        func take() {
            let others = inside.add(1, ordering: .acquiringAndReleasing).oldValue
            if others != 0 { clashes.add(1, ordering: .relaxed) }
            taken.add(1, ordering: .relaxed)
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    @Test func `the last owner may release the connection on the connection's thread`() async throws {
        let server = RawServer { _ in [.readRequest, page("ok")] }
        let asked = try request(server.url())
        for _ in 0..<20 {
            let task = Task(executorPreference: CurlConnection().executor) { () -> Int in
                let connection = CurlConnection()
                return await Told(connection.exchange(asked)).body.count
            }
            #expect(await task.value == 2)
        }
    }

    @Test func `a session on the thread has the same result, with its hooks on that thread`() async throws {
        let html = "<html><title>t</title><p>a</html>"
        let server = RawServer([
            .readRequest, page(html, ["Content-Type: text/html", "ETag: \"e\"", "Connection: keep-alive"]),
            .readRequest, .send("HTTP/1.1 304 Not Modified\r\nETag: \"e\"\r\n\r\n"),
        ])
        let connection = CurlConnection()
        let engine = SessionEngine(
            connection: connection, store: MemoryStore(), hashes: .nettle,
            clocks: .init(now: { Instant(milliseconds: 0) }, uptime: { .zero })
        ).running(on: connection.executor)
        let own = await withTaskExecutorPreference(connection.executor) { thread() }
        let asking = Mutex<[UInt]>([])
        var order = SessionOrder(
            url: try WebURL.parse(server.url()), headers: RequestHeaders(product: "sonic/0"))
        order.hooks.willRequest = { _ in
            asking.withLock { $0.append(thread()) }
            return .send
        }
        let first = await engine.open(order).result()
        let second = await engine.open(order).result()
        #expect(first?.outcome == .firstLoad)
        #expect(second?.outcome == .allCached)
        #expect(asking.withLock { $0 } == [own, own])
    }

    @Test func `stopping a session on the thread stops its transfer, too`() async throws {
        let server = RawServer([.readRequest, .awaitHangUp])
        let connection = CurlConnection()
        let engine = SessionEngine(
            connection: connection, store: MemoryStore(), hashes: .nettle,
            clocks: .init(now: { Instant(milliseconds: 0) }, uptime: { .zero })
        ).running(on: connection.executor)
        let session = engine.open(
            SessionOrder(url: try WebURL.parse(server.url()), headers: RequestHeaders(product: "sonic/0")))
        var events = server.events.makeAsyncIterator()
        _ = try #require(await events.next())
        await session.cancel()
        let result = await session.result()
        #expect(result?.outcome == Outcome.failed(.stopped))
        #expect(await events.next() == .hungUp(connection: 0))
    }
}

/// The thread that this runs on.
private func thread() -> UInt { UInt(pthread_self()) }
