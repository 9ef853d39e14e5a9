import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Workbench

/// Faults of own sessions.
@Suite struct FaultConnectionTests {
    /// A server that sends the same page to every request.
    private struct Site: Connection {
        static let page = Array("<title>N</title><!--sonicdiff-a-->one<!--sonicdiff-a-end-->".utf8)
        let update: [UInt8]?

        func exchange(_ request: Request) -> ResponseEvents {
            ResponseRelay.stream { [update] in
                ResponseRelay.answer(
                    update ?? Self.page, type: "text/html", to: request,
                    fields: [
                        HeaderField("ETag", "e"), HeaderField("template-tag", "t"),
                        HeaderField("template-change", update == nil ? "true" : "false"),
                        HeaderField("Cache-Offline", "true"),
                        HeaderField(
                            "asked",
                            request.headers.fields.map { $0.name + "=" + $0.value }.joined(separator: " ")),
                    ])
            }
        }
    }

    private static let update = Array(
        (#"{"data":{"{a}":"<!--sonicdiff-a-->two<!--sonicdiff-a-end-->"},"#
            + #""html-sha1":"1111111111111111111111111111111111111111","template-tag":"t"}"#).utf8)

    private static func answer(_ fault: ResponseFault?, update: [UInt8]? = nil) async throws -> [String] {
        let url = try #require(WebURL("http://a.example/x"))
        let headers = Headers([
            HeaderField("accept-diff", "true"), HeaderField("template-tag", "t"),
            HeaderField("If-None-Match", "e"),
        ])
        var lines: [String] = []
        let site = Site(update: update)
        let connection: any Connection = fault.map { FaultConnection(over: site, $0) } ?? site
        for await event in connection.exchange(Request(url: url, headers: headers)) {
            switch event {
            case .headReceived(let head): lines += [Bytes.text(head.raw)]
            case .bodyReceived(let body): lines += [Bytes.text(body)]
            case .failed(let failure): lines += ["\(failure)"]
            default: break
            }
        }
        return lines
    }

    @Test(arguments: ResponseFault.table.filter { !$0.needsServer })
    func `a fault changes a page or an update, and nothing else of it is lost`(_ fault: ResponseFault)
        async throws
    {
        let pages = try await (Self.answer(nil), Self.answer(fault))
        let updates = try await (
            Self.answer(nil, update: Self.update), Self.answer(fault, update: Self.update)
        )
        // A page of this site has no charset and no quotes to spoil.
        #expect(pages.0 != pages.1 || updates.0 != updates.1, "\(fault.name)")
        #expect(!pages.1.isEmpty)
    }

    @Test func `a wrong hash is claimed in the place of the right one`() async throws {
        let lines = try await Self.answer(ResponseFault.named("wrong-hash"), update: Self.update)
        let expected = Bytes.text(Self.update).replacing(
            String(repeating: "1", count: 40), with: String(repeating: "0", count: 40))
        #expect(lines.last == expected)
    }

    @Test func `the body of a very large response has no fault, with a report; its headers have one`()
        async throws
    {
        let large = [UInt8](repeating: 0x20, count: 17 << 20)
        let request = Request(url: try #require(WebURL("http://a.example/x")))
        var notes: [Finding] = []
        var size = 0
        let truncated = try #require(ResponseFault.named("truncated"))
        for await event in FaultConnection(over: Site(update: large), truncated).exchange(request) {
            if case .noted(let finding) = event { notes.append(finding) }
            if case .bodyReceived(let bytes) = event { size += bytes.count }
        }
        #expect(notes.map(\.message) == ["a response of more than 16 MiB has no fault"])
        #expect(size == large.count)
        let lines = try await Self.answer(ResponseFault.named("no-etag"), update: large)
        #expect(lines.first?.contains("ETag") == false && lines.last?.utf8.count == large.count)
    }

    @Test func `a session under a fault leaves store, marks and cookies as they were`() async throws {
        let url = try #require(WebURL("http://a.example/x"))
        let store = MemoryStore()
        let fault = try #require(ResponseFault.named("cookies"))
        let engine = SessionEngine(
            connection: FaultConnection(over: Site(update: nil), fault), store: store, hashes: .nettle,
            clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 0) }, uptime: { .zero }))
        for _ in 0..<2 {
            let result = await DetachedSession.engine(like: engine).open(
                SessionOrder(url: url, headers: RequestHeaders(product: "t"))
            ).result()
            #expect(result?.outcome == .firstLoad)
        }
        let id = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
        #expect(await store.load(id) == nil)
        #expect(await store.marks(of: id) == PageMarks())
    }
}
