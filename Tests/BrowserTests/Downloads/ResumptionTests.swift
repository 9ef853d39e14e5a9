import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

@Suite struct ResumptionTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static let url = WebURL("http://x.test/a.zip")!

    private func head(_ status: Int, _ fields: [String: String] = [:]) -> ResponseHead {
        ResponseHead(
            version: "HTTP/1.1", status: status, reason: "",
            headers: Headers(fields.map { HeaderField($0, $1) }),
            raw: [])
    }

    private func part(_ received: Int, of length: Int?, _ validator: FileValidator? = .tag("\"v1\""))
        -> Resumption
    {
        Resumption(
            DownloadRecord(url: Self.url, type: nil, length: length, validator: validator), received: received
        )
    }

    @Test func `the rest is requested with a range that starts at the bytes received`() {
        let fields = part(100, of: 300).fields
        #expect(fields.contains(HeaderField("Range", "bytes=100-")))
        #expect(fields.contains(HeaderField("If-Range", "\"v1\"")))
        #expect(fields.contains(HeaderField("Accept-Encoding", "identity")))
        #expect(part(100, of: nil).asksForRest)
    }

    @Test func `without a validator, bytes or a remainder the whole file is requested`() {
        for whole in [
            part(100, of: 300, nil), part(0, of: 300), part(300, of: 300), Resumption(nil, received: 9),
        ] {
            #expect(whole.fields == [HeaderField("Accept-Encoding", "identity")])
        }
        #expect(part(300, of: 300).isWhole)
        #expect(!part(300, of: 300, nil).isWhole)
        #expect(!part(0, of: 0).isWhole)
    }

    @Test(arguments: [
        ("bytes 100-299/300", Resumption.Verdict.goesOn), ("bytes 100-199/300", .goesOn),
        ("BYTES 100-299/*", .goesOn),
        ("bytes 0-299/300", .asksAnew("Content-Range begins at 0, not at 100")),
        ("bytes 100-299/301", .asksAnew("Content-Range gives a total of 301 bytes, not 300")),
        ("bytes 100-300/300", .asksAnew("Content-Range “bytes 100-300/300” is not a valid byte range")),
        ("bytes 100-99/300", .asksAnew("Content-Range “bytes 100-99/300” is not a valid byte range")),
        ("bytes -1-2/3", .asksAnew("Content-Range “bytes -1-2/3” is not a valid byte range")),
        ("bytes */300", .asksAnew("Content-Range “bytes */300” is not a valid byte range")),
        ("items 100-299/300", .asksAnew("Content-Range “items 100-299/300” is not a valid byte range")),
        (
            "bytes 100-99999999999999999999/*",
            .asksAnew("Content-Range “bytes 100-99999999999999999999/*” is not a valid byte range")
        ),
    ])
    func `a partial response must continue the bytes received`(range: String, expected: Resumption.Verdict) {
        let head = head(206, ["Content-Range": range, "ETag": "\"v1\""])
        #expect(part(100, of: 300).verdict(on: head) == expected)
    }

    @Test func `a partial response of another version or with a content coding is rejected`() {
        let range = "bytes 100-299/300"
        let other = head(206, ["Content-Range": range, "ETag": "\"v2\""])
        #expect(
            part(100, of: 300).verdict(on: other) == .asksAnew("the part has ETag \"v2\", not \"v1\""))
        let coded = head(206, ["Content-Range": range, "ETag": "\"v1\"", "Content-Encoding": "gzip"])
        #expect(part(100, of: 300).verdict(on: coded) == .asksAnew("the part has a content coding"))
        #expect(part(100, of: 300).verdict(on: head(206)) == .asksAnew("status 206 without Content-Range"))
    }

    @Test func `a partial response is joined only with the same strong validator`() {
        let early = "Tue, 14 Nov 2023 22:00:00 GMT"
        let tagged = part(100, of: 300)
        let dated = part(100, of: 300, .date(HeaderValue(early)))
        func verdict(_ part: Resumption, _ fields: [String: String]) -> Resumption.Verdict {
            part.verdict(
                on: head(206, fields.merging(["Content-Range": "bytes 100-299/300"]) { own, _ in own }))
        }
        #expect(verdict(tagged, [:]) == .asksAnew("the part has no ETag, not \"v1\""))
        #expect(verdict(tagged, ["Last-Modified": early]) == .asksAnew("the part has no ETag, not \"v1\""))
        #expect(
            verdict(tagged, ["ETag": "W/\"v1\""]) == .asksAnew("the part has ETag W/\"v1\", not \"v1\""))
        #expect(verdict(tagged, ["ETag": "\"v1\""]) == .goesOn)
        #expect(verdict(dated, ["Last-Modified": early]) == .goesOn)
        #expect(
            verdict(dated, ["ETag": "\"v1\""]) == .asksAnew("the part has no Last-Modified, not \(early)"))
        let late = "Tue, 14 Nov 2023 23:00:00 GMT"
        #expect(
            verdict(dated, ["Last-Modified": late])
                == .asksAnew("the part has Last-Modified \(late), not \(early)"))
    }

    @Test func `a full response starts over, and 416 means that the file is complete`() {
        #expect(part(100, of: 300).verdict(on: head(200)) == .startsAnew)
        let all = head(416, ["Content-Range": "bytes */100"])
        #expect(part(100, of: nil).verdict(on: all) == .isWhole)
        #expect(part(100, of: 300).verdict(on: all) == .asksAnew("status 416: the file has no byte 100"))
        #expect(
            part(100, of: 300).verdict(on: head(416)) == .asksAnew("status 416: the file has no byte 100"))
    }

    @Test func `unrequested partial responses are rejected`() {
        let whole = Resumption(nil, received: 0)
        #expect(
            whole.verdict(on: head(206, ["Content-Range": "bytes 5-9/10"]))
                == .refused("status 206, though no range was requested"))
        #expect(whole.verdict(on: head(404)) == .refused("the server answered 404"))
        #expect(whole.verdict(on: head(302, ["Location": "/b"])) == .redirect("/b"))
        #expect(whole.verdict(on: head(302)) == .refused("status 302 has no address to redirect to"))
    }

    @Test func `only strong validators are used for ranges`() {
        func validator(_ fields: [String: String]) -> FileValidator? {
            FileValidator(Headers(fields.map { HeaderField($0, $1) }), now: Self.now)
        }
        let (early, late) = ("Tue, 14 Nov 2023 22:00:00 GMT", "Tue, 14 Nov 2023 22:00:01 GMT")
        #expect(validator(["ETag": "\"a\""]) == .tag("\"a\""))
        #expect(validator(["ETag": "W/\"a\"", "Last-Modified": early, "Date": late]) == nil)
        #expect(validator(["ETag": "bare"]) == nil)
        #expect(validator(["Last-Modified": early, "Date": late]) == .date(HeaderValue(early)))
        #expect(validator(["Last-Modified": early, "Date": early]) == nil)
        #expect(validator(["Last-Modified": early]) == nil)
        #expect(validator(["ETag": "\"a\"", "Content-Encoding": "gzip"]) == nil)
    }

    @Test(arguments: [FileValidator.tag("\"v\""), .date("Tue, 14 Nov 2023 22:00:00 GMT"), nil])
    func `a record round-trips`(validator: FileValidator?) {
        let record = DownloadRecord(
            url: Self.url, type: "application/zip", length: validator == nil ? nil : 12, validator: validator)
        #expect(DownloadRecord(record.bytes) == record)
    }

    @Test(arguments: [
        "", "{", "null", "[]", "{}", #"{"format":2,"url":"http://x.test/"}"#,
        #"{"format":1,"url":"nonsense"}"#,
        #"{"format":1,"url":"file:///etc/passwd"}"#, #"{"format":1,"url":"http://x.test/","length":-1}"#,
        #"{"format":1,"url":"http://x.test/","length":"9"}"#,
        "{\"format\":1,\"url\":\"http://x.test/\u{0}\"",
    ])
    func `a damaged record is rejected`(text: String) {
        #expect(DownloadRecord(Array(text.utf8)) == nil)
    }

    @Test(arguments: [#""etag":"\"a\"\r\nX: y""#, #""etag":"\"\u0000\"""#, #""last-modified":"a\u007fb""#])
    func `an invalid validator in a record is ignored and reported`(member: String) throws {
        let record = try #require(
            DownloadRecord(Array(#"{"format":1,"url":"http://x.test/",\#(member)}"#.utf8)))
        #expect(record.validator == nil && record.unsendable?.rule == .validatorUnsendable)
    }

    @Test func `a record keeps the initiating sites, and no more of them`() throws {
        let chain = ["https://a.test/secret?token=1", "https://a.test/other", "file:///home/me/page.html"]
        var record = DownloadRecord(url: Self.url, type: nil, length: 12, validator: .tag("\"v\""))
        record.initiators = DownloadRecord.initiators(
            of: RequestCause(chain: chain.compactMap { WebURL($0) }))
        #expect(record.initiators.map(\.href) == ["https://a.test/", "about:blank"])
        #expect(DownloadRecord(record.bytes) == record)
    }

    @Test func `unreadable sites in a record count as cross-site`() throws {
        let text = #"{"format":1,"url":"http://x.test/","initiators":[7,"nonsense"]}"#
        let record = try #require(DownloadRecord(Array(text.utf8)))
        #expect(record.initiators.map(\.scheme) == ["about", "about"])
    }

    @Test func `a truncated record is rejected`() {
        let bytes = DownloadRecord(url: Self.url, type: "a/b", length: 12, validator: .tag("\"v\"")).bytes
        for count in 0..<(bytes.count - 1) { #expect(DownloadRecord(Array(bytes.prefix(count))) == nil) }
    }

    @Test func `credentials and fragments are not recorded`() throws {
        let url = try #require(WebURL("http://me:secret@x.test/a#b"))
        #expect(
            DownloadRecord(url: url, type: nil, length: nil, validator: nil).url.href == "http://x.test/a")
    }

    @Test func `the Content-Length of a response with a content coding is not the file's size`() {
        let coded = DownloadRecord(
            Self.url, head(200, ["Content-Length": "9", "Content-Encoding": "gzip"]), now: Self.now)
        #expect(coded.length == nil && coded.validator == nil)
        #expect(DownloadRecord(Self.url, head(200, ["Content-Length": "+9"]), now: Self.now).length == nil)
    }

    @Test func `the transfer rate is that of the last seconds`() {
        var pace = TransferPace()
        #expect(pace.rate(at: .seconds(1)) == nil)
        for second in 0...10 { pace.note(second < 5 ? 0 : (second - 5) * 1000, at: .seconds(second)) }
        #expect(pace.rate(at: .seconds(10)) == 1000)
        #expect(pace.timeLeft(until: 7000, at: .seconds(10)) == .seconds(2))
        // The rate falls while nothing is received.
        #expect(pace.rate(at: .seconds(15)) == 500)
        // The download started over.
        pace.note(100, at: .seconds(16))
        #expect(pace.rate(at: .seconds(16)) == nil)
        #expect(pace.timeLeft(until: 50, at: .seconds(20)) == nil)
    }
}
