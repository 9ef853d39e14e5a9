import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Passwords and proxies` {
    private let asks = page("who?", status: "401 Unauthorized", ["WWW-Authenticate: Basic realm=\"a\""])

    @Test func `a 401 is an ordinary response if no password is known`() async throws {
        let told = try await answer(asks)
        #expect(told.heads.map(\.status) == [401])
        #expect(told.text == "who?")
        #expect(told.failure == nil)
    }

    @Test func `a known password is sent after a 401`() async throws {
        let server = RawServer([.readRequest, asks, .readRequest, page("welcome")])
        let connection = CurlConnection()
        let request = try request(server.url("/a"), [("X-A", "1")])
        connection.use(Credentials(user: "ann", password: "s3:cret"), for: try #require(request.url.origin))
        let told = await Told(connection.exchange(request))
        #expect(told.heads.map(\.status) == [200])
        #expect(told.text == "welcome")
        #expect(told.requests.count == 2)
        #expect(!told.requests[0].contains("Authorization"))
        #expect(told.requests[1].contains("\r\nAuthorization: Basic YW5uOnMzOmNyZXQ=\r\n"))
        #expect(told.requests[1].contains("\r\nX-A: 1\r\n"))
        #expect(told.phases == [.connecting, .waiting, .receiving])
    }

    @Test func `after a wrong password the 401 is reported once`() async throws {
        let server = RawServer([.readRequest, asks, .readRequest, asks])
        var configuration = TransportConfiguration()
        configuration.credentials["http://127.0.0.1:\(server.port)"] = Credentials(
            user: "ann", password: "no")
        let told = await Told(CurlConnection(configuration).exchange(try request(server.url())))
        #expect(told.heads.map(\.status) == [401])
        #expect(told.text == "who?")
    }

    @Test func `a Digest challenge gets a digest`() async throws {
        let server = RawServer([
            .readRequest,
            page(
                "", status: "401 Unauthorized",
                ["WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""]),
            .readRequest, page("welcome"),
        ])
        var configuration = TransportConfiguration()
        configuration.credentials["http://127.0.0.1:\(server.port)"] = Credentials(
            user: "ann", password: "secret")
        let told = await Told(CurlConnection(configuration).exchange(try request(server.url())))
        #expect(told.text == "welcome")
        #expect(
            told.requests[1].contains("\r\nAuthorization: Digest username=\"ann\", realm=\"r\", nonce=\"n\""))
        #expect(!told.requests[1].contains("secret"))
    }

    @Test func `a password goes to its own origin only`() async throws {
        let server = RawServer([.readRequest, asks])
        var configuration = TransportConfiguration()
        configuration.credentials["http://127.0.0.1:1"] = Credentials(user: "ann", password: "secret")
        let told = await Told(CurlConnection(configuration).exchange(try request(server.url())))
        #expect(told.heads.map(\.status) == [401])
        #expect(told.requests.count == 1)
    }

    @Test func `passwords are read from a netrc file`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("machine 127.0.0.1 login ann password secret\n", to: "netrc")
        let server = RawServer([.readRequest, asks, .readRequest, page("welcome")])
        var configuration = TransportConfiguration()
        configuration.netrc = .file(path: path)
        let told = await Told(CurlConnection(configuration).exchange(try request(server.url())))
        #expect(told.text == "welcome")
        #expect(told.requests.last?.contains("\r\nAuthorization: Basic YW5uOnNlY3JldA==\r\n") == true)
    }

    @Test func `requests go through the configured proxy`() async throws {
        let server = RawServer([.readRequest, page("from the proxy")])
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: "http://127.0.0.1:\(server.port)", except: "")
        let told = await Told(CurlConnection(configuration).exchange(try request("http://example.invalid/a")))
        #expect(told.text == "from the proxy")
        #expect(
            told.requests[0].hasPrefix("GET http://example.invalid/a HTTP/1.1\r\nHost: example.invalid\r\n"))
    }

    @Test func `hosts excluded from the proxy are contacted directly`() async throws {
        let server = RawServer([.readRequest, page("direct")])
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: "http://127.0.0.1:1", except: "127.0.0.1")
        let told = await Told(CurlConnection(configuration).exchange(try request(server.url())))
        #expect(told.text == "direct")
    }

    @Test func `an unreachable or refusing proxy is named as the cause`() async throws {
        var configuration = TransportConfiguration()
        let gone = RawServer([]).port
        configuration.proxy = .through(url: "http://127.0.0.1:\(gone)", except: "")
        let absent = await Told(
            CurlConnection(configuration).exchange(try request("http://example.invalid/")))
        guard case .proxy(let detail) = absent.failure else {
            Issue.record("\(String(describing: absent.failure))")
            return
        }
        #expect(detail.contains("port \(gone)") && detail.hasSuffix("set by --proxy"))

        let server = RawServer([.readRequest, page("", status: "403 Forbidden")])
        configuration.proxy = .through(url: "http://127.0.0.1:\(server.port)", except: "")
        let refused = await Told(
            CurlConnection(configuration).exchange(try request("https://example.invalid/")))
        guard case .proxy(let detail) = refused.failure else {
            Issue.record("\(String(describing: refused.failure))")
            return
        }
        #expect(detail.contains("403"))
        #expect(refused.requests.isEmpty)
        #expect(refused.heads.isEmpty)
    }

    @Test func `a proxy that requires a password is reported, also for a tunnel`() async throws {
        var configuration = TransportConfiguration()
        let server = RawServer([
            .readRequest,
            page("", status: "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=p"),
        ])
        configuration.proxy = .through(url: "http://127.0.0.1:\(server.port)", except: "", by: .setting)
        let told = await Told(CurlConnection(configuration).exchange(try request("https://example.invalid/")))
        guard case .proxy(let detail) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(detail.contains("it requires a user name and password, or rejected those in its address"))
        #expect(detail.hasSuffix("set by the setting proxy"))
    }

    @Test func `a proxy that does not answer CONNECT is named, not the host behind it`() async throws {
        let server = RawServer([.readRequest, .awaitHangUp])
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: "http://127.0.0.1:\(server.port)", except: "")
        configuration.limits.connecting = .milliseconds(300)
        let told = await Told(CurlConnection(configuration).exchange(try request("https://example.invalid/")))
        guard case .proxy = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a SOCKS proxy that rejects the password is not said to be down`() async throws {
        let server = RawServer([.send([5, 2, 1, 1]), .awaitHangUp])
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: "socks5h://guest:wrong@127.0.0.1:\(server.port)", except: "")
        let told = await Told(CurlConnection(configuration).exchange(try request("http://example.invalid/")))
        guard case .proxy(let detail) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(detail.contains("rejected those in its address"), "\(detail)")
    }

    @Test(arguments: [
        ("100::/64", "[100::1]", true), ("0100:0:0:0:0:0:0:1", "[100::1]", true),
        ("a.example, [100::1]", "[100::1]", true), ("100::/65", "[100::8000:0:0:1]", false),
        ("100::/0", "[200::1]", true), ("100::/129", "[100::1]", false), ("100::/x", "[100::1]", false),
        ("", "[100::1]", false), ("100::/64", "100.example", false), ("100::/64", "10.0.0.1", false),
    ])
    func `a list of exceptions names IPv6 addresses and networks`(
        list: String, host: String, expected: Bool
    ) { #expect(NetworkList(list).contains(host) == expected) }

    @Test func `a proxy with an unknown scheme is reported without its password`() async throws {
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: "gopher://ann:secret@127.0.0.1:1", except: "")
        let told = await Told(CurlConnection(configuration).exchange(try request("http://example.invalid/")))
        guard case .proxy(let detail) = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
        #expect(detail.contains("known are http, https, socks4") && !detail.contains("secret"), "\(detail)")
    }
}
