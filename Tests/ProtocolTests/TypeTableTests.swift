import SonicProtocol
import TestSupport
import Testing

/// Bodies and their types: the rows of a table, whose head lists the questions.
struct TypeTableTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Types.table")

    @Test(arguments: rows)
    func `a body has the type of its row`(row: TableRow) {
        let bytes = row.bytes.count > 1 ? row.bytes[1] : []
        switch row[0] {
        case "html": #expect(SniffedType.mediaType(of: bytes) == "text/html")
        case "type": #expect(SniffedType.mediaType(of: bytes, isWhole: true) == row[2])
        case "early": #expect(SniffedType.mediaType(of: bytes) == nil)
        case "declared":
            let headers = Headers(row[1] == "-" ? [] : [HeaderField("Content-Type", row[1])])
            let (page, text) = (Array("<p>a page".utf8), Array("a text".utf8))
            let counts = row[2] == "yes"
            #expect(ResponseClassifier.sniffedType(headers, page) == (counts ? "text/html" : nil))
            #expect(ResponseClassifier.sniffedType(headers, text) == (counts ? "text/plain" : nil))
            #expect(ResponseClassifier.isHTML(headers, page) == (counts || row[1] == "text/html"))
            #expect(ResponseClassifier.isHTML(headers, text) == (row[1] == "text/html"))
        case "may", "cannot":
            let headers = Headers([HeaderField("Content-Type", row[1])])
            #expect(BodyCheck.contradicts(row.bytes[2], headers) == (row[0] == "cannot"))
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of bodies has its rows`() { #expect(Self.rows.count >= 103) }
}
