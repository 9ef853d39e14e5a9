import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Two servers behind one name, with alternating templates.
@Suite struct AlternatingServersTests {
    /// The page of one of the servers, and its identification.
    private struct Server {
        let template: String
        let headers: [HeaderField]
    }

    private static let one = Server(template: "<p>one", headers: [HeaderField("X-Served-By", "web1")])
    private static let two = Server(
        template: "<p>two, which is another", headers: [HeaderField("X-Served-By", "web2")])

    /// A connection to the servers in turn; each response has other data.
    private actor Turns: Connection {
        private var waiting: [Server]
        private var count = 0

        init(_ servers: [Server]) { waiting = servers.reversed() }

        nonisolated func exchange(_ request: Request) -> ResponseEvents {
            let (stream, continuation) = ResponseEvents.makeStream()
            Task {
                for event in await self.next(request) { continuation.yield(event) }
                continuation.finish()
            }
            return stream
        }

        private func next(_ request: Request) async -> [ResponseEvent] {
            guard let server = waiting.popLast() else { return [.failed(.other(code: 0, detail: "no more"))] }
            count += 1
            let block = "<!--sonicdiff-a-->\(count)<!--sonicdiff-a-end-->"
            let site = SitePlay("<title>T</title>\(block)\(server.template)", packed: true)
            return await site.events(for: request).map { event in
                guard case .headReceived(let head) = event else { return event }
                let lines = server.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
                let raw = head.raw.dropLast(2) + Array("\(lines)\r\n".utf8)
                return ResponseHead(raw: Array(raw)).map { .headReceived($0) } ?? event
            }
        }
    }

    /// The findings of the last of several sessions, with a response from each server.
    private static func findings(_ servers: [Server]) async throws -> [Finding] {
        let store = MemoryStore()
        let connection = Turns(servers)
        var findings: [Finding] = []
        for _ in servers {
            let engine = SessionEngine(
                connection: connection, store: store, hashes: .nettle,
                clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero }))
            let trace = await engine.open(
                SessionOrder(url: Stage.url, headers: RequestHeaders(product: "sonic/0"))
            ).trace()
            var before: PageVersion?
            if LintReport.wantsVersionBefore(trace), let id = trace.result?.pageID,
                let number = trace.turns.last?.stored?.number
            {
                before = await store.load(id, number: number - 1)?.version
            }
            findings = LintReport(trace, before: before, hashes: .nettle).findings
        }
        return findings
    }

    @Test func `a returning template is reported with its tags and the servers' names`() async throws {
        let found = try await Self.findings([Self.one, Self.two, Self.one])
        #expect(found.map(\.rule) == [.templateReturns])
        let tags = [Self.one, Self.two, Self.one].map { server in
            let page = Array(
                "<title>T</title><!--sonicdiff-a-->0<!--sonicdiff-a-end-->\(server.template)".utf8)
            return Hashes.nettle.sha1(PageSplit(html: page).templateBytes(of: page))
        }
        #expect(
            found.first?.message
                == "this load has the template of the last but one again; the load in between had another "
                + "(template-tag \(tags.joined(separator: " → "))); x-served-by was web1, then web2, then web1"
        )
    }

    @Test func `servers that do not identify themselves are not named`() async throws {
        let silent = [Self.one, Self.two].map { Server(template: $0.template, headers: []) }
        let found = try await Self.findings([silent[0], silent[1], silent[0]])
        #expect(found.map(\.rule) == [.templateReturns])
        #expect(found.first?.message.hasSuffix(")") == true)
    }

    @Test func `a template that changes once or twice is not reported as returning`() async throws {
        let three = Server(template: "<h1>three", headers: [])
        for servers in [[Self.one, Self.two], [Self.one, Self.two, three], [Self.one, Self.two, Self.two]] {
            let found = try await Self.findings(servers)
            #expect(!found.map(\.rule).contains(.templateReturns))
        }
    }
}
