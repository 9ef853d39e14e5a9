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

    @Test func `a whole response of another type does not replace a part, one of the same type does`() {
        let record = DownloadRecord(
            url: Self.url, type: "application/zip; a=b", length: 300, validator: .tag("\"v1\""))
        let part = Resumption(record, received: 100)
        guard case .refused = part.verdict(on: head(200, ["Content-Type": "text/html; charset=utf-8"])) else {
            Issue.record("replaced")
            return
        }
        for fields in [["Content-Type": "Application/Zip"], [:]] {
            #expect(part.verdict(on: head(200, fields)) == .startsAnew)
        }
        let nothing = Resumption(record, received: 0)
        #expect(nothing.verdict(on: head(200, ["Content-Type": "text/html"])) == .startsAnew)
    }

    @Test(arguments: [FileValidator.tag("\"v\""), .date("Tue, 14 Nov 2023 22:00:00 GMT"), nil])
    func `a record round-trips`(validator: FileValidator?) {
        let record = DownloadRecord(
            url: Self.url, type: "application/zip", length: validator == nil ? nil : 12, validator: validator)
        #expect(DownloadRecord(record.bytes) == record)
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
