import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// The responses for a folder's files with conditions, ranges and content codings.
@Suite struct FolderAnswersTests {
    private let folder: TemporaryFolder
    private let site: FolderSite
    private static let text = (0..<2000).map { "line \($0)\n" }.joined()
    private static let page = "<title>T</title><!--sonicdiff-a-->" + text + "<!--sonicdiff-a-end-->"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.text, to: "a.txt")
        try folder.write("0123456789", to: "ten.bin")
        try folder.write("", to: "empty.bin")
        try folder.write(Self.page, to: "page.html")
        // An hour later no file counts as recently changed.
        site = try FolderSite(path: folder.path, hashes: .nettle) { Clock.now.adding(seconds: 3600) }
    }

    private func ask(_ target: String, method: String = "GET", _ fields: [(String, String)] = []) throws
        -> Reply
    {
        let headers = Headers(fields.map { HeaderField($0.0, $0.1) })
        let answer = site.answer(ServerRequest(method: method, target: target, headers: headers))
        guard case .response(let response) = answer else { throw Unexpected() }
        return Reply(response)
    }

    private struct Unexpected: Error {}

    /// A response whose file was read and closed.
    private struct Reply {
        let status: Int
        let headers: Headers
        let body: [UInt8]
        let isReusable: Bool

        init(_ response: ServerResponse) {
            status = response.status
            headers = response.headers
            isReusable = response.reusable != nil
            body = response.loaded().bytes ?? []
        }

        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(name: String) -> String? { headers.first(name) }
    }

    @Test(arguments: ["/a.txt", "/ten.bin", "/page.html", "/"])
    func `a file that the client has is not sent again`(_ target: String) throws {
        let first = try ask(target)
        let tag = try #require(first["ETag"])
        #expect(first.status == 200 && tag.hasPrefix("\"") && first["Accept-Ranges"] == "bytes")
        for value in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try ask(target, [("If-None-Match", value)])
            #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag, "\(value)")
            #expect(again["Content-Type"] == nil && again["Cache-Control"]?.contains("no-cache") == true)
        }
        for value in ["\"x\"", "", tag.replacing("\"", with: "")] {
            #expect(try ask(target, [("If-None-Match", value)]).status == 200, "\(value)")
        }
        guard let modified = first["Last-Modified"] else {
            #expect(target == "/", "a list of files has no time of its own")
            return
        }
        #expect(try ask(target, [("If-Modified-Since", modified)]).status == 304)
        #expect(try ask(target, method: "HEAD", [("If-Modified-Since", modified)]).status == 304)
        let before = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(try ask(target, [("If-Modified-Since", before)]).status == 200)
        #expect(try ask(target, [("If-Modified-Since", "yesterday")]).status == 200)
        // If-None-Match takes precedence over If-Modified-Since.
        #expect(
            try ask(target, [("If-Modified-Since", modified), ("If-None-Match", "\"x\"")]).status == 200)
    }

    @Test func `a failed precondition is a 412`() throws {
        let first = try ask("/ten.bin")
        let (tag, modified) = (try #require(first["ETag"]), try #require(first["Last-Modified"]))
        let before = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(try ask("/ten.bin", [("If-Match", "\"x\"")]).status == 412)
        #expect(try ask("/ten.bin", [("If-Match", "W/\(tag)")]).status == 412)
        #expect(try ask("/ten.bin", [("If-Unmodified-Since", before)]).status == 412)
        #expect(try ask("/ten.bin", [("If-Unmodified-Since", modified)]).status == 200)
        #expect(try ask("/ten.bin", [("If-Match", "\"x\", \(tag)")]).status == 200)
        #expect(try ask("/ten.bin", [("If-Match", "*"), ("If-Unmodified-Since", before)]).status == 200)
        #expect(try ask("/ten.bin", [("If-Match", tag), ("If-None-Match", tag)]).status == 304)
    }

    @Test(
        arguments: TableRow.rows(
            "a satisfiable range is a", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `a satisfiable range is a 206 with its part`(row: TableRow) throws {
        let (range, text, place) = (row[1], row[2], row[3])
        let part = try ask("/ten.bin", [("Range", range)])
        #expect(part.status == 206 && part.text == text)
        #expect(part["Content-Range"] == "bytes \(place)/10" && part["ETag"] != nil)
    }

    @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
    func `a range beyond the end is a 416`(_ range: String) throws {
        let answer = try ask("/ten.bin", [("Range", range)])
        #expect(answer.status == 416 && answer["Content-Range"] == "bytes */10")
        #expect(try ask("/empty.bin", [("Range", range)]).status == 416)
    }

    @Test(
        arguments: TableRow.rows(
            "an invalid range or several", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `an invalid range, or several, are answered with the complete file`(row: TableRow) throws {
        let range = row[1]
        let answer = try ask("/ten.bin", [("Range", range)])
        #expect(answer.status == 200 && answer.text == "0123456789")
    }

    @Test func `If-Range sends a part only if the file is unchanged`() throws {
        let first = try ask("/ten.bin")
        let (tag, modified) = (try #require(first["ETag"]), try #require(first["Last-Modified"]))
        func status(_ condition: String) throws -> Int {
            try ask("/ten.bin", [("Range", "bytes=5-"), ("If-Range", condition)]).status
        }
        #expect(try status(tag) == 206)
        for other in ["W/\(tag)", "\"x\"", modified, "", "*"] {
            #expect(try status(other) == 200, "\(other)")
        }
        #expect(try ask("/ten.bin", method: "HEAD", [("Range", "bytes=5-")]).status == 200)
        #expect(
            try ask("/ten.bin", [("Range", "bytes=5-"), ("If-None-Match", tag)]).status == 304)
    }

    @Test func `a file that was just written has a weak tag, which If-Range does not accept`() throws {
        let now = try FolderSite(path: folder.path, hashes: .nettle) { Clock.now }
        func answer(_ fields: [HeaderField]) -> ServerResponse? {
            let request = ServerRequest(target: "/ten.bin", headers: Headers(fields))
            guard case .response(let response) = now.answer(request) else { return nil }
            return response.loaded()
        }
        // The modification time is long ago, but the change time is now.
        let past = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
        utimes(folder.path("ten.bin"), past)
        let tag = try #require(answer([])?.headers.first("ETag"))
        #expect(tag.hasPrefix("W/"))
        #expect(answer([HeaderField("If-None-Match", tag)])?.status == 304)
        #expect(answer([HeaderField("Range", "bytes=1-"), HeaderField("If-Range", tag)])?.status == 200)
    }

    @Test(arguments: ["br", "gzip"])
    func `text is compressed for clients that accept it, with a tag for each coding`(
        _ coding: String
    ) throws {
        let plain = try ask("/a.txt")
        #expect(plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding")
        let packed = try ask("/a.txt", [("Accept-Encoding", coding)])
        #expect(packed["Content-Encoding"] == coding && packed.body.count < Self.text.utf8.count / 3)
        let tag = try #require(packed["ETag"])
        #expect(tag != plain["ETag"] && packed["Vary"] == "Accept-Encoding")
        #expect(try ask("/a.txt", [("Accept-Encoding", coding), ("If-None-Match", tag)]).status == 304)
        #expect(try ask("/a.txt", [("If-None-Match", tag)]).status == 200)
        let part = try ask("/a.txt", [("Accept-Encoding", coding), ("Range", "bytes=10-19")])
        #expect(part.status == 206 && part.body == Array(packed.body[10..<20]))
        #expect(part["Content-Encoding"] == coding)
        let bin = try ask("/ten.bin", [("Accept-Encoding", coding)])
        #expect(bin["Content-Encoding"] == nil && bin["Vary"] == nil)
    }

    @Test func `a page's tag is quoted for clients without Sonic, and unquoted for those with it`() throws {
        let sha1 = Hashes.nettle.sha1(Array(Self.page.utf8))
        let plain = try ask("/page.html")
        #expect(plain["ETag"] == "\"\(sha1)\"" && plain["template-tag"] == nil)
        let packed = try ask("/page.html", [("Accept-Encoding", "br;q=0.5, gzip")])
        #expect(packed["ETag"] == "\"\(sha1)-gzip\"" && packed["Content-Encoding"] == "gzip")
        let sonic = try ask("/page.html", [("accept-diff", "true"), ("Accept-Encoding", "br, gzip")])
        #expect(sonic.headers.all("ETag") == [sha1] && sonic["Content-Encoding"] == "gzip")
        #expect(sonic["Accept-Ranges"] == nil && sonic["Vary"] == "accept-diff, Accept-Encoding")
        let only = try ask("/page.html", [("accept-diff", "true"), ("Accept-Encoding", "br")])
        #expect(only["Content-Encoding"] == nil && only.text == Self.page)
        let part = try ask("/page.html", [("accept-diff", "true"), ("Range", "bytes=0-1")])
        #expect(part.status == 200 && part.text == Self.page)
        let update = try ask(
            "/page.html",
            [
                ("accept-diff", "true"), ("template-tag", sonic["template-tag"] ?? ""),
                ("Accept-Encoding", "gzip"),
            ])
        #expect(update["template-change"] == "false" && update["Content-Encoding"] == "gzip")
        #expect(update.body.starts(with: [0x1F, 0x8B]))
        let same = try ask(
            "/page.html", [("accept-diff", "true"), ("If-None-Match", sha1), ("Accept-Encoding", "gzip")])
        #expect(same.status == 304 && same["Content-Encoding"] == nil)
    }

    @Test func `savings are relative to what a server without Sonic would have sent`() throws {
        func plainBytes(_ fields: [(String, String)]) -> Int? {
            let headers = Headers(fields.map { HeaderField($0.0, $0.1) })
            guard
                case .response(let response) = site.answer(
                    ServerRequest(target: "/page.html", headers: headers))
            else { return nil }
            return response.prepared?.plainBytes
        }
        let size = Self.page.utf8.count
        let packed = try ask("/page.html", [("Accept-Encoding", "gzip")]).body.count
        #expect(plainBytes([]) == size && plainBytes([("accept-diff", "true")]) == size)
        #expect(plainBytes([("Range", "bytes=0-9")]) == 10 && plainBytes([("If-None-Match", "*")]) == 0)
        for fields in [[("accept-diff", "true")], []] {
            #expect(plainBytes(fields + [("Accept-Encoding", "gzip")]) == packed)
        }
        let sha1 = Hashes.nettle.sha1(Array(Self.page.utf8))
        #expect(plainBytes([("accept-diff", "true"), ("If-None-Match", sha1)]) == size)
    }

    @Test func `responses for an unchanged file are built once, and rebuilt when it changes`() throws {
        for (target, fields) in [
            ("/page.html", [("accept-diff", "true")]), ("/page.html", []),
            ("/a.txt", [("Accept-Encoding", "gzip")]),
        ] {
            #expect(try ask(target, fields).isReusable && ask(target, fields).isReusable)
        }
        let first = try ask("/page.html", [("accept-diff", "true")])
        try folder.write("<p>other", to: "page.html")
        let second = try ask("/page.html", [("accept-diff", "true")])
        #expect(second.text == "<p>other" && first["ETag"] != second["ETag"])
        // Another file of the same length and time under its name.
        let time = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
        utimes(folder.path("page.html"), time)
        #expect(try ask("/page.html").text == "<p>other")
        try folder.write("<p>third", to: "new.html")
        utimes(folder.path("new.html"), time)
        rename(folder.path("new.html"), folder.path("page.html"))
        #expect(try ask("/page.html").text == "<p>third")
        unlink(folder.path("page.html"))
        #expect(try ask("/page.html").status == 404)
    }

    @Test func `a modified response is not the cached one`() throws {
        let request = ServerRequest(target: "/page.html")
        guard case .response(let made) = site.answer(request) else { throw Unexpected() }
        #expect(made.reusable != nil && made == made.with("X", "y").without("X"))
        #expect(made.with("X", "y").reusable == nil)
        var other = made
        other.status = 500
        #expect(other.reusable == nil)
    }

    @Test func `responses without a body close the file that was opened`() throws {
        let server = try RunningServer { [path = folder.path] () -> any Site in
            do {
                return try FolderSite(path: path, hashes: .nettle) { Clock.now }
            } catch {
                return Nothing()
            }
        }
        let client = RawClient(server.port)
        for _ in 0..<1200 {
            client.ask("/ten.bin", method: "HEAD")
            #expect(client.reply(toHead: true)?.head.headers.first("content-length") == "10")
            client.ask("/ten.bin", ["If-None-Match: *"])
            #expect(client.readHead()?.status == 304)
            client.ask("/ten.bin", ["Range: bytes=20-"])
            #expect(client.reply()?.head.status == 416)
        }
        client.ask("/ten.bin", ["Range: bytes=2-4"])
        #expect(client.reply()?.text == "234")
    }

    private struct Nothing: Site {
        func answer(_ request: ServerRequest) -> ServerAnswer { .hangUp }
    }
}

extension ServerResponse {
    fileprivate func without(_ name: String) -> ServerResponse {
        var response = self
        response.headers.remove(name)
        return response
    }
}
