import TestSupport
import Testing

@testable import PageLayout

/// Pages and the lines that they are shown as: the rows of a table, whose head lists the ways to show a page.
struct PageTextTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/PageLayout/PageText.table")

    @Test(arguments: rows)
    func `a page is shown as the lines of its row`(row: TableRow) throws {
        let words = row[0].split(separator: " ")
        let width = try #require(words.count == 2 ? Int(words[1]) : nil)
        let expected = (2..<max(2, row.count)).map { row[$0] }
        switch words[0] {
        case "lines": #expect(Self.lines(row[1], width) == expected)
        case "trim":
            #expect(Self.lines(row[1], width).map { String($0.drop { $0 == " " }) } == expected)
        case "shows":
            let text = Self.lines(row[1], width).joined(separator: " ")
            #expect(text.contains(row[2]) && !text.contains(row[3]), "\(text)")
        case "hebrew": #expect(Self.lines(hebrew(row[1]), width) == expected.map(hebrew))
        case "dump":
            for chunk in [1, 65_536] {
                #expect(Self.lines(of: PageDump(width: width, chunk: chunk), row[1]) == expected)
            }
        case "list": #expect(Self.lines(of: PageDump(width: width, links: true), row[1]) == expected)
        case "plain":
            #expect(Self.lines(of: PageDump(width: width, appliesStyles: false), row[1]) == expected)
        case "late":
            var dump = PageDump(width: width)
            dump.learnSheets(of: Array(row[1].utf8))
            #expect(Self.lines(of: dump, row[1]).filter { !$0.isEmpty } == expected)
            for pieces in [1, 3, 1000] { #expect(Self.lateLines(row[1], width, pieces: pieces) == expected) }
        default: Issue.record("no way to show a page: \(row[0])")
        }
    }

    @Test func `the table of pages has its rows`() { #expect(Self.rows.count >= 510) }

    private static func lines(_ html: String, _ width: Int) -> [String] {
        laidOut(Array(html.utf8), width: width, piecesOf: 10_000).allLines.map(\.text)
    }

    /// What a dump prints, without the last line feed.
    private static func lines(of dump: PageDump, _ html: String) -> [String] {
        var dump = dump
        let text = String(decoding: dump.append(Array(html.utf8)) + dump.finish(), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The lines with text of a page that arrives in pieces, and whose style sheets are learnt at its end.
    private static func lateLines(_ html: String, _ width: Int, pieces: Int) -> [String] {
        var page = LaidOutPage(width: width)
        let bytes = Array(html.utf8)
        let size = max(1, bytes.count / pieces)
        for start in stride(from: 0, to: bytes.count, by: size) {
            page.append(Array(bytes[start..<min(bytes.count, start + size)]))
            page.layOutAll()
        }
        page.finish()
        _ = page.learnSheets()
        page.layOutAll()
        return page.allLines.map(\.text).filter { !$0.isEmpty }
    }
}
