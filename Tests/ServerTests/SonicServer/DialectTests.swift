import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicServer

/// What the reference servers do beyond the recordings (docs/reference/protocol.md#quirks).
@Suite struct DialectTests {
    private static let page = "<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end-->"
    private static let tag = Hashes.nettle.sha1(Array("{title}{a}".utf8))
    private static let etag = Hashes.nettle.sha1(Array(page.utf8))

    private func answer(
        _ dialect: Dialect, _ fields: [(String, String)], page: [UInt8] = Array(page.utf8),
        method: String = "GET"
    ) -> ServerResponse {
        SonicResponder(hashes: .nettle, as: dialect).respond(
            with: page,
            to: ServerRequest(
                method: method, target: "/", headers: Headers(fields.map { HeaderField($0.0, $0.1) })))
    }

    private func text(_ response: ServerResponse) -> String {
        String(decoding: response.bytes ?? [], as: UTF8.self)
    }

    @Test func `PHP matches request headers by their exact names`() {
        #expect(answer(.php, [("accept-diff", "true")]).headers.contains("template-tag"))
        #expect(!answer(.php, [("Accept-Diff", "true")]).headers.contains("template-tag"))
        let tags = [("accept-diff", "true"), ("Template-Tag", Self.tag)]
        #expect(answer(.php, tags).headers.first("template-change") == "true")
        for name in ["If-None-Match", "if-none-match"] {
            #expect(answer(.php, [("accept-diff", "true"), (name, Self.etag)]).status == 304)
        }
        #expect(answer(.php, [("accept-diff", "true"), ("IF-NONE-MATCH", Self.etag)]).status == 200)
    }

    @Test func `PHP sends an empty update for a page that is not UTF-8`() {
        let page = Array("<!--sonicdiff-a-->".utf8) + [0xC4, 0xE3] + "<!--sonicdiff-a-end-->".utf8
        let tag = Hashes.nettle.sha1(Array("{a}".utf8))
        let update = answer(.php, [("accept-diff", "true"), ("template-tag", tag)], page: page)
        #expect(update.status == 200 && update.bytes == [])
        #expect(update.headers.first("template-change") == "false")
    }

    @Test func `PHP loses the template of a page with a block over a megabyte`() throws {
        let page =
            Array("<title>T</title><!--sonicdiff-a-->".utf8) + [UInt8](repeating: 120, count: 1_000_001)
            + "<!--sonicdiff-a-end-->".utf8
        let nothing = Hashes.nettle.sha1([])
        let first = answer(.php, [("accept-diff", "true")], page: page)
        #expect(first.headers.first("template-tag") == nothing)
        let update = answer(.php, [("accept-diff", "true"), ("template-tag", nothing)], page: page)
        #expect(try DataUpdate(json: update.bytes ?? []).data.keys.sorted() == ["{title}"])
    }

