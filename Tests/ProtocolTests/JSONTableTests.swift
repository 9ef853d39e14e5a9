import SonicProtocol
import TestSupport
import Testing

/// Values in JSON and JSON5: the rows of a table, whose head lists the questions.
struct JSONTableTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/JSON.table")

    @Test(arguments: rows)
    func `JSON is what its row says`(row: TableRow) {
        let (node, problems) = JSONNode.read(row.bytes[1])
        switch row[0] {
        case "whole": #expect(node?.wholeNumber.map(String.init) ?? "-" == row[2])
        case "integer": #expect(node?.integer.map(String.init) ?? "-" == row[2])
        case "number": #expect(node?.number == Double(row[2]) && problems.isEmpty)
        case "string": #expect(node?.string == row[2] && problems.isEmpty)
        case "wrong": #expect(problems.map(\.description) == (2..<row.count).map { row[$0] })
        case "escaped": #expect(JSONValue.string(row[1]).text() == row[2])
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of JSON has its rows`() { #expect(Self.rows.count >= 77) }
}
