import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// A cookie store whose readers wait at a gate.
private struct GatedJar: CookieStore {
    let door: Door

    func line(for ask: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        await door.pass()
        return (nil, [])
    }
    func receive(_ setCookies: [HeaderValue], to ask: CookieRequest) async {}
}

/// Counts the calls of a hook.
private actor Count {
    private(set) var value = 0

    func add() { value += 1 }
}

/// What a session stopped at an awkward moment does and does not do.
@Suite struct StoppedSessionTests {
    private let script = Script([[.entered(.waiting)]])
    private let count = Count()
    private let door = Door(isOpen: false)

    private func engine(cookies: any CookieStore = NoCookies()) -> SessionEngine {
        SessionEngine(
            connection: ScriptedConnection(script: script), store: MemoryStore(), cookies: cookies,
            hashes: .nettle, clocks: .still)
    }

    private func order(_ hooks: SessionHooks = SessionHooks()) -> SessionOrder {
        SessionOrder(url: Play.url, headers: RequestHeaders(product: "test"), hooks: hooks)
    }

    @Test func `stopping a pool returns when its sessions have finished`() async {
        let hooks = SessionHooks(completed: { [count] _ in
            for _ in 0..<100 { await Task.yield() }
            await count.add()
        })
        let pool = SessionPool(engine())
        let session = await pool.open(order(hooks))
        await script.untilAsked(1)
        await pool.stop()
        #expect(await count.value == 1)
        _ = await session.result()
    }

    @Test func `opening a page does not join a session that is being stopped`() async {
        let pool = SessionPool(engine())
        let first = await pool.open(order(SessionHooks(completed: { [door] _ in await door.pass() })))
        await script.untilAsked(1)
        await first.cancel()
        await door.untilReached()
        let second = await pool.open(order())
        await script.untilAsked(2)
        await door.open()
        #expect(await first.result()?.outcome == .failed(.stopped))
        await second.cancel()
    }

    @Test func `willRequest is not called for a session stopped meanwhile`() async {
        let hooks = SessionHooks(willRequest: { [count] _ in
            await count.add()
            return .send
        })
        let session = engine(cookies: GatedJar(door: door)).open(order(hooks))
        await door.untilReached()
        await session.cancel()
        await door.open()
        #expect(await session.result()?.outcome == .failed(.stopped))
        for _ in 0..<100 { await Task.yield() }
        #expect(await count.value == 0)
    }
}
