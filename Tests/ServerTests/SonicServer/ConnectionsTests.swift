import Glibc
import TestSupport
import Testing

@testable import SonicServer

/// Connections per client, and overdue request heads.
@Suite struct ConnectionsTests {
    private static func network(_ text: String) -> ClientNetwork {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        #expect(getaddrinfo(text, nil, &hints, &found) == 0)
        defer { freeaddrinfo(found) }
        return ClientNetwork(found?.pointee.ai_addr)
    }

    @Test(
        arguments: TableRow.rows("a client is an IPv4", in: "Tests/ServerTests/SonicServer/sonicServer.table")
    )
    func `a client is an IPv4 address or an IPv6 network of 64 bits`(row: TableRow) {
        let (one, other, isSame) = (row[1], row[2], row[3] == "true")
        #expect((Self.network(one) == Self.network(other)) == isSame)
    }

    @Test func `loopback is recognized by all its addresses`() {
        let here = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]
        let elsewhere = ["192.0.2.1", "::2", "2001:db8::1", "128.0.0.1"]
        #expect(here.allSatisfy { Self.network($0).isLoopback })
        #expect(elsewhere.allSatisfy { !Self.network($0).isLoopback })
        #expect(ClientNetwork(nil).isLoopback)
    }

    private static func connection(_ number: Int) -> OpaquePointer {
        OpaquePointer(bitPattern: number)!
    }

    @Test func `connections are limited per client`() {
        var connections = Connections()
        let (here, there) = (Self.network("127.0.0.1"), Self.network("192.0.2.1"))
        for number in 1...2 { connections.add(Self.connection(number), of: there, due: .now) }
        for number in 3...9 { connections.add(Self.connection(number), of: here, due: .now) }
        func admits(_ client: ClientNetwork, _ bound: SonicServer.Limits.PerClient) -> Bool {
            connections.admits(client, bound)
        }
        let untouched = Self.network("192.0.2.2")
        #expect(!admits(there, .elsewhere(2)))
        #expect(admits(there, .elsewhere(3)))
        #expect(admits(untouched, .elsewhere(2)))
        #expect(admits(here, .elsewhere(2)))
        #expect(!admits(here, .everyone(7)))
        #expect(connections.refusals == [.perClient: 2] && connections.count == 9)
        connections.remove(Self.connection(1))
        connections.remove(Self.connection(1))
        #expect(admits(there, .elsewhere(2)))
        #expect(!admits(there, .elsewhere(1)))
    }

    @Test func `an overdue head is reported once, at its deadline`() {
        var connections = Connections()
        let start = ContinuousClock.now
        func overdue(_ seconds: Int) -> [OpaquePointer] { connections.overdue(at: start + .seconds(seconds)) }
        #expect(overdue(0).isEmpty && connections.nextLook == nil)
        for number in 1...3 {
            connections.add(Self.connection(number), of: .unknown, due: start + .seconds(number))
        }
        connections.headCame(on: Self.connection(1))
        #expect(connections.nextLook == start + .seconds(1))
        #expect(overdue(1).isEmpty)
        #expect(connections.nextLook == start + .seconds(2))
        #expect(overdue(2) == [Self.connection(2)])
        #expect(overdue(2).isEmpty)
        connections.awaitHead(on: Self.connection(1), until: start + .seconds(9))
        connections.remove(Self.connection(3))
        connections.awaitHead(on: Self.connection(3), until: start)
        #expect(overdue(8).isEmpty)
        #expect(connections.nextLook == start + .seconds(9))
        #expect(overdue(9) == [Self.connection(1)])
        #expect(connections.nextLook == nil)
    }

    @Test func `a client that sends its head too slowly gets a 408, and others are served`() throws {
        var limits = SonicServer.Limits()
        limits.headSeconds = 1
        let server = try RunningServer(limits: limits) { _ in .response(.html("here")) }
        let slow = RawClient(server.port)
        slow.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
        let mute = RawClient(server.port)
        #expect(server.reply("/")?.text == "here")
        #expect(String(decoding: slow.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        #expect(String(decoding: mute.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        #expect(server.reply("/")?.text == "here")
    }

    @Test func `a client with too many connections is rejected until one is closed`() throws {
        var limits = SonicServer.Limits()
        limits.perClient = .everyone(2)
        let server = try RunningServer(limits: limits) { _ in .response(.html("here")) }
        let first = RawClient(server.port)
        first.ask("/")
        #expect(first.reply()?.text == "here")
        var second: RawClient? = RawClient(server.port)
        second?.ask("/")
        #expect(second?.reply()?.text == "here")
        let third = RawClient(server.port)
        third.ask("/")
        #expect(third.rest().isEmpty)
        first.ask("/")
        #expect(first.reply()?.text == "here")
        second = nil
        // The server notices a closed connection in a later loop iteration.
        var reply: RawClient.Reply?
        for _ in 0..<10_000 where reply == nil { reply = server.reply("/") }
        #expect(reply?.text == "here")
    }
}
