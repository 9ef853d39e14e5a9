import SonicProtocol
import Testing

@testable import SonicSession

/// Resources fetched before they are needed.
@Suite struct ResourceLoaderTests {
    private static func reply(_ body: String, open: Bool = false) -> [ResponseEvent] {
        let head =
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=100\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return [.headReceived(ResponseHead(raw: Array(head.utf8))!), .bodyReceived(Array(body.utf8))]
            + (open ? [] : [.finished(TransferReport())])
    }

    private func requests(_ count: Int) -> [FetchRequest] {
        (1...count).map { FetchRequest(url: WebURL("http://example.com/\($0)")!) }
    }

    @Test func `a preloaded resource is served from the cache`() async {
        let world = FetchWorld([Self.reply("one")])
        await ResourceLoader(world.engine).load(requests(1))
        await world.script.untilAsked(1)
        #expect(await world.word(url: WebURL("http://example.com/1")!) == "cache 200 one")
    }

    @Test func `a request during the preload waits for it and sends nothing`() async {
        let world = FetchWorld([Self.reply("one", open: true)])
        await ResourceLoader(world.engine).load(requests(1))
        await world.script.untilAsked(1)
        async let word = world.word(url: WebURL("http://example.com/1")!)
        await world.gate.open()
        #expect(await word == "cache 200 one")
        #expect(await world.script.requests.count == 1)
    }

    @Test func `the number of concurrent preloads is limited, and all finish`() async {
        let world = FetchWorld((1...7).map { _ in Self.reply("x", open: true) })
        let loader = ResourceLoader(world.engine, atATime: 3)
        await loader.load(requests(7))
        await world.script.untilAsked(3)
        for _ in 0..<200 { await Task.yield() }
        #expect(await world.script.requests.count == 3)
        await world.gate.open()
        await world.script.untilAsked(7)
        #expect(Set(await world.script.requests.map(\.url.path)) == Set((1...7).map { "/\($0)" }))
    }

    @Test func `a preload over the size limit is stopped, by its Content-Length or its bytes`() async {
        let open: [ResponseEvent] = [
            .headReceived(ResponseHead(raw: Array("HTTP/1.1 200 OK\r\n\r\n".utf8))!),
            .bodyReceived([UInt8](repeating: 0x61, count: 11)),
        ]
        for reply in [Self.reply("elevenbytes", open: true), open] {
            let world = FetchWorld([reply])
            await ResourceLoader(world.engine, byteLimit: 10).load(requests(1))
            await world.script.untilAbandoned()
        }
    }
}
