import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

@testable import Browser

/// Controlling a server from its traffic list: rules, intercepted exchanges, and forced responses.
@Suite struct ServerControlTests {
    /// The traffic list of a server whose stream has begun, with a row for a page.
    private static func following() async throws -> Stage {
        var stage = Stage(columns: 120, rows: 30)
        stage.send(
            .traffic(.wanted(.server(try #require(WebURL("http://127.0.0.1:8000/"))), try ExchangeFilter("")))
        )
        await Self.tell(&stage, ["hello": ["controller": 2, "faults": ["whole", "closed"]]])
        await Self.tell(
            &stage,
            [
                "startedDateTime": "2026-11-20T10:00:00.000Z", "time": 3,
                "request": [
                    "method": "GET", "url": "http://127.0.0.1:8000/tides?day=1", "headers": .array([]),
                ],
                "response": ["status": 404, "headers": .array([]), "content": .object([])],
            ])
        return stage
    }

    /// Reports a line of the server's stream.
    private static func tell(_ stage: inout Stage, _ line: JSONValue) async {
        var stream = TrafficStream(
            hashes: .nettle, headers: RequestHeaders(product: "sonic/0"), now: { Instant(milliseconds: 0) })
        let news = await stream.handle(Array(line.text().utf8))
        stage.send(.traffic(.news(news, number: stage.model.account.traffic?.number ?? 0)))
        stage.settle()
    }

    private static func hold(_ stage: inout Stage, _ id: Int) async {
        await tell(
            &stage,
            [
                "held": [
                    "id": .integer(id), "stage": "response", "rule": 1, "until": "2026-11-20T10:01:00.000Z",
                    "head": .string(Base64.text("HTTP/1.1 200 OK\r\nETag: aa\r\n\r\n".utf8)),
                    "body": .string(Base64.text("<p>low\n".utf8)),
                    "entry": [
                        "request": [
                            "method": "GET", "url": "http://127.0.0.1:8000/tides",
                            "headers": [["name": "User-Agent", "value": "curl/8.5.0"]],
                        ],
                        "response": ["status": 200, "headers": .array([]), "content": .object([])],
                    ],
                ]
            ])
    }

    /// The requests to the server since the stage began.
    private static func orders(_ stage: Stage) -> [ServerOrder] {
        stage.effects.compactMap { effect in
            if case .ask(.control(let order, at: _, _)) = effect { order } else { nil }
        }
    }

    @Test func `a typed rule is sent to the server, and off removes this program's rules`() async throws {
        var stage = try await Self.following()
        stage.press("i")
        stage.type(" path=/tides*")
        stage.press(.enter)
        stage.settle()
        let rule = try ExchangeFilter("responses path=/tides*", for: .interception)
        #expect(Self.orders(stage) == [.intercept(rule, controller: 2)])
        for (id, controller) in [(5, 2), (6, 9)] {
            await Self.tell(
                &stage,
                [
                    "rule": [
                        "id": .integer(id), "controller": .integer(controller), "stage": "response",
                        "filter": "responses path=/tides*",
                    ]
                ])
        }
        #expect(stage.text.contains("2 rules"))
        stage.press(":")
        stage.type("intercept off")
        stage.press(.enter)
        #expect(Self.orders(stage) == [.intercept(rule, controller: 2), .remove(rule: 5)])
    }

    @Test func `an invalid rule is not sent, and the line stays to be corrected`() async throws {
        var stage = try await Self.following()
        stage.press("i")
        stage.type(" status=30")
        stage.press(.enter)
        #expect(Self.orders(stage).isEmpty)
        #expect(stage.model.prompt != nil)
    }

    @Test func `keys forward or drop what a server intercepted, the oldest first`() async throws {
        var stage = try await Self.following()
        await Self.hold(&stage, 1)
        await Self.hold(&stage, 2)
        #expect(stage.text.contains("curl 8.5.0"))
        stage.press("a")
        #expect(Self.orders(stage) == [.forward(1)])
        await Self.tell(
            &stage,
            ["decided": ["id": 1, "stage": "response", "decision": "forward", "by": "controller"]])
        stage.press("X")
        #expect(Self.orders(stage) == [.forward(1), .drop(2)])
    }

    @Test(arguments: [false, true])
    func `an edited response is returned with its hashes as written or recomputed`(
        isRecomputed: Bool
    ) async throws {
        var stage = try await Self.following()
        await Self.hold(&stage, 1)
        stage.press("#")
        #expect(Self.orders(stage).isEmpty, "nothing is edited yet")
        stage.press("E")
        stage.answer(Edit.changed("HTTP/1.1 200 OK\nETag: aa\n\n<p>high\n"))
        stage.press(isRecomputed ? "#" : "a")
        #expect(
            Self.orders(stage)
                == [.edit(1, head: nil, body: Array("<p>high\n".utf8), recomputesHashes: isRecomputed)])
    }

    @Test func `a decided exchange leaves the list, with a report of what was recomputed`() async throws {
        var stage = try await Self.following()
        await Self.hold(&stage, 1)
        stage.press(.alt("i"))
        stage.settle()
        #expect(stage.model.overlay is InterceptedOverlay)
        await Self.tell(
            &stage,
            [
                "decided": [
                    "id": 1, "stage": "response", "decision": "edit", "by": "controller",
                    "recomputed": ["etag", "html-sha1"],
                ]
            ])
        #expect(stage.model.account.intercepted.entries.isEmpty)
        #expect(stage.model.overlay is TrafficOverlay)
        #expect(stage.text.contains("etag, html-sha1"))
    }

    @Test func `intercepted exchanges are forgotten when the stream ends`() async throws {
        var stage = try await Self.following()
        await Self.hold(&stage, 1)
        let number = try #require(stage.model.account.traffic?.number)
        stage.send(.traffic(.ended("The server closed its traffic stream.", number: number)))
        #expect(stage.model.account.intercepted.entries.isEmpty)
        await Self.hold(&stage, 1)
        stage.press(":")
        stage.type("traffic http://127.0.0.1:8001/")
        stage.press(.enter)
        #expect(stage.model.account.intercepted.entries.isEmpty)
    }

    @Test func `the next response of the selected page is forced to an outcome that the server supports`()
        async throws
    {
        var stage = try await Self.following()
        for fault in ["whol", "whole"] {
            stage.press(":")
            stage.type("fault \(fault)")
            stage.press(.enter)
            if fault == "whol" {
                #expect(Self.orders(stage).isEmpty)
                stage.press(.escape)
            }
        }
        let order = ServerOrder.force("whole", path: "/tides?day=1")
        #expect(Self.orders(stage) == [order])
        stage.answer(String?.none) { if case .control(_, _, let reply) = $0 { reply } else { nil } }
        #expect(stage.text.contains("whole"))
        stage.answer(String?.some("Too much waits.")) {
            if case .control(_, _, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("Too much waits."))
    }

    @Test func `without a server in front nothing is forced, and interception is this program's own`()
        async throws
    {
        var stage = Stage(columns: 120, rows: 30)
        stage.press(":")
        stage.type("fault whole")
        stage.press(.enter)
        #expect(Self.orders(stage).isEmpty)
        stage.press(.escape, "i")
        stage.type(" status=304")
        stage.press(.enter)
        #expect(
            stage.effects.contains(
                .ask(.intercept(try ExchangeFilter("responses status=304", for: .interception), .any))))
    }
}
