import Glibc
import SonicProtocol
import TestSupport
import Testing

/// Rules by which a proxy answers from a file or from another address, and who may set them.
@Suite struct RuledProxyTests {
    private static func page(_ hour: String, class name: String = "a") -> String {
        "<title>Board</title><body class=\(name)><!--sonicdiff-hour--><p>\(hour)</p><!--sonicdiff-hour-end-->"
    }

    private static func set(_ proxy: RunningProxy, _ members: [(String, String)]) -> Wire.Reply? {
        let all = [("controller", "1")] + members
        let text = JSONValue.record(all.map { JSONValue.Member($0.0, .string($0.1)) }).text()
        return SteeredProxyTests.post(proxy, "intercept", text)
    }

    @Test func `every client gets a file's page as one of the site's own, until the rule ends`() async throws
    {
        let server = PlainServer { _ in PlainServer.page("<p>site</p>") }
        let proxy = try await RunningProxy(to: server, "--control")
        let watcher = SteeredProxyTests.Watcher(proxy.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        func file(_ page: String, _ more: (String, String)...) -> Int? {
            Self.set(
                proxy,
                [("filter", "path:/news"), ("file", "draft.html"), ("content", Base64.text(page.utf8))] + more
            )?.status
        }
        let first = Self.page("one")
        #expect(file(first) == 201)
        #expect(
            watcher.waits(
                for:
                    "{\"rule\":{\"id\":1,\"controller\":1,\"file\":\"draft.html\",\"filter\":\"path:/news\"}}"
            ))
        let phone = try #require(proxy.reply("/news?day=1", ["accept-diff: true"]))
        let tags = ResponseTags(phone.headers)
        #expect(phone.text == first && tags.templateChange == .changed)
        #expect(tags.etag == Hashes.nettle.sha1(Array(first.utf8)))
        #expect(watcher.waits(for: "\"answered by rule 1: draft.html\""))
        // Another client, a client that has the page, and another page.
        #expect(proxy.reply("/news")?.text == first)
        #expect(
            proxy.reply("/news", method: "HEAD")?.headers.first("content-length") == "\(first.utf8.count)")
        let having = ["accept-diff: true", "template-tag: \(tags.templateTag ?? "")"]
        let known = having + ["If-None-Match: \(tags.etag ?? "")"]
        #expect(proxy.reply("/news", known)?.status == 304)
        #expect(proxy.reply("/other")?.text == "<p>site</p>")
        // The file was saved with other data, and then with another template.
        #expect(file(Self.page("two"), ("rule", "1")) == 201)
        let update = try DataUpdate(json: proxy.reply("/news", known)?.body ?? [])
        #expect(update.data.contains { String(decoding: $0.value, as: UTF8.self).contains("two") })
        #expect(file(Self.page("two", class: "b"), ("rule", "1")) == 201)
        let whole = try #require(proxy.reply("/news", known))
        #expect(ResponseTags(whole.headers).templateChange == .changed)
        #expect(SteeredProxyTests.post(proxy, "intercept", "remove=1")?.status == 200)
        #expect(proxy.reply("/news")?.text == "<p>site</p>")
        #expect(file(first, ("rule", "1")) == 400)
        let log = try await proxy.stop().output
        #expect(
            log.contains(" GET /news?day=1 200 firstLoad ")
                && log.contains("# answered by rule 1: draft.html\n"))
    }

    @Test func `a file that is no page has its type and a tag, and faults apply to it`() async throws {
        let server = PlainServer { _ in PlainServer.page("<p>site</p>") }
        let proxy = try await RunningProxy(to: server, "--control")
        let watcher = SteeredProxyTests.Watcher(proxy.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        let style = String(repeating: "p { color: red }\n", count: 100_000)
        let rule = [("filter", "path:/a.css"), ("file", "a.css"), ("content", Base64.text(style.utf8))]
        #expect(Self.set(proxy, rule)?.status == 201)
        let reply = try #require(proxy.reply("/a.css"))
        #expect(reply.text == style && reply.headers.first("content-type")?.hasPrefix("text/css") == true)
        let tag = try #require(reply.headers.first("etag"))
        #expect(proxy.reply("/a.css", ["If-None-Match: \(tag)"])?.status == 304)
        let posted = Wire(to: proxy.port)
        posted.send("POST /a.css HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(posted.reply()?.text == style)
        #expect(SteeredProxyTests.post(proxy, "next", "path=/a.css&fault=closed")?.status == 303)
        #expect(proxy.reply("/a.css")?.status == 503)
    }

    @Test
    func `another address answers, without the credentials of the site, and its redirects are not followed`()
        async throws
    {
        func server(_ name: String) -> PlainServer {
            PlainServer { request in
                if request.line.contains("/moved") {
                    return PlainServer.answer(
                        [], ["Location: http://elsewhere.example/x"], status: "302 Found")
                }
                let sent = ["cookie", "authorization", "accept"].map { request.headers.first($0) ?? "-" }
                return PlainServer.page("\(name) \(request.line.dropLast(9)) \(sent.joined(separator: " "))")
            }
        }
        let (site, other) = (server("site"), server("other"))
        let proxy = try await RunningProxy(to: site, "--control")
        let watcher = SteeredProxyTests.Watcher(proxy.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        for (path, address) in [
            ("/api*", "http://127.0.0.1:\(other.port)"), ("/one", "http://127.0.0.1:\(other.port)/two?b=1"),
            ("/same", "http://127.0.0.1:\(site.port)/three"), ("/self", "http://127.0.0.1:\(proxy.port)"),
        ] { #expect(Self.set(proxy, [("filter", "path:\(path)"), ("address", address)])?.status == 201) }
        let secrets = ["Cookie: a=1", "Authorization: Basic YTpi", "Accept: x/y"]
        #expect(proxy.reply("/api/1?a=b", secrets)?.text == "other GET /api/1?a=b - - x/y")
        #expect(proxy.reply("/one", secrets)?.text == "other GET /two?b=1 - - x/y")
        #expect(proxy.reply("/same", secrets)?.text == "site GET /three a=1 Basic YTpi x/y")
        #expect(proxy.reply("/elsewhere", secrets)?.text == "site GET /elsewhere a=1 Basic YTpi x/y")
        let moved = try #require(proxy.reply("/api/moved", secrets))
        #expect(moved.status == 302 && moved.headers.first("location") == "http://elsewhere.example/x")
        // An address of the proxy itself does not loop.
        #expect(proxy.reply("/self")?.status == 508)
        let page = try #require(proxy.reply("/api/1", ["accept-diff: true"]))
        #expect(ResponseTags(page.headers).templateTag != nil)
        let log = try await proxy.stop().output
        #expect(log.contains("# answered by rule 2: http://127.0.0.1:\(other.port)/two?b=1\n"))
    }

    /// An address of this machine in a network; nil if there is none.
    private static let ownAddress: UInt32? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).lazy.compactMap { entry -> UInt32? in
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == AF_INET else {
                return nil
            }
            let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            let host = UInt32(bigEndian: raw.sin_addr.s_addr)
            return host >> 24 == 127 ? nil : host
        }.first
    }()

    @Test(.enabled(if: ownAddress != nil), arguments: [false, true])
    func `no rule, fault or decision is accepted from another address, whatever a request claims`(
        isSecure: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        var options = ["demo", "--listen", "0.0.0.0:0", "--control-token", "0123456789abcdef", "--log"]
        if isSecure {
            let files = try await TLSFiles(in: folder)
            options += ["--cert", files.certificate, "--key", files.key]
        }
        let program = try Program(binary(named: "sonic-server"), options)
        let start = "listening on \(isSecure ? "https" : "http")://0.0.0.0:"
        let port = UInt16(try await program.line(beginning: start)) ?? 0
        let own = try #require(Self.ownAddress)
        func client(at host: UInt32) -> RawClient {
            isSecure ? RawClient(port, at: host, overTLS: []) : RawClient(port, at: host)
        }
        func status(_ path: String, _ body: String, _ fields: [String], at host: UInt32) -> Int? {
            let lines =
                ["POST /__sonic/\(path) HTTP/1.1", "Host: localhost", "Content-Length: \(body.utf8.count)"]
                + fields
            let client = client(at: host)
            client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            return client.reply()?.head.status
        }
        let token = "Authorization: Bearer 0123456789abcdef"
        // A token shows the traffic to another machine.
        let watcher = client(at: own)
        watcher.send("GET /__sonic/traffic HTTP/1.1\r\nHost: a\r\n\(token)\r\n\r\n")
        #expect(watcher.waits(for: "\"controller\":1"))
        let orders = [
            ("next", "path=/static&fault=closed"), ("intercept", "controller=1&stage=response"),
            ("intercept", "controller=1&file=a.html&content=YQ==&filter=path:/static"),
            ("intercept", "remove=1"), ("held/1", "decision=drop"),
        ]
        for claim in [[], ["X-Forwarded-For: 127.0.0.1"], ["Forwarded: for=127.0.0.1"], [token]] {
            for (path, body) in orders {
                #expect(status(path, body, claim, at: own) == 403, "\(path) \(claim)")
            }
        }
        #expect(status(orders[2].0, orders[2].1, [], at: 0x7F00_0001) == 201)
        #expect(watcher.waits(for: "\"file\":\"a.html\""))
        let reader = client(at: own)
        reader.send("GET /static HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reader.reply()?.text == "a")
        await program.signal(SIGTERM)
        // The log has the client's own address, also over TLS.
        let address = stride(from: 24, through: 0, by: -8).map { "\(own >> $0 & 255)" }
            .joined(separator: ".")
        #expect(try await program.finish().output.contains(" \(address) GET /static 200 plain "))
    }
}
