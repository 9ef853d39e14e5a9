import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// A client that sends requests as the engine does, and checks every update against its hash.
private struct Reader {
    var site: DemoSite
    private(set) var page: [UInt8] = []
    private var etag: String?
    private var templateTag: String?

    enum Outcome: Equatable {
        case whole
        case cached
        case updated([String])
        case other(Int)
    }

    /// - Parameter step: The seconds between two requests.
    init(step: Int64 = 1) {
        var seconds: Int64 = 0
        site = DemoSite(hashes: .nettle) {
            seconds += step
            return Instant(milliseconds: seconds * 1000)
        }
    }

    mutating func response(_ path: String, _ fields: [HeaderField] = []) -> ServerResponse? {
        guard
            case .response(let response) = site.answer(ServerRequest(target: path, headers: Headers(fields)))
        else { return nil }
        return response
    }

    mutating func open(_ path: String) throws -> Outcome {
        var fields = [HeaderField("accept-diff", "true")]
        if let templateTag { fields.append(HeaderField("template-tag", templateTag)) }
        if let etag { fields.append(HeaderField("If-None-Match", etag)) }
        let answer = response(path, fields)
        let response = try #require(answer)
        if response.status == 304 { return .cached }
        guard response.status == 200 else { return .other(response.status) }
        var body: [UInt8] = []
        switch response.body {
        case .bytes(let bytes): body = bytes
        case .pieces(let pieces): body = pieces.flatMap(\.bytes)
        case .file, .truncated, .reset, .overrun, .endless, .streamed: Issue.record("no demo page is a file")
        }
        let isUpdate = response.headers.first("template-change") == "false"
        var changed: [String] = []
        if isUpdate {
            let update = try DataUpdate(json: body)
            let merged = try PageSplit(html: page).merging(
                update, into: page, claimed: update.htmlSHA1, hashes: .nettle)
            changed = merged.changes.map(\.name)
            body = merged.html
        }
        page = body
        etag = response.headers.first("Etag")
        templateTag = response.headers.first("template-tag")
        return isUpdate ? .updated(changed) : .whole
    }
}