    @Test func `Node uses Sonic for clients that accept gzip and send accept-diff with any value`() {
        #expect(answer(.node, [("accept-diff", "true")]).headers.fields.map(\.name) == ["Content-Type"])
        let packed = answer(.node, [("accept-diff", "false"), ("Accept-Encoding", "br, gzip;q=0.5")])
        #expect(
            packed.headers.fields.map(\.name) == [
                "Content-Type", "Content-Encoding", "Etag", "template-tag", "Cache-Offline",
                "template-change",
            ])
        let refused = answer(.node, [("accept-diff", "true"), ("Accept-Encoding", "gzip;q=0")])
        #expect(!refused.headers.contains("template-tag"))
        let plain = answer(.node, [("Accept-Encoding", "gzip")])
        #expect(plain.headers.fields.map(\.name) == ["Content-Type", "Content-Encoding"])
        let head = answer(.node, [("accept-diff", "true"), ("Accept-Encoding", "gzip")], method: "HEAD")
        #expect(!head.headers.contains("template-tag"))
    }

    @Test
    func `Node sorts numeric names first, loses __proto__, and hashes the bytes before they are replaced`()
        throws
    {
        func block(_ name: String) -> String { "<!--sonicdiff-\(name)-->x<!--sonicdiff-\(name)-end-->" }
        let page = Array(["b", "10", "__proto__", "2", "01"].map(block).joined().utf8)
        let split = ReferenceSplit(page, as: .node)
        #expect(split.data.map(\.name) == ["{2}", "{10}", "{title}", "{b}", "{01}"])
        let broken = Array("<title>".utf8) + [0xC4, 0xE3] + "</title>".utf8
        let first = answer(.node, [("accept-diff", "1"), ("Accept-Encoding", "gzip")], page: broken)
        #expect(first.headers.first("Etag") == Hashes.nettle.sha1(broken))
        #expect(text(first).contains("<title>\u{FFFD}\u{FFFD}</title>"))
    }

    @Test func `Java uses Sonic without accept-diff, except for Cache-Offline and 304`() throws {
        let update = answer(.java, [("template-tag", Self.tag), ("If-None-Match", Self.etag)])
        #expect(
            update.headers.fields.map(\.name) == [
                "Cache-Control", "Etag", "template-tag", "template-change", "Content-Type",
            ])
        #expect(try DataUpdate(json: update.bytes ?? []).data.count == 2)
        #expect(answer(.java, []).headers.first("template-change") == "true")
        let same = answer(.java, [("accept-diff", "true"), ("If-None-Match", Self.etag.uppercased())])
        #expect(same.status == 304 && same.headers.all("Cache-Offline") == ["true", "store"])
    }

    @Test func `Java responds with 304 to a blank page and to HEAD for all clients`() {
        #expect(answer(.java, [], page: Array(" \r\n\t".utf8)).status == 304)
        #expect(answer(.java, [], method: "HEAD").status == 304)
        #expect(answer(.php, [], page: []).status == 200)
    }

    @Test func `Java's members are in the order of its hash map`() {
        func block(_ name: String) -> String { "<!--sonicdiff-\(name)-->x<!--sonicdiff-\(name)-end-->" }
        let split = ReferenceSplit(Array((block("data1") + block("data2")).utf8), as: .java)
        // As in the recordings.
        #expect(split.data.map(\.name) == ["{data2}", "{data1}", "{title}"])
    }

    @Test func `each dialect has its own definition of a title's line end`() {
        let page = Array("<title>a\rb</title><title>c\u{85}d</title><title>e\nf</title>".utf8)
        func template(_ dialect: Dialect) -> String {
            String(decoding: ReferenceSplit(page, as: dialect.quirks).template, as: UTF8.self)
        }
        #expect(template(.php) == "{title}{title}<title>e\nf</title>")
        #expect(template(.node) == "<title>a\rb</title>{title}<title>e\nf</title>")
        #expect(template(.java) == String(decoding: page, as: UTF8.self))
    }

    @Test func `stored gzip blocks are valid gzip`() throws {
        #expect(
            Gzip.stored(Array("abc".utf8)) == [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63,
                // The CRC-32 and the length of these three bytes.
                0xC2, 0x41, 0x24, 0x35, 3, 0, 0, 0,
            ])
        let long = Gzip.stored([UInt8](repeating: 7, count: 65536))
        #expect(long[10...14].elementsEqual([0, 0xFF, 0xFF, 0, 0]))
        #expect(long[(15 + 65535)...].prefix(6).elementsEqual([1, 1, 0, 0xFE, 0xFF, 7]))
    }

    @Test func `every dialect sends updates that a client can merge`() throws {
        let older = Self.page.replacing("1", with: "0")
        for dialect in Dialect.allCases {
            let fields = [("accept-diff", "true"), ("template-tag", Self.tag), ("Accept-Encoding", "gzip")]
            let response = answer(dialect, fields)
            guard let update = response.prepared?.update else {
                Issue.record("\(dialect) sends no update")
                continue
            }
            let merged = try PageSplit(html: Array(older.utf8)).merging(
                try DataUpdate(json: update.json(as: dialect.quirks)), into: Array(older.utf8),
                claimed: update.htmlSHA1, hashes: .nettle)
            #expect(String(decoding: merged.html, as: UTF8.self) == Self.page)
        }
    }
}
