import SonicProtocol
import SonicSession
import TestSupport
import Testing
import URLSessionConnection

/// The events of one exchange.
private struct Reply {
    var head: ResponseHead?
    var body = ""
    var sent = ""
    var last: ResponseEvent?

    init(_ events: ResponseEvents) async {
        for await event in events {
            switch event {
            case .entered, .noted, .edited: break
            case .requestSent(let bytes): sent += String(decoding: bytes, as: UTF8.self)
            case .bodySent: break
            case .headReceived(let received): head = received
            case .bodyReceived(let bytes): body += String(decoding: bytes, as: UTF8.self)
            case .finished, .failed: last = event
            }
        }
    }

    var failure: ConnectionFailure? {
        guard case .failed(let failure) = last else { return nil }
        return failure
    }
}

@Suite struct URLSessionConnectionTests {
    private let connection = URLSessionConnection()

    private func request(_ address: String, _ headers: [HeaderField] = []) throws -> Request {
        Request(url: try WebURL.parse(address), headers: Headers(headers))
    }

    /// The events of an exchange with a server that reads a request and then sends this.
    private func answer(_ text: String, _ headers: [HeaderField] = []) async throws -> Reply {
        let server = RawServer([.readRequest, .send(text)])
        let told = await Reply(connection.exchange(try request(server.url(), headers)))
        withExtendedLifetime(server) {}
        return told
    }

    /// The lines of the next request that a server received.
    private func request(to server: RawServer) async -> [String] {
        for await event in server.events {
            guard case .request(let bytes, _) = event else { continue }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        }
        return []
    }

    @Test func `headers, body and end arrive in order`() async throws {
        let told = try await answer(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\ntemplate-tag: 9\r\nContent-Type: text/html\r\n\r\nHello")
        #expect(told.head?.status == 200)
        #expect(told.head?.headers.first("Template-Tag") == "9")
        #expect(told.body == "Hello")
        guard case .finished(let report) = told.last else {
            Issue.record("\(String(describing: told.last))")
            return
        }
        #expect(report.bytesReceived == 5)
        #expect(report.timings.keys.sorted { $0.rawValue < $1.rawValue } == [.receiving, .waiting])
    }

    @Test func `the request's headers are sent, in whatever order and case`() async throws {
        let server = RawServer([.readRequest, .send("HTTP/1.1 304 Not Modified\r\n\r\n")])
        let fields = [
            HeaderField("accept-diff", "true"), HeaderField("If-None-Match", "abc"),
            HeaderField("Accept-Encoding", "br"), HeaderField("X-A", "1"),
        ]
        let told = await Reply(connection.exchange(try request(server.url("/news?a=%5Bz#part"), fields)))
        let lines = await request(to: server)
        #expect(lines.first == "GET /news?a=%5Bz HTTP/1.1")
        let names = Set(lines.map { $0.lowercased() })
        #expect(names.isSuperset(of: ["accept-diff: true", "if-none-match: abc", "x-a: 1"]))
        #expect(!names.contains("accept-encoding: br"))
        #expect(told.head?.status == 304)
        #expect(told.sent.hasPrefix("GET /news?a=%5Bz HTTP/1.1\r\nHost: 127.0.0.1:"))
        #expect(told.sent.hasSuffix("\r\naccept-diff: true\r\nIf-None-Match: abc\r\nX-A: 1\r\n\r\n"))
    }

    @Test func `the body of a POST is sent`() async throws {
        let server = RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        var post = try request(server.url(), [HeaderField("Content-Type", "text/plain")])
        post.method = "POST"
        post.body = RequestBody(Array("a=1".utf8))
        _ = await Reply(connection.exchange(post))
        let lines = await request(to: server)
        #expect(lines.first == "POST / HTTP/1.1")
        #expect(lines.last == "a=1")
    }

    @Test func `a redirect is reported, not followed`() async throws {
        let told = try await answer("HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
        #expect(told.head?.status == 302)
        #expect(told.head?.headers.first("location") == "/new")
        #expect(told.failure == nil)
    }

    @Test func `an authentication challenge is reported, not answered`() async throws {
        let told = try await answer(
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\nno")
        #expect(told.head?.status == 401)
        #expect(told.head?.headers.contains("WWW-Authenticate") == true)
        #expect(told.failure == nil)
    }

    @Test func `user name and password of the URL are sent at once`() async throws {
        let server = RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let address = "http://reader:a%20b@127.0.0.1:\(server.port)/"
        let told = await Reply(connection.exchange(try request(address)))
        // The Base64 of “reader:a b”.
        #expect(await request(to: server).contains("Authorization: Basic cmVhZGVyOmEgYg=="))
        #expect(told.sent.contains("\r\nAuthorization: Basic cmVhZGVyOmEgYg==\r\n"))
    }

    @Test func `no cookie is stored and nothing is cached`() async throws {
        let answer =
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nCache-Control: max-age=60\r\nETag: \"1\"\r\n"
            + "Connection: close\r\nContent-Length: 1\r\n\r\n."
        let server = RawServer([.readRequest, .send(answer)])
        for _ in 0..<2 { #expect(await Reply(connection.exchange(try request(server.url()))).body == ".") }
        var requests = server.events.makeAsyncIterator()
        for number in 0..<2 {
            guard case .request(let bytes, let connection) = await requests.next() else {
                Issue.record("no request \(number)")
                return
            }
            #expect(connection == number)
            let head = String(decoding: bytes, as: UTF8.self).lowercased()
            #expect(!head.contains("cookie") && !head.contains("if-none-match"))
        }
    }

    @Test func `nothing listens on the port`() async throws {
        // A port that was just in use: its server is gone.
        let port = RawServer([]).port
        let told = await Reply(connection.exchange(try request("http://127.0.0.1:\(port)/")))
        guard case .unreachable("127.0.0.1", port, _) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a body shorter than Content-Length`() async throws {
        let told = try await answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell")
        #expect(told.failure == .truncated(received: 4, expected: 10))
    }

    @Test func `no response`() async throws {
        let told = try await answer("")
        guard case .reset = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `an invalid request is not sent`() async throws {
        #expect(
            await Reply(connection.exchange(try request("ftp://127.0.0.1/"))).failure
                == .unsupportedScheme("ftp"))
        let mangled = try request("http://127.0.0.1/?a=%zz")
        #expect(
            await Reply(connection.exchange(mangled)).failure
                == .other(code: -1000, detail: "Foundation cannot read the address http://127.0.0.1/?a=%zz"))
        let evil = try request("http://127.0.0.1/", [HeaderField("X", "a\r\nEvil: b")])
        #expect(
            await Reply(connection.exchange(evil)).failure
                == .other(code: -1, detail: "the header “X” cannot be sent"))
    }

    @Test func `cancelling closes the connection`() async throws {
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHell"), .awaitHangUp,
        ])
        for await event in connection.exchange(try request(server.url())) {
            if case .bodyReceived = event { break }
        }
        for await event in server.events {
            if case .hungUp = event { return }
        }
        Issue.record("the server was not told")
    }
}
