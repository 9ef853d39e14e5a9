import SonicProtocol
import TestSupport
import Testing

@testable import PageLayout

/// What documents are shown as: the rows of a table, whose head lists the forms.
struct RenditionTableTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/PageLayout/Renditions/Renditions.table")

    @Test(arguments: rows)
    func `a document is shown as its row says`(row: TableRow) {
        let words = row[0].split(separator: " ")
        let bytes = Array(row[1].utf8)
        let expected = (2..<max(2, row.count)).map { row[$0] }
        switch words[0] {
        case "form":
            let form = Rendition(contentType: row[1] == "-" ? nil : row[1], path: row[2])
            #expect(Self.word(form) == row[3])
        case "feed": #expect(Self.feedLines(bytes) == expected)
        case "date": #expect([Bytes.text(Feed.dateText(bytes))] == expected)
        case "root": #expect(Feed.contentType(row[1], Array(row[2].utf8)) == row[3])
        case "json", "jsonl":
            let folds = words.count == 2 ? Int(words[1]).map { TreeFolds(from: $0) } : nil
            let sequence: JSONTree.Sequence = words[0] == "json" ? .one : .lines
            #expect(JSONTreeTests.lines(row[1], sequence, folds: folds ?? .allOpen) == expected)
        case "not":
            let html = JSONTreeTests.html(row[1])
            #expect(html == "<p><mark>This is not JSON: at \(row[2]).</mark></p><pre><plaintext>\(row[1])")
            #expect(JSONTreeTests.html(row[1], pieces: 1) == html)
        case "markdown": #expect([RenditionTests.html(row[1])] == expected)
        default: Issue.record("no form: \(row[0])")
        }
    }

    @Test func `the table of documents has its rows`() { #expect(Self.rows.count >= 90) }

    private static func word(_ form: Rendition) -> String {
        switch form {
        case .tree(let sequence): "tree \(sequence)"
        case .picture(let type): "picture \(type)"
        default: "\(form)"
        }
    }

    /// A feed in a readable form: a line for the feed, then one for each entry.
    static func feedLines(_ bytes: [UInt8]) -> [String] {
        func line(_ parts: [[UInt8]]) -> String {
            parts.map { String(decoding: $0, as: UTF8.self).replacing("\n", with: " / ") }
                .joined(separator: " | ")
        }
        guard let feed = Feed(bytes) else { return ["no feed"] }
        return [line([feed.title, feed.link, feed.summary])]
            + feed.entries.map { line([$0.title, $0.link, $0.date, $0.text] + $0.files) }
    }
}
