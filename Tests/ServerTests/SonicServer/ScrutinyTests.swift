import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// Requests that two servers in a row might parse differently, and slow clients, over raw sockets.
@Suite struct ScrutinyTests {
    private static func echo() throws -> RunningServer {
        try RunningServer { .response(.html("\($0.method) \($0.path) \($0.body.count)")) }
    }

    /// The statuses of all responses to these bytes, up to the end of the connection.
    private func statuses(_ bytes: String) throws -> [String] {
        let server = try Self.echo()
        let client = RawClient(server.port)
        client.send(bytes)
        client.finishSending()
        let answer = String(decoding: client.rest(), as: UTF8.self)
        return answer.split(separator: "HTTP/1.1 ").compactMap { part in
            let status = part.prefix(3)
            return Int(status) == nil ? nil : String(status)
        }
    }

    /// A second request that follows each: a response to it would mean that it was smuggled.
    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: TableRow.rows("request", in: "Tests/ServerTests/SonicServer/scrutiny.table"))
    func `an ambiguous request is refused, and later bytes are not parsed`(row: TableRow) throws {
        let request = row[1]
        let answers = try statuses(request + Self.hidden)
        #expect(!answers.contains("200") && answers.allSatisfy { ["400", "413"].contains($0) }, "\(answers)")
    }

    @Test(arguments: [
        "zz\r\nhello\r\n0\r\n\r\n", "-1\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n",
        "5 5\r\nhello\r\n0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n",
    ])
    func `an invalid chunk size ends the connection`(_ chunks: String) throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let answers = try statuses(head + chunks + Self.hidden)
        #expect(!answers.contains("200") && answers.allSatisfy { ["400", "413"].contains($0) }, "\(answers)")
    }

    @Test func `an absolute-form target is served by its path`() throws {
        let server = try Self.echo()
        let client = RawClient(server.port)
        client.send("GET http://elsewhere.example/a/b?c HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
        #expect(client.reply()?.text == "GET /a/b 0")
        client.send("GET HTTP://elsewhere.example HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
        #expect(client.reply()?.text == "GET / 0")
    }

    @Test func `heads over the limits end the connection, and other clients are served`() throws {
        let server = try Self.echo()
        let long = RawClient(server.port)
        long.send("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n")
        let many = RawClient(server.port)
        many.send("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 50_000) + "\r\n")
        for client in [long, many] {
            client.finishSending()
            let answer = String(decoding: client.rest(), as: UTF8.self)
            #expect(!answer.contains(" 200 "), "\(answer.prefix(100))")
        }
        #expect(server.reply("/")?.text == "GET / 0")
    }

    @Test func `an idle client is disconnected`() throws {
        var limits = SonicServer.Limits()
        limits.idleSeconds = 1
        let server = try RunningServer(limits: limits) { _ in .response(.html("fine")) }
        let idle = RawClient(server.port)
        let half = RawClient(server.port)
        half.send("GET / HTTP/1.1\r\nHost:")
        #expect(idle.rest() == [])
        #expect(!String(decoding: half.rest(), as: UTF8.self).contains(" 200 "))
        #expect(server.reply("/")?.text == "fine")
    }
}
