import SonicProtocol
import SonicServer
import SystemLibraries
import Testing

@Suite struct SonicResponderTests {
    static let page = """
        <!DOCTYPE html>
        <title>Tide table</title>
        <h1>Tides</h1>
        <!--sonicdiff-high-->High water 06:12<!--sonicdiff-high-end-->
        <p>and</p>
        <!--sonicdiff-low-->Low water 12:30<!--sonicdiff-low-end-->

        """
    static let template = """
        <!DOCTYPE html>
        {title}
        <h1>Tides</h1>
        {high}
        <p>and</p>
        {low}

        """

    /// The response to a request with these fields.
    static func answer(
        _ fields: [(String, String)], page: String = page, method: String = "GET",
        offline: ResponseTags.Offline = .yes
    ) -> ServerResponse {
        SonicResponder(hashes: .nettle).respond(
            with: Array(page.utf8),
            to: ServerRequest(
                method: method, target: "/", headers: Headers(fields.map { HeaderField($0, $1) })),
            offline: offline)
    }

    static func sha1(_ text: String) -> String { Hashes.nettle.sha1(Array(text.utf8)) }

    static func text(_ response: ServerResponse) -> String {
        String(decoding: response.bytes ?? [], as: UTF8.self)
    }

    static let etag = sha1(page)
    static let tag = sha1(template)

