import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

/// What an ETag is the digest of, as the findings tell it.
@Suite struct ETagOriginTests {
    @Test(
        arguments: [
            ("SHA-1 of the page without its byte order mark", 3, 0),
            ("SHA-1 of the page without its last line end", 0, 2),
        ] as [(String, Int, Int)])
    func `an ETag that is the hash of another form of the page is identified at the first load`(
        _ words: String, first: Int, last: Int
    ) async throws {
        let body = [0xEF, 0xBB, 0xBF] + OtherReadingTests.page("1", foot: "\n\r\n").body
        for quotes in ["", "\""] {
            let form = Array(body.dropFirst(first).dropLast(last))
            let page = OtherReadingTests.page("1", etag: quotes + Hashes.nettle.sha1(form) + quotes)
            let found = await OtherReadingTests.findings([try OtherReadingTests.response(page.head, body)])
            let unlike = try #require(found.first { $0.rule == .etagUnlikePage })
            #expect(unlike.message.hasSuffix("; it is the " + words), "\(unlike.message)")
        }
    }

    @Test(arguments: ["length and SHA-1", "MD5", "SHA-1"])
    func `a tag made over the body as it is sent leads to no 304, and that is said`(kind: String) async throws
    {
        let page = OtherReadingTests.page("1")
        func tag(_ body: [UInt8]) -> String {
            switch kind {
            case "MD5": "\"\(Hashes.nettle.md5(body))\""
            case "SHA-1": "\"\(Hashes.nettle.sha1(body))\""
            default: "W/\"\(String(body.count, radix: 16))-\(Self.base64SHA1(body))\""
            }
        }
        let update = String(
            decoding: OtherReadingTests.update(Hashes.nettle.sha1(page.body)), as: UTF8.self
        )
        .replacing("<!--sonicdiff-a-->2<", with: "<!--sonicdiff-a-->1<")
        let first = page.head.replacing(
            "ETag: \(Hashes.nettle.sha1(page.body))", with: "ETag: \(tag(page.body))")
        let second = first.replacing(tag(page.body), with: tag(Array(update.utf8)))
            .replacing("template-change: true", with: "template-change: false")
        let found = await OtherReadingTests.findings([
            try OtherReadingTests.response(first, page.body),
            try OtherReadingTests.response(second, Array(update.utf8)),
        ])
        let same = try #require(
            found.first { $0.rule == .etagSamePageSent }, "\(OtherReadingTests.rules(found))")
        #expect(same.message.hasSuffix("; it is the \(kind) of the body as it was sent"), "\(same.message)")
    }

    /// The first 27 letters of a SHA-1 in Base64.
    private static func base64SHA1(_ bytes: [UInt8]) -> String {
        let digits = Array(Hashes.nettle.sha1(bytes))
        let sha1 = stride(from: 0, to: 40, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return String(Base64.text(sha1).prefix(27))
    }

    @Test func `a weak tag of the page as it is sent is identified`() async throws {
        let body = OtherReadingTests.page("1").body
        let page = OtherReadingTests.page(
            "1", etag: "W/\"\(String(body.count, radix: 16))-\(Self.base64SHA1(body))\"")
        let found = await OtherReadingTests.findings([try OtherReadingTests.response(page.head, page.body)])
        let weak = try #require(found.first { $0.rule == .etagWeak })
        #expect(weak.message.hasSuffix(" is weak; it is the length and SHA-1 of the page"), "\(weak.message)")
    }
}
