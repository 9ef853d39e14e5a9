import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Failures` {
    @Test func `nobody listens`() async throws {
        // A port that was free a moment ago: its server is gone.
        let port = RawServer([]).port
        let told = await Told(CurlConnection().exchange(try request("http://127.0.0.1:\(port)/")))
        #expect(told.failure == .unreachable(host: "127.0.0.1", port: port, detail: "Connection refused"))
    }

    @Test func `a name without an address`() async throws {
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        // A label that is too long for the question to be asked, so that no name server matters.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let told = await Told(CurlConnection(configuration).exchange(try request("http://\(host)/")))
        #expect(told.failure == .unknownHost(host))
        #expect(told.phases == [.resolving])
    }

    @Test func `another scheme`() async throws {
        let told = await Told(CurlConnection().exchange(try request("ftp://127.0.0.1/")))
        #expect(told.failure == .unsupportedScheme("ftp"))
    }

    @Test func `a header that would end its line`() async throws {
        let told = await Told(
            CurlConnection().exchange(try request("http://127.0.0.1/", [("X", "a\r\nEvil: b")])))
        #expect(
            told.failure
                == .other(
                    code: 43, detail: "The header “X” cannot be sent: a name or value with such characters."))
    }

    @Test func `a body shorter than its length`() async throws {
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"))
        #expect(told.heads.map(\.status) == [200])
        #expect(told.text == "Hell")
        #expect(told.failure == .truncated(received: 4, expected: 10))
    }

    @Test func `a chunked body without its end`() async throws {
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

    @Test func `a connection closed or reset before any answer`() async throws {
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
    func `an answer that is no HTTP`(text: String) async throws {
        let told = try await answer(.send(text))
        guard case .malformed = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a broken coding`() async throws {
        let told = try await answer(
            page("this is no gzip", ["Content-Encoding: gzip"]), fields: [("Accept-Encoding", "gzip")])
        guard case .undecodable = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `headers without end`() async throws {
        let line = Array("X-Flood: \(String(repeating: "a", count: 1000))\r\n".utf8)
        let told = try await answer(.send("HTTP/1.1 200 OK\r\n"), .flood(line, times: 10_000))
        guard case .malformed = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(told.heads.isEmpty)
    }

    @Test func `interim heads without end`() async throws {
        var configuration = TransportConfiguration()
        configuration.headLimit = 10_000
        let told = try await answer(
            .flood(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), times: 100_000), with: configuration)
        #expect(told.failure == .malformed(detail: "The answer's headers are larger than is allowed."))
    }

    @Test func `no answer in time`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.waiting = .milliseconds(30)
        let told = try await answer(.awaitHangUp, with: configuration)
        #expect(told.failure == .timedOut(.waiting, after: .milliseconds(30)))
        #expect(told.requests.count == 1)
    }

    @Test func `a head that comes too slowly`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.waiting = .milliseconds(30)
        let told = try await answer(.send("HTTP/1.1 200 OK\r\nX-A: 1\r\n"), .awaitHangUp, with: configuration)
        #expect(told.failure == .timedOut(.waiting, after: .milliseconds(30)))
    }

    @Test func `a body that stalls`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.stalled = .milliseconds(30)
        let told = try await answer(
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"), .awaitHangUp, with: configuration)
        #expect(told.text == "Hell")
        #expect(told.failure == .timedOut(.receiving, after: .milliseconds(30)))
    }

    @Test func `a handshake that nobody answers`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.securing = .milliseconds(30)
        let server = RawServer([.awaitHangUp])
        let told = await Told(
            CurlConnection(configuration).exchange(try request("https://127.0.0.1:\(server.port)/")))
        #expect(told.failure == .timedOut(.securing, after: .milliseconds(30)))
        #expect(told.phases == [.connecting, .securing])
    }

    @Test func `plain HTTP where TLS is expected`() async throws {
        let server = RawServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n")])
        let told = await Told(CurlConnection().exchange(try request("https://127.0.0.1:\(server.port)/")))
        guard case .insecure(host: "127.0.0.1", let detail) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(!detail.isEmpty)
    }
}
