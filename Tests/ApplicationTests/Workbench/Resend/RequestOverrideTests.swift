import Exchanges
import SonicProtocol
import Testing

@testable import Workbench

/// Overrides of the lines of a request.
@Suite struct RequestOverrideTests {
    private var request: Request {
        get throws {
            Request(
                url: try #require(WebURL("http://a.example/news?x=1")),
                headers: Headers([
                    HeaderField("accept-diff", "true"), HeaderField("template-tag", "t9"),
                    HeaderField("If-None-Match", "e9"), HeaderField("Accept-Encoding", "gzip, br"),
                    HeaderField("Cookie", "a=1"),
                ]))
        }
    }

    private func lines(_ overrides: RequestOverride...) throws -> [String] {
        RequestOverrides(overrides).applied(to: try request).headers.fields.map(MessageLines.line)
    }

    private static let old = StoredTags(number: 3, etag: "e3", templateTag: "t3")

    @Test func `each override changes its own lines and leaves the rest in place`() throws {
        let (diff, tag, etag) = ("accept-diff: true", "template-tag: t9", "If-None-Match: e9")
        let (coding, cookie) = ("Accept-Encoding: gzip, br", "Cookie: a=1")
        let zeros = String(repeating: "0", count: 40)
        #expect(try lines() == [diff, tag, etag, coding, cookie])
        #expect(try lines(.noTags) == [diff, coding, cookie])
        #expect(
            try lines(.oldTags(Self.old)) == [
                diff, "template-tag: t3", "If-None-Match: e3", coding, cookie,
            ])
        #expect(
            try lines(.wrongTags) == [
                diff, "template-tag: \(zeros)", "If-None-Match: \(zeros)", coding, cookie,
            ])
        #expect(try lines(.noAcceptDiff) == [tag, etag, coding, cookie])
        #expect(try lines(.noCookies) == [diff, tag, etag, coding])
        #expect(try lines(.account("bob", cookies: "b=2")) == [diff, tag, etag, coding, "Cookie: b=2"])
        #expect(try lines(.account("bob", cookies: nil)) == [diff, tag, etag, coding])
        #expect(try lines(.encoding("identity")) == [diff, tag, etag, "Accept-Encoding: identity", cookie])
    }

    @Test func `overrides of different kinds combine, and of one kind the last counts`() throws {
        var overrides = RequestOverrides([.noTags, .oldTags(Self.old), .noAcceptDiff, .encoding("br")])
        #expect(overrides.all == [.oldTags(Self.old), .noAcceptDiff, .encoding("br")])
        #expect(overrides.version == 3)
        overrides.turn(through: [.wrongTags])
        overrides.turn(through: [.noAcceptDiff])
        #expect(overrides.all == [.wrongTags, .encoding("br")])
        #expect(overrides.version == nil)
    }

    @Test func `cycling through overrides ends with none`() {
        var overrides = RequestOverrides()
        let row = ["identity", "gzip"].map(RequestOverride.encoding)
        overrides.turn(through: row)
        #expect(overrides[.encoding] == .encoding("identity"))
        overrides.turn(through: row)
        #expect(overrides[.encoding] == .encoding("gzip"))
        overrides.turn(through: row)
        #expect(overrides[.encoding] == nil)
        overrides.turn(through: [])
        #expect(overrides.all == [])
    }
}