@Suite struct DemoSiteTests {
    @Test func `the clock is a data update at each request`() throws {
        var reader = Reader()
        #expect(try reader.open("/clock") == .whole)
        for _ in 1...5 { #expect(try reader.open("/clock") == .updated(["time", "visit"])) }
    }

    @Test func `within a second, the clock is a data update of the block that it names first`() throws {
        var reader = Reader(step: 0)
        #expect(try reader.open("/clock") == .whole)
        for _ in 1...3 { #expect(try reader.open("/clock") == .updated(["visit"])) }
        #expect(String(decoding: reader.page, as: UTF8.self).contains("<code>time</code> does too once"))
    }

    @Test func `a page whose title names an outcome has that outcome, also within a second`() throws {
        let outcomes = [("Data update", false), ("All cached", false), ("Template change", true)]
        for page in DemoSite.pages.values {
            guard case .sonic = page.manner,
                let (name, isWhole) = outcomes.first(where: { page.title.hasPrefix($0.0) })
            else { continue }
            for step: Int64 in [0, 1] {
                var reader = Reader(step: step)
                _ = try reader.open(page.path)
                for _ in 1...4 {
                    let outcome = try reader.open(page.path)
                    #expect((outcome == .whole) == isWhole, "\(page.path)")
                    #expect((outcome == .cached) == (name == "All cached"), "\(page.path)")
                }
            }
        }
    }

    @Test func `the news change one block at each request, in turn`() throws {
        var reader = Reader()
        #expect(try reader.open("/news") == .whole)
        for _ in 1...4 {
            for block in ["weather", "harbour", "headlines"] {
                #expect(try reader.open("/news") == .updated([block]))
            }
        }
    }

    @Test func `the two faces are a template change at each request`() throws {
        var reader = Reader()
        for _ in 1...4 { #expect(try reader.open("/alternating") == .whole) }
    }

    @Test func `the visitor counter is a template change at each request`() throws {
        var reader = Reader()
        for _ in 1...4 { #expect(try reader.open("/visitors") == .whole) }
    }

    @Test(arguments: ["/", "/static"]) func `a page that never changes is all cached`(_ path: String) throws {
        var reader = Reader()
        #expect(try reader.open(path) == .whole)
        for _ in 1...3 { #expect(try reader.open(path) == .cached) }
    }

    @Test(
        arguments: TableRow.rows(
            "a page with one changing", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `a page with one changing block updates it at each request`(row: TableRow)
        throws
    {
        let (path, blocks) = (row[1], row.lines(2))
        var reader = Reader()
        #expect(try reader.open(path) == .whole)
        for _ in 1...4 { #expect(try reader.open(path) == .updated(blocks)) }
    }

    @Test func `the large page has a megabyte and changes one line at each request`() throws {
        var reader = Reader()
        #expect(try reader.open("/large") == .whole)
        #expect(reader.page.count > 1_000_000)
        for number in 2...4 { #expect(try reader.open("/large") == .updated(["s\(number)"])) }
    }

    @Test(arguments: [("/offline-store", "store"), ("/offline-false", "false"), ("/offline-http", "http")])
    func `cache-offline has the page's value`(_ path: String, _ value: String) {
        var reader = Reader()
        let answer = reader.response(path, [HeaderField("accept-diff", "true")])
        #expect(answer?.headers.all("Cache-Offline") == [value])
    }

    @Test func `every second Sonic request gets a 503, and the same without Sonic does not`() throws {
        var reader = Reader()
        #expect(try reader.open("/unavailable") == .whole)
        #expect(try reader.open("/unavailable") == .other(503))
        #expect(reader.response("/unavailable")?.status == 200)
        #expect(try reader.open("/unavailable") == .updated(["visit"]))
        #expect(try reader.open("/unavailable") == .other(503))
    }

    @Test func `the broken update does not match its hash, and the page without tags is complete`() throws {
        var reader = Reader()
        #expect(try reader.open("/broken-update") == .whole)
        #expect(throws: MergeFailure.self) { try reader.open("/broken-update") }
        let whole = reader.response("/broken-update", [HeaderField("accept-diff", "true")])
        #expect(whole?.headers.first("Etag") == whole?.bytes.map { Hashes.nettle.sha1($0) })
    }

    @Test func `the slow page takes about three seconds, in twelve pieces`() throws {
        var reader = Reader()
        guard case .pieces(let pieces)? = reader.response("/slow")?.body else {
            Issue.record("the slow page is not slow")
            return
        }
        #expect(pieces.count == 12)
        let total = pieces.reduce(Duration.zero) { $0 + $1.delay }
        #expect(total > .seconds(2) && total < .seconds(4))
    }

    @Test func `a plain page has no Sonic headers`() {
        var reader = Reader()
        let answer = reader.response("/plain", [HeaderField("accept-diff", "true")])
        #expect(answer?.headers.fields.map(\.name) == ["Content-Type"])
    }

    @Test func `the login page requires guest and guest`() {
        var reader = Reader()
        #expect(reader.response("/login")?.status == 401)
        #expect(reader.response("/login", [HeaderField("Authorization", "Basic eDp4")])?.status == 401)
        #expect(
            reader.response("/login", [HeaderField("Authorization", "Basic Z3Vlc3Q6Z3Vlc3Q=")])?.status == 200
        )
    }

    @Test func `the cookie jar shows cookies as text`() {
        var reader = Reader()
        let answer = reader.response("/cookies", [HeaderField("Cookie", "a=<b>")])
        let text = String(decoding: answer?.bytes ?? [], as: UTF8.self)
        #expect(text.contains("<code>a=&lt;b&gt;</code>"))
        #expect(answer?.headers.first("Set-Cookie")?.hasPrefix("visits=1;") == true)
    }

    @Test func `HEAD does not count as a visit`() throws {
        var reader = Reader()
        #expect(try reader.open("/article") == .whole)
        _ = reader.site.answer(ServerRequest(method: "HEAD", target: "/article"))
        #expect(try reader.open("/article") == .updated(["readers"]))
        #expect(String(decoding: reader.page, as: UTF8.self).contains("opened <b>twice</b>"))
    }

    @Test func `every link of the site leads to a page of it`() throws {
        var reader = Reader()
        var open = ["/"]
        var seen: Set = ["/"]
        while let path = open.popLast() {
            let answer = reader.site.answer(ServerRequest(target: path))
            guard case .response(let response) = answer, let bytes = response.bytes, response.status == 200
            else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for link in text.split(separator: "href=\"").dropFirst().compactMap({
                $0.split(separator: "\"").first
            }) {
                #expect(DemoSite.pages[String(link)] != nil, "\(link) on \(path)")
                if seen.insert(String(link)).inserted { open.append(String(link)) }
            }
        }
        #expect(seen.count == DemoSite.pages.count)
    }

    @Test func `titles fit into a narrow window`() {
        for page in DemoSite.pages.values { #expect(page.title.count <= 30, "\(page.title)") }
    }

    @Test func `submitted form data is shown, for GET and POST, and other pages refuse POST`() throws {
        var site = DemoSite(hashes: .nettle, clock: { Instant(milliseconds: 0) })
        func told(_ request: ServerRequest) -> String {
            guard case .response(let response) = site.answer(request) else { return "nothing" }
            return "\(response.status) " + String(decoding: response.bytes ?? [], as: UTF8.self)
        }
        let type = Headers([HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        let body = Array("a=1+%3C2&b=x%0D%0Ay".utf8)
        let post = told(ServerRequest(method: "POST", target: "/form/answer", headers: type, body: body))
        #expect(post.hasPrefix("200") && post.contains("<td>a</td><td>1 &lt;2</td>"))
        #expect(post.contains("<td>b</td><td>x<br>y</td>") && post.contains("19 bytes"))
        #expect(told(ServerRequest(target: "/form/answer?q=%C3%BC")).contains("<td>q</td><td>ü</td>"))
        #expect(
            told(ServerRequest(method: "POST", target: "/form/answer", body: Array("<x".utf8))).contains(
                "<pre>&lt;x</pre>"))
        #expect(told(ServerRequest(method: "POST", target: "/form", body: body)).hasPrefix("405"))
    }
}
