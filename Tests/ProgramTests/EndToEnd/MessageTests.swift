import FoundationEssentials
import PageCache
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// The rows of docs/guide/messages.md: `messages.story` provokes their causes and checks `{CAUSE}`, the text of the row,
/// except those that no program's surroundings cause at will.
@Suite struct MessageTests {
    @Test func `every cause in the table is in a story or is provoked here`() throws {
        let checks = try Story.all(in: "messages.story").flatMap(\.steps).map { $0[$0.count - 1] }
        let told = checks.filter { $0.hasPrefix("all {") || $0.hasPrefix("~ {") }.map {
            String($0.drop { $0 != "{" }.dropFirst().dropLast())
        }
        #expect((told + Self.failures.keys + ["a full disk"]).sorted() == (try Self.messages()).keys.sorted())
    }

    /// The texts of the table by their causes.
    static func messages() throws -> [String: String] {
        let rows =
            try GoldenFile.text("docs/guide/messages.md").split(separator: "\n").compactMap { line in
                let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
                guard line.hasPrefix("|"), cells.count == 3, cells[1].hasPrefix("`") else { return nil }
                return (String(cells[0].dropLast()), String(cells[1].dropFirst().dropLast(2)))
            } as [(String, String)]
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static let failures: [String: ConnectionFailure] = [
        "a file of a form that was changed or deleted after it was chosen":
            .unsendable(detail: "a.txt changed after it was chosen"),
        "a missing libcurl": .libraryMissing(detail: "not found"),
    ]

    @Test(arguments: failures) func `a failed connection has its message`(
        _ cause: String, _ failure: ConnectionFailure
    ) async throws {
        let said = await reason(FailingConnection(failure: failure), MemoryStore())
        let words = try #require(try Self.messages()[cause])
        #expect(said.contains(words), "\(cause): \(said)")
    }

    @Test func `a full disk has its message`() async throws {
        let folder = try TemporaryFolder()
        let store = PageCache(
            root: folder.path("cache"), hashes: .nettle, disk: FullDisk(), now: Self.clocks.now)
        let said = await reason(FailingConnection(failure: nil), store)
        let words = try #require(try Self.messages()["a full disk"])
        #expect(said.contains(words), "\(said)")
    }

    /// The reason and findings of a session.
    private func reason(_ connection: FailingConnection, _ store: any PageStore) async -> String {
        let engine = SessionEngine(connection: connection, store: store, hashes: .nettle, clocks: Self.clocks)
        guard let url = WebURL("http://news.example/") else { return "" }
        let session = engine.open(SessionOrder(url: url, headers: RequestHeaders(product: "test")))
        guard let result = await session.result() else { return "" }
        return ([result.reason.words] + result.findings.map(\.message)).joined(separator: "\n")
    }

    private static let clocks = SessionEngine.Clocks(
        now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero })
}

/// A connection that fails at once, or, without a failure, responds with a small page.
private struct FailingConnection: Connection {
    let failure: ConnectionFailure?

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseEvents { continuation in
            if let failure {
                continuation.yield(.failed(failure))
            } else if let head = ResponseHead(raw: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) {
                continuation.yield(.headReceived(head))
                continuation.yield(.bodyReceived(Array("<p>page".utf8)))
                continuation.yield(.finished(TransferReport()))
            }
            continuation.finish()
        }
    }
}
