import SonicProtocol
import TestSupport
import Testing

/// What the cache does with responses and later requests: the rows of a table, whose head lists the questions.
enum CachingTable {
    private static let path = "Tests/ProtocolTests/Tables/Caching.table"
    static let all = TableRow.all(in: path)

    /// Returns the rows below the sentence that begins with these words; all rows if there is none.
    static func rows(below start: String) -> [TableRow] {
        // Without the table there are no rows: the test that counts them reports it.
        let text = (try? GoldenFile.text(path)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let head = lines.firstIndex(where: { $0.hasPrefix("# " + start) }) else { return all }
        let end = lines[head...].firstIndex(of: "") ?? lines.count
        return all.filter { (head + 1...end).contains($0.line) }
    }

    static func check(_ row: TableRow) throws {
        switch row[0] {
        case "answer":
            let word = CacheScene.word(
                row[2], status: try number(row[1]), then: row[3], after: Int64(try number(row[4])),
                mode: try cacheMode(row[5]))
            #expect(word == row[6])
        case "empty": #expect(CacheScene().word(mode: try cacheMode(row[1])) == row[2])
        case "policy":
            let mode = CacheMode(try #require(RequestCachePolicy(rawValue: row[1])))
            let lines = "Cache-Control: max-age=100\nETag: \"a\""
            #expect(CacheScene.word(lines, after: 1, mode: mode) == row[2])
            #expect(CacheScene.word(lines, after: 1000, mode: mode) == row[3])
            #expect(CacheScene().word(mode: mode) == row[4])
        case "kept":
            var scene = CacheScene()
            #expect(scene.receive(row[1]) == (row[2] == "yes"))
        case "vary":
            var scene = CacheScene()
            scene.receive("Cache-Control: max-age=100\nVary: \(row[1])", to: row[2])
            for mode in [CacheMode.default, .forceCache, .onlyIfCached] {
                #expect((scene.word(row[3], mode: mode) == "use") == (row[4] == "yes"))
            }
        case "rescue":
            var scene = CacheScene()
            scene.receive("Cache-Control: \(row[1])")
            let now = CacheScene.start.adding(seconds: Int64(try number(row[3])))
            #expect((scene.policy(row[2]).rescue(at: now) != nil) == (row[4] == "yes"))
        case "sent":
            let mode = try cacheMode(row[1])
            let sent = mode.announced(in: Headers())
            #expect(sent.first("cache-control") ?? "-" == row[2] && sent.first("pragma") ?? "-" == row[3])
            let own = mode.announced(in: CacheScene.headers("Cache-Control: a\nPragma: b"))
            #expect(own.all("cache-control") == ["a"] && own.all("pragma") == ["b"])
        case "validators":
            var scene = CacheScene()
            scene.receive("Cache-Control: max-age=1\n\(row[1])")
            let headers = scene.question()?.headers
            #expect(headers?.first("if-none-match") ?? "-" == row[2])
            let since = row[3] == "-" ? "-" : CacheScene.headers("A: \(row[3])").first("a")
            #expect(headers?.first("if-modified-since") ?? "-" == since)
        case "renewed":
            let renewed = ValidationTests.renewed("Cache-Control: max-age=1\n\(row[1])", row[2])
            #expect((renewed != nil) == (row[3] == "yes"))
        case "replaced": try checkReplaced(row[1], isReplaced: row[2] == "yes")
        case let word where word.contains("content-range"):
            let range = ContentRange(row[1])
            switch word {
            case "content-range":
                #expect(range?.text == row[1] && range?.bytes.map { "\($0)" } ?? "-" == row[2])
                #expect(range?.total.map(String.init) ?? "-" == row[3])
            case "no content-range": #expect(range == nil)
            default: #expect(range == ContentRange(5..<10, of: 10))
            }
        default:
            guard try checksMethod(row) || checksPart(row) else {
                Issue.record("no question: \(row[0])")
                return
            }
        }
    }

    private static func number(_ text: String) throws -> Int { try #require(Int(text)) }

    private static func cacheMode(_ name: String) throws -> CacheMode {
        try #require(CacheMode.allCases.first { "\($0)" == name })
    }

    /// Whether a 304 replaces a field: a stored field of a connection is gone, one of the body stays.
    private static func checkReplaced(_ name: String, isReplaced: Bool) throws {
        let response = try #require(
            ValidationTests.renewed(
                "ETag: \"a\"\nX-Kept: k\nExpires: 0\n\(name): 1\n\(name): 2", "\(name): 3\nX-New: n"))
        let isOfConnection = ["Connection", "Keep-Alive", "Transfer-Encoding"].contains(name)
        #expect(response.headers.all(name).last == (isReplaced ? "3" : isOfConnection ? nil : "2"))
        if isReplaced { #expect(response.headers.all(name).count == 1) }
        #expect(response.headers.first("x-kept") == "k" && response.headers.first("x-new") == "n")
    }

    /// Checks a row about another method than GET, or a redirect; returns false if it is none.
    private static func checksMethod(_ row: TableRow) throws -> Bool {
        switch row[0] {
        case "unsafe":
            let head = CacheScene.head("", status: try number(row[2]))
            let gone = CachePolicy.invalidated(by: head, method: row[1], url: CacheScene.url)
            #expect(gone == (row[3] == "yes" ? [CacheScene.url] : []))
        case "head":
            var scene = CacheScene()
            scene.receive(
                "Cache-Control: max-age=1\nETag: \"a\"\nContent-Length: 10\nLast-Modified: @0@\nX: old")
            let now = CacheScene.start.adding(seconds: 50)
            let changes = scene.policy(method: .head).changes(
                afterHEAD: CacheScene.head("X: new\n\(row[2])", status: try number(row[1])), requested: now,
                received: now)
            let words = changes.map { change in
                change.updated.map { response in
                    response.headers.first("x") == "new" && response.received == now ? "freshen" : "?"
                } ?? "remove"
            }
            #expect(words == (row[3].isEmpty ? [] : [row[3]]))
        case "redirect":
            let headers = CacheScene.headers(
                "Content-Type: a/b\nContent-Language: en\nAccept: c/d\nAuthorization: e")
            let request = Request(method: row[2], url: CacheScene.url, headers: headers, body: [1])
            let target = try #require(WebURL("http://example.com/b"))
            let next = RedirectRule.request(request, redirectedTo: target, status: try number(row[1]))
            #expect(next.method == row[3])
            #expect(next.body.isEmpty == (row[3] == "GET"))
            #expect(next.headers.contains("content-type") == (row[3] != "GET"))
            #expect(next.headers.contains("accept") && next.headers.contains("authorization"))
        case "secrets":
            let headers = CacheScene.headers("Authorization: a\nCookie: b\nProxy-Authorization: c\nX: d")
            let next = RedirectRule.request(
                Request(url: CacheScene.url, headers: headers), redirectedTo: try #require(WebURL(row[1])),
                status: 302)
            for name in ["authorization", "cookie", "proxy-authorization"] {
                #expect(next.headers.contains(name) == (row[2] == "yes"), "\(name)")
            }
            #expect(next.headers.contains("x"))
        default: return false
        }
        return true
    }

    /// Checks a row about parts of responses; returns false if it is none.
    private static func checksPart(_ row: TableRow) throws -> Bool {
        var scene = CacheScene()
        let part = PartialContentTests.part
        switch row[0] {
        case "range":
            scene.receive("Cache-Control: max-age=100\nContent-Length: 10")
            guard row[2] != "fetch" else {
                #expect(scene.word("Range: \(row[1])") == "fetch")
                return true
            }
            let use = try #require(PartialContentTests.portion(scene, row[1]))
            let (start, end) = (try number(row[2]), try number(row[3]))
            #expect(use.status == 206 && use.storedRange == start..<end)
            let headers = use.headers(age: 7)
            #expect(headers.all("content-range") == ["bytes \(start)-\(end - 1)/10"])
            #expect(headers.all("content-length") == ["\(end - start)"] && headers.first("age") == "7")
        case "if-range":
            scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
            let policy = scene.policy("Range: bytes=0-1\nIf-Range: \(row[1])", mode: .forceCache)
            #expect(policy.use(at: 1)?.status == Int(row[2]))
        case "part":
            #expect(scene.receive("\(part) 2-6/10", status: 206, to: "Range: bytes=2-6") == true)
            #expect((PartialContentTests.portion(scene, row[1]) != nil) == (row[2] == "yes"))
            #expect(scene.word("Range: bytes=0-0", mode: .onlyIfCached) == "none")
        case "asked":
            #expect(scene.receive("\(part) \(row[2])", status: 206, to: "Range: \(row[1])") == true)
            switch PartialContentTests.portion(scene, row[1])?.portion {
            case .range(let range, _): #expect("\(range)" == row[3])
            case .whole, .headOnly, nil: #expect(row[3] == "-")
            }
        case "partial":
            let lines = "Cache-Control: max-age=9\n\(row[1])"
            #expect(scene.receive(lines, status: 206, to: "Range: bytes=0-4") == (row[2] == "yes"))
        case "broken":
            guard let broken = PartialContentTests.broken(row[1]) else {
                #expect(row[2] == "-")
                return true
            }
            let headers = broken.question(after: 1)?.headers
            #expect(headers?.first("range") == "bytes=5-")
            #expect(headers?.first("if-range") == CacheScene.headers("A: \(row[2])").first("a"))
            #expect(broken.word(mode: .forceCache) == "complete")
            #expect(broken.word(mode: .onlyIfCached) == "none")
            #expect(broken.word("Range: bytes=0-4") == "use" && broken.word("", method: .head) == "use")
        case "continued":
            scene = try #require(PartialContentTests.broken("ETag: \"a\""))
            let asked = try #require(scene.question())
            let verdict = scene.policy().verdict(
                on: CacheScene.head(row[2], status: try number(row[1])), to: asked.question,
                of: CacheScene.url, requested: CacheScene.start, received: CacheScene.start)
            switch verdict {
            case .passedOn: #expect(row[3] == "passed")
            case .unusable: #expect(row[3] == "unusable")
            case .confirmed: Issue.record("confirmed")
            case .continued(_, let whole):
                #expect(row[3] == "continued")
                #expect(whole.status == 200 && whole.headers.all("content-length") == ["10"])
            }
        default: return false
        }
        return true
    }
}

struct CachingTableTests {
    @Test func `the table of responses has its rows, each below a sentence that a test asks for`() {
        #expect(CachingTable.all.count >= 588)
        #expect(CachingTable.rows(below: "max-age follows").count == 43)
    }
}
