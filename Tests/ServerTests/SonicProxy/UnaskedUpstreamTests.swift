import TestSupport
import Testing

/// A response of the upstream is only for the client that sent the request (RFC 9112 §9.2).
@Suite struct UnaskedUpstreamTests {
    private static let nobodys = PlainServer.page("nobody's")

    @Test(arguments: ["200 OK", "304 Not Modified", "204 No Content"])
    func `surplus bytes after a response reach no other client`(_ status: String) async throws {
        let server = PlainServer { request in
            if request.line.contains("/own") { return PlainServer.page("own") }
            let body = status.hasPrefix("2") && !status.hasPrefix("204") ? "one" : ""
            let head = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
            return Array("HTTP/1.1 \(status)\r\n\(head)\r\n\(body)".utf8) + Self.nobodys
        }
        let proxy = try await RunningProxy(to: server)
        for number in 0..<3 {
            #expect(proxy.reply("/first\(number)")?.text.contains("nobody") == false)
            #expect(proxy.reply("/own\(number)")?.text == "own")
        }
    }

    @Test func `late surplus bytes reach no other client`() async throws {
        let gate = Gate()
        let first: [RawServer.Step] = [
            .readRequest, .send(PlainServer.page("one")), .wait(gate), .flood(Self.nobodys, times: 1),
            .readRequest,
            .send(PlainServer.page("shifted")),
        ]
        let server = RawServer { $0 == 0 ? first : [.readRequest, .send(PlainServer.page("two"))] }
        let proxy = try await RunningProxy(to: server)
        #expect(proxy.reply("/one")?.text == "one")
        gate.open()
        for await case .flooded in server.events { break }
        #expect(proxy.reply("/two")?.text == "two")
    }
}