    @Test func `a first load has the page with both tags`() {
        let answer = Self.answer([("accept-diff", "true")])
        #expect(answer.status == 200)
        #expect(Self.text(answer) == Self.page)
        #expect(
            answer.headers.fields.map { "\($0.name): \($0.value)" } == [
                "Content-Type: text/html; charset=utf-8", "Cache-Control: private, no-cache",
                "Vary: accept-diff", "Etag: \(Self.etag)", "template-tag: \(Self.tag)",
                "template-change: true", "Cache-Offline: true",
            ])
    }

    @Test
    func `a matching template and a changed page give a data update with title and blocks in page order`() {
        let answer = Self.answer([
            ("accept-diff", "true"), ("template-tag", Self.tag), ("If-None-Match", Self.sha1("older")),
        ])
        #expect(answer.status == 200)
        #expect(answer.headers.first("template-change") == "false")
        #expect(answer.headers.first("Etag") == Self.etag)
        let blocks = [
            #""{title}":"<title>Tide table</title>""#,
            #""{high}":"<!--sonicdiff-high-->High water 06:12<!--sonicdiff-high-end-->""#,
            #""{low}":"<!--sonicdiff-low-->Low water 12:30<!--sonicdiff-low-end-->""#,
        ].joined(separator: ",")
        #expect(
            Self.text(answer)
                == "{\"data\":{\(blocks)},\"template-tag\":\"\(Self.tag)\",\"html-sha1\":\"\(Self.etag)\",\"diff\":\"\"}"
        )
    }

    @Test func `the page's own hash gives a 304 without body and template tag`() {
        let answer = Self.answer([
            ("accept-diff", "true"), ("template-tag", Self.tag), ("If-None-Match", Self.etag),
        ])
        #expect(answer.status == 304)
        #expect(answer.bytes == [])
        #expect(answer.headers.first("Cache-Offline") == "store")
        #expect(!answer.headers.contains("template-tag") && !answer.headers.contains("template-change"))
        #expect(!answer.headers.contains("Content-Type"))
    }

    @Test func `another template gives a template change`() {
        let answer = Self.answer([
            ("accept-diff", "true"), ("template-tag", Self.sha1("older")),
            ("If-None-Match", Self.sha1("older")),
        ])
        #expect(answer.headers.first("template-change") == "true")
        #expect(Self.text(answer) == Self.page)
    }

    @Test func `a matching template without a validator still gives an update, as on the reference servers`()
    {
        let answer = Self.answer([("accept-diff", "true"), ("template-tag", Self.tag)])
        #expect(answer.headers.first("template-change") == "false")
    }

    @Test(arguments: [[], [("accept-diff", "false")], [("accept-diff", "")], [("accept-diff", "TRUE")]])
    func `without accept-diff true the page has no Sonic headers`(_ fields: [(String, String)]) {
        let answer = Self.answer(
            fields + [("template-tag", Self.tag), ("If-None-Match", Self.etag)])
        #expect(answer.status == 200)
        #expect(Self.text(answer) == Self.page)
        #expect(
            answer.headers.fields.map(\.name) == ["Content-Type", "Cache-Control", "Vary"])
    }

    @Test(arguments: [
        "W/\"\(etag)\"", "\"\(etag)\"", "w/\(etag)", etag.uppercased(), "\"x\", W/\"\(etag)\"",
    ])
    func `a validator that a proxy made weak, quoted or put in a list still gives a 304`(_ validator: String)
    {
        let answer = Self.answer([("accept-diff", "true"), ("If-None-Match", validator)])
        #expect(answer.status == 304)
    }

    @Test(arguments: ["*", "", "\"\"", "x\(etag)", "\(etag)\(etag)"])
    func `any other validator gives no 304`(_ validator: String) {
        #expect(Self.answer([("accept-diff", "true"), ("If-None-Match", validator)]).status == 200)
    }

    @Test(arguments: [ResponseTags.Offline.store, .no, .http])
    func `cache-offline is sent with each response`(_ offline: ResponseTags.Offline) {
        for fields in [[], [("If-None-Match", Self.etag)], [("template-tag", Self.tag)]] {
            let answer = Self.answer([("accept-diff", "true")] + fields, offline: offline)
            #expect(answer.headers.all("Cache-Offline") == [offline.rawValue])
        }
    }

    @Test func `a page without blocks updates only its title`() {
        let page = "<title>One</title><p>text</p>"
        let tag = Self.sha1("{title}<p>text</p>")
        let answer = Self.answer([("accept-diff", "true"), ("template-tag", tag)], page: page)
        #expect(Self.text(answer).hasPrefix(#"{"data":{"{title}":"<title>One</title>"},"#))
    }

    @Test func `a page without title has an empty title in its data`() {
        let page = "<!--sonicdiff-a-->x<!--sonicdiff-a-end-->"
        let answer = Self.answer(
            [("accept-diff", "true"), ("template-tag", Self.sha1("{a}"))], page: page)
        #expect(Self.text(answer).hasPrefix(#"{"data":{"{title}":"","{a}":"#))
    }

    @Test func `two blocks of one name never give an update, which would lose one of them`() {
        let page = "<!--sonicdiff-a-->1<!--sonicdiff-a-end--><!--sonicdiff-a-->2<!--sonicdiff-a-end-->"
        let first = Self.answer([("accept-diff", "true")], page: page)
        let tag = first.headers.first("template-tag") ?? ""
        let second = Self.answer([("accept-diff", "true"), ("template-tag", tag)], page: page)
        #expect(second.headers.first("template-change") == "true")
        #expect(Self.text(second) == page)
    }

    @Test func `a page that is not UTF-8 never gives an update and has no charset`() {
        let page: [UInt8] = Array("<!--sonicdiff-a-->".utf8) + [0xC4, 0xE3] + "<!--sonicdiff-a-end-->".utf8
        let request = ServerRequest(
            target: "/",
            headers: Headers([
                HeaderField("accept-diff", "true"), HeaderField("template-tag", Self.sha1("{a}")),
            ]))
        let answer = SonicResponder(hashes: .nettle).respond(with: page, to: request)
        #expect(answer.headers.first("template-tag") == Self.sha1("{a}"))
        #expect(answer.headers.first("template-change") == "true")
        #expect(answer.headers.first("Content-Type") == "text/html")
        #expect(answer.bytes == page)
    }

    @Test func `an update merges to the page's exact text, whatever its characters`() throws {
        let odd = "\"quotes\" \\ back / slash \t\r\n\u{0}\u{1F} \u{7F} é 数据 😀 \u{2028}\u{2029} {title} </p>"
        let page = "<title>T</title><!--sonicdiff-a-->\(odd)<!--sonicdiff-a-end-->"
        let older = "<title>Old</title><!--sonicdiff-a-->old<!--sonicdiff-a-end-->"
        let tag = Self.sha1("{title}{a}")
        let answer = Self.answer([("accept-diff", "true"), ("template-tag", tag)], page: page)
        let update = try DataUpdate(json: answer.bytes ?? [])
        let merged = try PageSplit(html: Array(older.utf8)).merging(
            update, into: Array(older.utf8), claimed: update.htmlSHA1, hashes: .nettle)
        #expect(String(decoding: merged.html, as: UTF8.self) == page)
        #expect(merged.changes.map(\.name) == ["title", "a"])
    }
}
