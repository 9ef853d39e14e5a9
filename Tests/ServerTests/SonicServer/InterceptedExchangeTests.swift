import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// A real server, clients whose exchanges are intercepted, and a controller that decides on them.
@Suite struct InterceptedExchangeTests {
    private struct World {
        let server: RunningServer
        let watcher: RawClient

        /// A server with a traffic stream and one rule.
        init(_ rule: String, longest: Duration = .seconds(60)) throws {
            server = try RunningServer(shared: {
                Journal(traffic: TrafficBroadcast(version: "1", secrets: .kept, longestHold: longest))
            }) { journal in
                let site = Echo(demo: DemoSite(hashes: .nettle) { Instant(milliseconds: 0) })
                guard let traffic = journal.traffic else { return site }
                return ControlSite(
                    InterceptingSite(site, by: traffic, bodyLimit: 1000), journal: journal, plan: FaultPlan())
            }
            watcher = Self.watch(server)
            #expect(watcher.waits(for: "\"controller\":1"))
            #expect(post("intercept", "controller=1&" + rule)?.head.status == 201)
            #expect(watcher.waits(for: "{\"rule\":{\"id\":1,"))
        }

        static func watch(_ server: RunningServer) -> RawClient {
            let client = RawClient(server.port)
            client.send("GET /__sonic/traffic HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client
        }

        func post(_ path: String, _ body: String) -> RawClient.Reply? {
            let client = RawClient(server.port)
            client.send(
                "POST /__sonic/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return client.reply()
        }

        /// Decides with an edit.
        func edit(_ id: Int, _ head: String, _ body: String? = nil, recompute: Bool = false) -> RawClient
            .Reply?
        {
            var members: [JSONValue.Member] = [
                .init("decision", "edit"), .init("head", .string(Base64.text(head.utf8))),
                .init("recompute", .bool(recompute)),
            ]
            if let body { members.append(.init("body", .string(Base64.text(body.utf8)))) }
            return post("held/\(id)", JSONValue.object(members).text())
        }

        func client(_ target: String, method: String = "GET", _ fields: [String] = [], body: String = "")
            -> RawClient
        {
            let client = RawClient(server.port)
            client.ask(
                target, method: method, fields + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]))
            if !body.isEmpty { client.send(body) }
            return client
        }
    }

    /// The demo site, and an echo of the request as received.
    private struct Echo: Site {
        var demo: DemoSite

        mutating func answer(_ request: ServerRequest) -> ServerAnswer {
            guard request.path == "/echo" else { return demo.answer(request) }
            let fields = request.headers.fields.map { "\($0.name): \($0.value)" }
            let lines = ["\(request.method) \(request.target)"] + fields + [Bytes.text(request.body)]
            return .response(
                ServerResponse(
                    headers: Headers([HeaderField("ETag", "1")]),
                    body: .bytes(Array(lines.joined(separator: "\n").utf8))))
        }
    }

