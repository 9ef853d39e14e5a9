import TestSupport
import Testing

@testable import SonicServer

/// The connection table fills up and empties; the next client is still served.
@Suite struct AcceptingTests {
    private static func limits(_ connections: Int) -> SonicServer.Limits {
        var limits = SonicServer.Limits()
        limits.connections = UInt32(connections)
        limits.headSeconds = 1
        return limits
    }

    private static func fill(_ server: RunningServer, _ count: Int, _ target: String = "/") -> [RawClient] {
        (0..<count).map { _ in
            let client = RawClient(server.port)
            client.ask(target)
            return client
        }
    }

    @Test(arguments: [1, 2, 3, 5, 20, 100])
    func `when all connections of a full table end in one loop iteration, the next one is served`(
        _ count: Int
    ) throws {
        // The server's thread blocks within a response until the second gate opens.
        let (reached, opened) = (Gate(), Gate())
        let server = try RunningServer(limits: Self.limits(count)) { request in
            if request.target == "/still" {
                reached.open()
                opened.pass()
            }
            return .response(.html("here"))
        }
        for _ in 0..<3 {
            var clients = Self.fill(server, count)
            for client in clients { #expect(client.reply()?.text == "here") }
            let waiting = RawClient(server.port)
            waiting.ask("/")
            clients[0].ask("/still")
            reached.pass()
            clients = []
            opened.open()
            #expect(waiting.reply()?.text == "here")
        }
        #expect(server.reply("/")?.text == "here")
    }

    @Test func `idle connections time out together, and the next one is served`() throws {
        // All wait for the same second.
        let tables = try [1, 5, 20].map { count in
            let server = try RunningServer(limits: Self.limits(count)) { _ in .response(.html("here")) }
            let silent = (0..<count).map { _ in RawClient(server.port) }
            let waiting = RawClient(server.port)
            waiting.ask("/")
            return (server, silent, waiting)
        }
        for (_, silent, waiting) in tables {
            #expect(waiting.reply()?.text == "here")
            for client in silent {
                #expect(String(decoding: client.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
            }
        }
    }

    @Test(arguments: ["/pieces", "/late", "/silence", "/hangup", "/truncated", "/reset", "/endless", "/half"])
    func `whatever ends the responses of a full table, the next one is served`(_ target: String) throws {
        let server = try RunningServer(limits: Self.limits(4)) { request in
            switch request.target {
            case "/pieces":
                .response(
                    ServerResponse(
                        body: .pieces((0..<5).map { .init(after: .milliseconds(20), Array("\($0)".utf8)) })))
            case "/late": .late(.html("late"), after: .milliseconds(50))
            case "/silence": .silence(.milliseconds(50))
            case "/hangup": .hangUp
            case "/truncated": .response(ServerResponse(body: .truncated([1], announced: 9)))
            case "/reset": .response(ServerResponse(body: .reset([1], announced: 9)))
            case "/endless": .response(ServerResponse(body: .endless([7])))
            default: .response(.html("here"))
            }
        }
        for _ in 0..<3 {
            var clients = Self.fill(server, 4, target)
            if target == "/half" { for client in clients { client.send("GET / HT") } }
            if target == "/endless" { for client in clients { #expect(client.readHead() != nil) } }
            clients = []
            #expect(server.reply("/")?.text == "here")
        }
    }

    /// Starts a server that a request for `/still` stops until `opened`; `reached` is open then.
    private static func stoppable(
        _ limits: SonicServer.Limits
    ) throws -> (server: RunningServer, reached: Gate, opened: Gate) {
        let (reached, opened) = (Gate(), Gate())
        let server = try RunningServer(limits: limits) { request in
            if request.target == "/still" {
                reached.open()
                opened.pass()
            }
            return .response(.html("here"))
        }
        return (server, reached, opened)
    }

    @Test(arguments: [1, 2, 7])
    func `a client whose connections all ended together may connect again`(_ count: Int) throws {
        var limits = Self.limits(50)
        limits.perClient = .everyone(count)
        let (server, reached, opened) = try Self.stoppable(limits)
        var clients = Self.fill(server, count)
        for client in clients { #expect(client.reply()?.text == "here") }
        #expect(RawClient(server.port).rest().isEmpty)
        clients[0].ask("/still")
        reached.pass()
        clients = []
        opened.open()
        var reply: RawClient.Reply?
        for _ in 0..<10_000 where reply == nil { reply = server.reply("/") }
        #expect(reply?.text == "here")
    }

    @Test func `connections that are accepted together count at once for their client`() throws {
        var limits = Self.limits(50)
        limits.perClient = .everyone(3)
        let (server, reached, opened) = try Self.stoppable(limits)
        let first = RawClient(server.port)
        first.ask("/still")
        reached.pass()
        let others = Self.fill(server, 8)
        opened.open()
        #expect(others.filter { $0.reply() != nil }.count == 2)
        #expect(first.reply()?.text == "here")
    }

    @Test func `while the table is full, clients wait, and all are served eventually`() throws {
        let server = try RunningServer(limits: Self.limits(2)) { _ in .response(.html("here")) }
        for clients in (0..<10).map({ _ in Self.fill(server, 8) }) {
            for client in clients {
                #expect(client.reply()?.text == "here")
                client.finishSending()
            }
        }
    }
}
