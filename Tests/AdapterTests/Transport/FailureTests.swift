import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Failures` {
    @Test func `nothing listens on the port`() async throws {
        // A port that was just in use: its server is gone.
        let port = RawServer([]).port
        let told = await Told(CurlConnection().exchange(try request("http://127.0.0.1:\(port)/")))
        #expect(told.failure == .unreachable(host: "127.0.0.1", port: port, detail: "Connection refused"))
    }

    @Test func `a host name that does not resolve`() async throws {
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        // A label too long for a DNS query, so that no name server matters.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let told = await Told(CurlConnection(configuration).exchange(try request("http://\(host)/")))
        #expect(told.failure == .unknownHost(host))
        #expect(told.phases == [.resolving])
    }

    @Test func `an unsupported scheme`() async throws {
        let told = await Told(CurlConnection().exchange(try request("ftp://127.0.0.1/")))
        #expect(told.failure == .unsupportedScheme("ftp"))
    }

    @Test func `a header value with a line break`() async throws {
        let told = await Told(
            CurlConnection().exchange(try request("http://127.0.0.1/", [("X", "a\r\nEvil: b")])))
        #expect(
            told.failure
                == .other(
                    code: 43,
                    detail:
                        "the header “X” cannot be sent: its name or value has characters that are not allowed"
                ))
    }

    @Test func `a body shorter than Content-Length`() async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"))
        #expect(told.heads.map(\.status) == [200])
        #expect(told.text == "Hell")
        #expect(told.failure == .truncated(received: 4, expected: 10))
    }

    @Test(arguments: [
        ("Content-Length: 4\r\nContent-Length: 9", "Content-Length is 4 and 9"),
        ("Content-Length: 4, 9", "Content-Length is 4 and 9"),
        ("Content-Length: 99999999999999999999", "Content-Length is too large"),
    ])
    func `conflicting or invalid lengths are malformed`(_ lines: String, _ detail: String) async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\nHell"))
        #expect(told.failure == .malformed(detail: detail))
    }

    @Test(arguments: ["Content-Length: 4\r\nContent-Length: 4", "Content-Length: 04"])
    func `a repeated length, or one with a leading zero, is accepted`(_ lines: String) async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\nHell"))
        #expect(told.failure == nil && told.text == "Hell")
    }

    @Test func `a compressed body with trailing bytes`() async throws {
        let body = Coded.gzip + [UInt8](repeating: 0x6D, count: 100_000)
        let told = try await packed(body, "Content-Length: \(body.count)")
        #expect(told.failure == nil && told.text == "hello")
        #expect(told.findings.map(\.rule) == [.contentCodingMore])
        #expect(told.report?.codedBody == body)
    }

    @Test func `a compressed body of several gzip members`() async throws {
        let body = Coded.gzip + Coded.gzip
        let told = try await packed(body, "Content-Length: \(body.count)")
        #expect(told.failure == nil && told.text == "hellohello")
        #expect(told.findings.isEmpty)
    }

    @Test(arguments: ["utf-8", "none", "utf-8, binary", "", "identity"])
    func `an unknown content coding is ignored and reported`(_ name: String) async throws {
        let told = try await answer(
            page("hello", ["Content-Encoding: \(name)"]), fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == nil && told.text == "hello")
        let isKnown = ["", "identity"].contains(name)
        #expect(told.findings.map(\.rule) == (isKnown ? [] : [.contentCodingUnknown]))
    }

    @Test func `the body of a 401 is decompressed`() async throws {
        let head = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Encoding: gzip"
        let length = "Content-Length: \(Coded.gzip.count)"
        let told = try await answer(
            .send(Array("\(head)\r\n\(length)\r\n\r\n".utf8) + Coded.gzip),
            fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == nil && told.text == "hello")
    }

    @Test func `too many content codings are an error`() async throws {
        let told = try await answer(
            page("hello", ["Content-Encoding: gzip, gzip, gzip, gzip, gzip", "Content-Encoding: br"]),
            fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == .undecodable(detail: "it has more than 5 codings"))
    }

    /// A gzip response to a request that accepts it.
    private func packed(_ body: [UInt8], _ length: String) async throws -> Told {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(length)\r\n\r\n"
        return try await answer(.send(Array(head.utf8) + body), fields: [("Accept-Encoding", "gzip")])
    }

    @Test(arguments: [1, 4, 8, 10, 13])
    func `a truncated compressed body of the announced length`(_ missing: Int) async throws {
        let body = Array(Coded.gzip.dropLast(missing))
        let told = try await packed(body, "Content-Length: \(body.count)")
        #expect(told.failure == .undecodable(detail: "its gzip data is truncated"))
    }

    @Test(arguments: [1, 5, 16, 28])
    func `the wire bytes of a compressed chunked body have no chunk framing`(_ size: Int) async throws {
        let chunks =
            stride(from: 0, to: Coded.gzip.count, by: size).flatMap { start in
                let piece = Coded.gzip[start..<min(start + size, Coded.gzip.count)]
                return Array("0\(String(piece.count, radix: 16)) ;a=b\r\n".utf8) + piece + [0x0D, 0x0A]
            } + Array("0\r\nServer-Timing: a\r\n\r\n".utf8)
        let told = try await packed(chunks, "Transfer-Encoding: chunked")
        #expect(told.failure == nil && told.text == "hello")
        #expect(told.report?.codedBody == Coded.gzip)
    }

    @Test func `a decompression bomb of a hundred megabytes`() async throws {
        // Zeros, compressed by brotli.
        let hex = """
            cfffff7f002400e2b14072effff9ffff0f8004401c1680eefd3fffffff019000
            88c302d0bdffe7ffff3f001200715800baf7fffcffff074002200e0b40f7fe9f
            ffffff004800c46101e8deffe7ffff0f000980382c00ddfb1f
            """
        let digits = hex.compactMap(\.hexDigitValue)
        let body = stride(from: 0, to: digits.count, by: 2).map { index -> UInt8 in
            let value = digits[index] << 4 | digits[index + 1]
            return UInt8(value)
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: \(body.count)\r\n\r\n"
        let told = try await answer(.send(Array(head.utf8) + body), fields: [("Accept-Encoding", "br")])
        #expect(told.failure == nil && told.body.count == 100 << 20)
    }

    @Test func `a chunked body without its last chunk`() async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nHell"))
        #expect(told.text == "Hell")
        guard case .truncated(_, expected: nil) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a connection reset within the body`() async throws {
        // The gate keeps the reset from overtaking the bytes before it.
        let gate = Gate()
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"), .wait(gate), .reset,
        ])
        var body: [UInt8] = []
        var last: ResponseEvent?
        for await event in CurlConnection().exchange(try request(server.url())) {
            if case .bodyReceived(let bytes) = event {
                body += bytes
                gate.open()
            }
            last = event
        }
        #expect(body == Array("Hell".utf8))
        #expect(last == .failed(.truncated(received: 4, expected: 10)))
    }

    @Test func `a connection closed within the head`() async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nContent-Ty"))
        #expect(told.heads.isEmpty)
        #expect(told.failure == .truncated(received: 0, expected: nil))
    }

    @Test func `a connection closed or reset before any response`() async throws {
        for steps: [RawServer.Step] in [[], [.reset]] {
            let server = RawServer([.readRequest] + steps)
            let told = await Told(CurlConnection().exchange(try request(server.url())))
            guard case .reset = told.failure else {
                Issue.record("\(String(describing: told.failure))")
                continue
            }
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    ])
    func `a response that is not HTTP`(text: String) async throws {
        let told = try await answer(.send(text))
        guard case .malformed = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a corrupt compressed body`() async throws {
        let told = try await answer(
            page("this is no gzip", ["Content-Encoding: gzip"]), fields: [("Accept-Encoding", "gzip")])
        guard case .undecodable = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `endless headers`() async throws {
        let line = Array("X-Flood: \(String(repeating: "a", count: 1000))\r\n".utf8)
        let told = try await answer(.send("HTTP/1.1 200 OK\r\n"), .flood(line, times: 10_000))
        guard case .malformed = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(told.heads.isEmpty)
    }

    @Test func `endless interim responses`() async throws {
        var configuration = TransportConfiguration()
        configuration.headLimit = 10_000
        let told = try await answer(
            .flood(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), times: 100_000), with: configuration)
        #expect(told.failure == .malformed(detail: "its headers are too large"))
    }

    @Test func `no response in time`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.silence = .milliseconds(30)
        let told = try await answer(.awaitHangUp, with: configuration)
        #expect(told.failure == .timedOut(.waiting, after: .milliseconds(30)))
        #expect(told.requests.count == 1)
    }

    @Test func `headers that arrive too slowly`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.silence = .milliseconds(30)
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nX-A: 1\r\n"), .awaitHangUp, with: configuration)
        #expect(told.failure == .timedOut(.waiting, after: .milliseconds(30)))
    }

    @Test func `a body that stalls`() async throws {
        var configuration = TransportConfiguration()
        // Long enough for the beginning to arrive on a busy machine.
        configuration.limits.silence = .seconds(1)
        let told = try await answer(
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"), .awaitHangUp, with: configuration)
        #expect(told.text == "Hell")
        #expect(told.failure == .timedOut(.receiving, after: .seconds(1)))
    }

    @Test func `a TLS handshake without a response`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.connecting = .milliseconds(30)
        let server = RawServer([.awaitHangUp])
        let told = await Told(
            CurlConnection(configuration).exchange(try request("https://127.0.0.1:\(server.port)/")))
        #expect(told.failure == .timedOut(.securing, after: .milliseconds(30)))
        #expect(told.phases == [.connecting, .securing])
    }

    @Test func `plain HTTP where TLS is expected`() async throws {
        let server = RawServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n")])
        let told = await Told(CurlConnection().exchange(try request("https://127.0.0.1:\(server.port)/")))
        guard case .withoutTLS(server.port, let detail) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(detail.contains("wrong version number"))
    }
}
