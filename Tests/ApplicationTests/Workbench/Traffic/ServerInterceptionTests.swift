import Chance
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Exchanges
@testable import Workbench

/// A server's reports of intercepted messages of other clients, and the commands for them.
@Suite struct ServerInterceptionTests {
    /// A line of a server's stream about an intercepted response or request.
    private static func line(_ stage: String, head: String, body: String?, id: Int = 3) -> JSONValue {
        [
            "held": .record([
                .init("id", .integer(id)), .init("stage", .string(stage)), .init("rule", 1),
                .init("until", "2026-11-20T10:01:00.000Z"), .init("head", .string(Base64.text(head.utf8))),
                .init("body", .string(orNull: body.map { Base64.text($0.utf8) })),
                .init(
                    "entry",
                    [
                        "startedDateTime": "2026-11-20T10:00:00.000Z",
                        "request": [
                            "method": "GET", "url": "http://quay.example/tides?day=1",
                            "headers": [["name": "User-Agent", "value": "curl/8.5.0"]],
                        ],
                        "response": [
                            "status": .integer(stage == "request" ? 0 : 200), "headers": .array([]),
                            "content": .object([]),
                        ],
                    ]),
            ])
        ]
    }

    private static func news(_ line: JSONValue) async -> [InterceptionNews] {
        var stream = TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        return await stream.handle(Array(line.text().utf8)).compactMap { news in
            if case .interception(let news) = news { news } else { nil }
        }
    }

    private static func held(_ line: JSONValue) async throws -> InterceptedMessage {
        guard case .intercepted(let message)? = await news(line).first else {
            throw Missing(what: line.text())
        }
        return message
    }

    private struct Missing: Error { let what: String }

    private static let response = "HTTP/1.1 200 OK\r\nETag: \"aa\"\r\nSet-Cookie: •••\r\n\r\n"

    @Test func `an intercepted response has its client, its time and its bytes`() async throws {
        let message = try await Self.held(Self.line("response", head: Self.response, body: "<p>low"))
        #expect(message.client == "curl 8.5.0")
        #expect(message.until == Instant(iso8601: "2026-11-20T10:01:00.000Z"))
        #expect(message.exchange.id == -3 && message.exchange.stage == .response)
        #expect(message.exchange.answer?.head.headers.first("etag") == "\"aa\"")
        #expect(message.exchange.answer?.body == Array("<p>low".utf8))
        #expect(message.exchange.request.url.href == "http://quay.example/tides?day=1")
    }

    @Test func `unedited parts are left out of a command, so that masked secrets are kept`() async throws {
        let message = try await Self.held(Self.line("response", head: Self.response, body: "<p>low"))
        let original = try #require(message.exchange.answer)
        let same = WrittenAnswer(head: original.head, body: original.body, means: .editing)
        #expect(
            message.edit(same, recomputesHashes: true)
                == .edit(3, head: nil, body: nil, recomputesHashes: true))
        var changed = same
        changed.body = Array("<p>high".utf8)
        #expect(
            message.edit(changed, recomputesHashes: false)
                == .edit(3, head: nil, body: Array("<p>high".utf8), recomputesHashes: false))
    }

    @Test func `an edited request is sent back with its target and its headers`() async throws {
        let head = "GET /tides?day=1 HTTP/1.1\r\nHost: quay.example\r\n\r\n"
        let message = try await Self.held(Self.line("request", head: head, body: nil))
        var request = message.exchange.request
        #expect(message.edit(request) == .edit(3, head: nil, body: nil, recomputesHashes: false))
        request.headers.append("If-None-Match", "\"bb\"")
        #expect(
            message.edit(request)
                == .edit(
                    3,
                    head: Array(
                        "GET /tides?day=1 HTTP/1.1\r\nHost: quay.example\r\nIf-None-Match: \"bb\"\r\n\r\n"
                            .utf8),
                    body: nil, recomputesHashes: false))
    }

    @Test func `a stream reports its number, faults, rules and decisions`() async throws {
        #expect(
            await Self.news(["hello": ["controller": 2, "faults": ["whole", "closed"]]])
                == [.connected(controller: 2, faults: ["whole", "closed"])])
        #expect(
            await Self.news(
                [
                    "rule": [
                        "id": 4, "controller": 2, "stage": "response", "path": "/news*",
                        "filter": "responses path=\"/news*\"",
                    ]
                ])
                == [
                    .ruleSet(
                        ServerRule(id: 4, controller: 2, filter: "responses path=\"/news*\"", source: nil))
                ])
        #expect(
            await Self.news(["rule": ["id": 5, "controller": 2, "file": "a.html", "filter": "path:/a"]])
                == [.ruleSet(ServerRule(id: 5, controller: 2, filter: "path:/a", source: "a.html"))])
        #expect(await Self.news(["rule": ["id": 4, "removed": true]]) == [.ruleRemoved(4)])
        let decided = await Self.news([
            "decided": [
                "id": 3, "stage": "response", "decision": "edit", "by": "controller", "recomputed": ["etag"],
            ]
        ])
        guard case .decided(let decision)? = decided.first else { throw Missing(what: "a decision") }
        #expect(decision.verdict == .edit && decision.recomputed == ["etag"])
    }

    @Test func `commands match the server's interface`() throws {
        let rule = try ExchangeFilter("requests path=/a", for: .interception)
        let orders: [(ServerOrder, String, JSONValue)] = [
            (
                .intercept(rule, controller: 2), "/__sonic/intercept",
                ["controller": 2, "filter": "requests path=/a"]
            ),
            (
                .answer(.file(name: "a.html", [97]), rule, controller: 2, replacing: 4), "/__sonic/intercept",
                [
                    "controller": 2, "filter": "requests path=/a", "rule": 4, "file": "a.html",
                    "content": "YQ==",
                ]
            ),
            (
                .answer(.address(WebURL("http://a.example/")!), rule, controller: 2), "/__sonic/intercept",
                ["controller": 2, "filter": "requests path=/a", "address": "http://a.example/"]
            ),
            (.remove(rule: 4), "/__sonic/intercept", ["remove": 4]),
            (.forward(3), "/__sonic/held/3", ["decision": "forward"]),
            (.drop(3), "/__sonic/held/3", ["decision": "drop"]),
            (
                .edit(3, head: nil, body: [], recomputesHashes: true), "/__sonic/held/3",
                ["decision": "edit", "body": "", "recompute": true]
            ),
            (.force("whole", path: "/a"), "/__sonic/next", ["path": "/a", "fault": "whole"]),
        ]
        for (order, target, body) in orders {
            #expect(order.target == target)
            #expect(order.body.text() == body.text())
        }
    }

    @Test func `a refusal has the server's message, or else one for its status`() {
        let order = ServerOrder.forward(1)
        #expect(order.refusal(200, []) == nil)
        #expect(
            order.refusal(409, Array("{\"error\":\"It was already decided.\"}".utf8))
                == "It was already decided.")
        for status in [0, 403, 404, 500] { #expect(order.refusal(status, Array("<p>no".utf8)) != nil) }
    }

    @Test func `random bytes in an intercepted message never crash`() async {
        var random = SeededGenerator(seed: 7)
        var stream = TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        let whole = Array(Self.line("response", head: Self.response, body: "<p>low").text().utf8)
        for _ in 0..<300 {
            var line = whole
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            #expect(await stream.handle(line).count <= 1)
        }
    }
}
