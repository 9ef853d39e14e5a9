import Browser
import BrowserValues
import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import BrowserServices

@Suite struct FileTransferTests {
    private static let url = WebURL("https://files.example/data.bin")!
    private static let tag = HeaderField("ETag", "\"a\"")
    private static let cut = ScriptedServer.Response(
        type: "application/octet-stream", fields: [tag, HeaderField("Content-Length", "10")], body: "01234",
        failure: .reset(detail: "gone"))
    private static let rest = ScriptedServer.Response(
        status: 206, type: "application/octet-stream",
        fields: [tag, HeaderField("Content-Range", "bytes 5-9/10")], body: "56789")

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Downloads the file and returns what the transfer reported.
    private func run(
        _ server: ScriptedServer, _ target: FileOrder.Target? = nil, account: String = ""
    ) async -> [DownloadReport] {
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        var session = SessionOrder(
            url: Self.url, account: account, headers: RequestHeaders(product: "test"))
        session.secretsOrigin = nil
        let source = FileSource(
            connection: ScriptedConnection(server: server), cookies: NoCookies(), clocks: .still,
            like: session)
        await FileTransfer(
            order: FileOrder(url: Self.url, target: target ?? .folder(folder.path)), source: source,
            report: { continuation.yield($0) }
        ).run()
        continuation.finish()
        return await reports.reduce(into: []) { $0.append($1) }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(folder.read(name)), as: UTF8.self)
    }

    @Test func `an interrupted transfer resumes where it stopped`() async throws {
        let server = ScriptedServer([Self.cut, Self.rest])
        let reports = await run(server)
        #expect(reports.last == .ended(.saved(path: folder.path("data.bin"), bytes: 10, .counted)))
        #expect(reports.contains { if case .pausing = $0 { true } else { false } })
        #expect(try text("data.bin") == "0123456789")
        let requests = await server.requests
        #expect(requests.map { $0.headers.first("range") } == [nil, "bytes=5-"])
        #expect(requests.map { $0.headers.first("if-range") } == [nil, "\"a\""])
        #expect(PartFile.parts(in: folder.path).isEmpty)
        var status = stat()
        #expect(stat(folder.path("data.bin"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `an interrupted transfer without a validator fails and is not resumed`() async {
        let reports = await run(
            ScriptedServer([
                .init(
                    fields: [HeaderField("Content-Length", "20")], body: "abc",
                    failure: .reset(detail: "gone"))
            ]))
        guard case .ended(.failed) = reports.last else {
            Issue.record("\(reports)")
            return
        }
        #expect(folder.read("data.bin") == nil)
    }

    @Test(
        arguments: [
            (.init(status: 404), "the server answered 404 "),
            (
                .init(status: 302, fields: [HeaderField("Location", "/a.zip")]),
                "the server redirected too often"
            ),
            (
                .init(status: 302, fields: [HeaderField("Location", "file:///etc/passwd")]),
                "the redirect to file:///etc/passwd "
            ),
        ] as [(ScriptedServer.Response, String)])
    func `errors and endless redirects save nothing`(
        _ response: ScriptedServer.Response, _ reason: String
    ) async {
        guard case .ended(.failed(let told)) = await run(ScriptedServer([response])).last else {
            Issue.record("it did not fail")
            return
        }
        #expect(told.hasPrefix(reason), "\(told)")
        #expect(folder.names == [])
    }

    @Test func `a partial file of an earlier run is resumed, and only by its own account`() async throws {
        // The transfer stops after three attempts in a row without a byte.
        let lost = ScriptedServer([Self.cut, .none])
        let reports = await run(lost)
        guard case .ended(.broken) = reports.last else {
            Issue.record("\(reports)")
            return
        }
        #expect(PartFile.parts(in: folder.path).map(\.received) == [5])
        let other = ScriptedServer([.init(fields: [Self.tag], body: "other")])
        _ = await run(other, account: "work")
        #expect(await other.requests.map { $0.headers.first("range") } == [nil])
        let server = ScriptedServer([Self.rest])
        #expect(
            await run(server).last
                == .ended(.saved(path: folder.path("data.bin"), bytes: 10, .counted)))
        #expect(await server.requests.map { $0.headers.first("range") } == ["bytes=5-"])
        #expect(try text("data.bin") == "0123456789" && text("data-2.bin") == "other")
    }

    @Test func `a partial file in use is left alone`() throws {
        let path = folder.path("data.bin")
        let first = try PartFile.open(path, for: Self.url, of: "")
        let second = try PartFile.open(path, for: Self.url, of: "")
        #expect(first.path == path && second.path != path)
        try first.append(Array("one".utf8))
        try second.append(Array("two".utf8))
        #expect(try [first.finish(), second.finish()] == [path, second.path])
        #expect(try text("data.bin") == "one")
    }
}
