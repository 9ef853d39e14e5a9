import TestSupport
import Testing

@testable import SonicProtocol

/// Addresses and what they are: the rows of a table, whose head lists the questions.
struct URLTableTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/URLs.table")

    @Test(arguments: rows)
    func `an address is what its row says`(row: TableRow) throws {
        switch row[0] {
        case "url":
            let base = row[2] == "-" ? nil : WebURL(row[2])
            #expect((base == nil) == (row[2] == "-"))
            let url = base.map { $0.resolve(row[1]) } ?? WebURL(row[1])
            #expect(url?.href ?? "-" == row[3])
            // A serialized URL is parsed to the same parts.
            if let url { #expect(WebURL(url.href) == url) }
        case "typed":
            let url = try? WebURL.fromUserInput(row[1])  // Which failure it is, another test says.
            #expect(url?.href ?? "-" == row[2])
        case "opaque": #expect(try #require(WebURL(row[1])).origin == nil)
        case "loopback": #expect(try #require(WebURL(row[1])).isLoopback == (row[2] == "yes"))
        case "data":
            let data = try #require(DataURL(try WebURL.parse(row[1])))
            #expect(data.contentType == row[2] && data.body == row.bytes[3])
        case "no data": #expect(DataURL(try WebURL.parse(row[1])) == nil)
        case "pattern":
            let pattern = try #require(URLPattern(row[1]))
            let stars = pattern.match(try WebURL.parse(row[2]))
            #expect(stars.map { "\($0.count) stars" } ?? "-" == row[3])
            #expect((stars ?? []) == (4..<max(4, row.count)).map { row[$0] })
            if let stars { #expect(stars.count == pattern.starCount) }
        case "fits": #expect(Wildcards.fit(any: [row[1]], row[2]) == (row[3] == "yes"))
        case "file": #expect(FileType.mediaType(of: row[1]) == row[2])
        case "page":
            #expect(FileType.isPage(row[1]).map { $0 ? "yes" : "no" } ?? "-" == row[2])
        case "query":
            let url = try WebURL.parse(row[1]).withQuery(row.bytes[2])
            #expect(url.href == row[3])
            #expect(try WebURL.parse(url.href) == url)
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `an empty pattern is invalid`() { #expect(URLPattern("") == nil) }

    @Test func `the table of addresses has its rows`() { #expect(Self.rows.count >= 341) }
}