    @Test func `an intercepted request is forwarded unchanged, and no other request waits`() throws {
        let world = try World("stage=request&path=/echo&body=secret")
        let client = world.client("/echo?a=1", method: "POST", ["X: y"], body: "a secret")
        #expect(world.watcher.waits(for: "{\"held\":{\"id\":1,\"stage\":\"request\",\"rule\":1,"))
        #expect(world.server.reply("/static")?.head.status == 200)
        #expect(world.client("/echo", method: "POST", body: "other").reply()?.head.status == 200)
        #expect(world.server.reply("/__sonic/intercept")?.head.status == 403)
        let decided = world.post("held/1", "decision=forward")
        #expect(
            decided?.text
                == #"{"decided":{"id":1,"stage":"request","decision":"forward","by":"controller","recomputed":[]}}"#
                + "\n")
        #expect(
            client.reply()?.text == "POST /echo?a=1\nHost: test\nX: y\nContent-Length: 8\na secret")
        #expect(world.watcher.waits(for: "{\"decided\":{\"id\":1,"))
        #expect(world.watcher.waits(for: "request intercepted as 1: forward (controller)"))
        #expect(world.post("held/1", "decision=drop")?.head.status == 409)
        #expect(world.post("held/2", "decision=drop")?.head.status == 404)
    }

    @Test func `the traffic stream reports an intercepted request at once`() throws {
        let world = try World("stage=request&path=/echo")
        let begin = ContinuousClock.now
        let client = world.client("/echo")
        #expect(world.watcher.waits(for: "{\"held\":"))
        // The next keep-alive line would deliver it, too.
        #expect(ContinuousClock.now - begin < TrafficListener.silence / 2)
        #expect(world.post("held/1", "decision=forward")?.head.status == 200)
        #expect(client.reply()?.head.status == 200)
    }

    @Test func `a request is edited before it reaches the site`() throws {
        let world = try World("stage=request&method=GET&path=/echo")
        let client = world.client("/echo")
        #expect(world.watcher.waits(for: "{\"held\":"))
        #expect(world.edit(1, "nonsense")?.head.status == 400)
        #expect(
            world.edit(1, "PUT /echo?b=2 HTTP/1.1\r\nHost: b\r\nZ: 1\r\n\r\n", "body")?.head.status == 200)
        #expect(client.reply()?.text == "PUT /echo?b=2\nHost: b\nZ: 1\nContent-Length: 4\nbody")
    }

    @Test(arguments: [true, false]) func `a response is edited, with or without recomputed hashes`(
        _ recompute: Bool
    ) throws {
        let world = try World("stage=response&path=/static")
        let client = world.client("/static", ["accept-diff: true"])
        #expect(world.watcher.waits(for: "{\"held\":{\"id\":1,\"stage\":\"response\""))
        let page = "<title>b</title><p>changed</p>"
        let tag = Hashes.nettle.sha1(Array("<title>a</title>".utf8))
        let head =
            "HTTP/1.1 200\r\nETag: \(tag)\r\ntemplate-tag: \(tag)\r\nX-New: 1\r\nContent-Length: 7\r\n\r\n"
        let decided = world.edit(1, head, page, recompute: recompute)
        #expect(decided?.head.status == 200)
        let names = recompute ? #""recomputed":["etag","template-tag"]"# : #""recomputed":[]"#
        #expect(decided?.text.contains(names) == true)
        let reply = client.reply()
        #expect(reply?.text == page && reply?.head.headers.first("x-new") == "1")
        #expect(reply?.head.headers.first("etag") == (recompute ? Hashes.nettle.sha1(Array(page.utf8)) : tag))
        #expect(reply?.head.headers.all("content-length") == ["\(page.utf8.count)"])
    }

    @Test(
        arguments: [
            [], ["C: " + String(repeating: "c", count: 20_000)], Array(repeating: "C: " + "c", count: 300),
        ],
        [1, 200])
    func `an edited response is sent, or refused if its headers are too long`(_ fields: [String], _ size: Int)
        throws
    {
        let world = try World("stage=response&path=/static")
        let client = world.client("/static", fields)
        #expect(world.watcher.waits(for: "{\"held\":"))
        let line = "A: " + String(repeating: "b", count: size) + "\r\n"
        let most = (EditedHead.longest - 20) / line.utf8.count
        // From the longest that a controller may send, down to the first that can be sent.
        var status = 400
        for count in stride(from: most, through: 0, by: -max(1, most / 30)) where status == 400 {
            let head = "HTTP/1.1 200\r\n" + String(repeating: line, count: count) + "\r\n"
            let decided = try #require(world.edit(1, head, "short"))
            status = decided.head.status
            if status == 400 {
                #expect(decided.text.contains("The headers of this response may have at most "))
            } else {
                #expect(count > 0 && count < most && client.reply()?.head.headers.all("A").count == count)
            }
        }
        #expect(status == 200)
    }

    @Test func `a dropped exchange ends without a byte`() throws {
        for stage in ["request", "response"] {
            let world = try World("stage=\(stage)&path=/static")
            let client = world.client("/static")
            #expect(world.watcher.waits(for: "{\"held\":"))
            #expect(world.post("held/1", #"{"decision":"drop"}"#)?.head.status == 200)
            #expect(client.rest() == [])
        }
    }

    @Test func `without a decision, the exchange is forwarded after a timeout`() throws {
        let world = try World("stage=response&path=/static", longest: .milliseconds(20))
        #expect(world.client("/static").reply()?.head.status == 200)
        #expect(world.watcher.waits(for: "response intercepted as 1: forward (timeout)"))
    }

    @Test func `after its controller disconnects, the exchange is forwarded`() throws {
        var world: World? = try World("stage=request&path=/static")
        let client = try #require(world?.client("/static"))
        let server = try #require(world?.server)
        #expect(world?.watcher.waits(for: "{\"held\":") == true)
        let other = World.watch(server)
        // A later controller receives what is intercepted.
        #expect(other.waits(for: "{\"held\":{\"id\":1"))
        world = nil
        #expect(client.reply()?.head.status == 200)
        #expect(other.waits(for: "{\"rule\":{\"id\":1,\"removed\":true}}"))
        #expect(other.waits(for: "request intercepted as 1: forward (disconnect)"))
        #expect(server.reply("/static")?.head.status == 200)
    }

    @Test func `the server shuts down without waiting for a decision`() throws {
        let world = try World("stage=request&path=/static")
        let client = world.client("/static")
        #expect(world.watcher.waits(for: "{\"held\":"))
        world.server.shutDown()
        #expect(client.reply()?.head.status == 200)
        #expect(world.server.hasEnded())
    }

    @Test
    func `a body over the limit is refused as without a rule, and a removed rule has no effect`()
        throws
    {
        let world = try World("stage=request&path=/echo")
        let long = String(repeating: "x", count: 1001)
        #expect(world.client("/echo", method: "POST", body: long).reply()?.head.status == 413)
        #expect(world.post("intercept", "remove=1")?.text == "{\"rule\":{\"id\":1,\"removed\":true}}\n")
        #expect(world.post("intercept", "remove=1")?.head.status == 404)
        #expect(world.client("/echo").reply()?.head.status == 200)
    }

    @Test(arguments: [
        ("held/1", ""), ("held/1", "{"), ("held/1", "decision=fly"), ("held/x", "decision=drop"),
        ("held/", "decision=drop"), ("held/99999999999999999999", "decision=drop"),
        ("intercept", "\u{0}\u{1}=&&=&%"),
        ("intercept", "{\"controller\":1e99}"), ("intercept", String(repeating: "[", count: 1000)),
        ("held/1", "{\"decision\":\"edit\",\"head\":\"???\"}"),
    ])
    func `malformed control requests are refused, and the server continues`(_ path: String, _ body: String)
        throws
    {
        let world = try World("stage=request&path=/echo")
        let client = world.client("/echo")
        #expect(world.watcher.waits(for: "{\"held\":"))
        let status = world.post(path, body)?.head.status ?? 0
        #expect([400, 404].contains(status))
        #expect(world.post("held/1", "decision=forward")?.head.status == 200)
        #expect(client.reply()?.head.status == 200)
    }
}
