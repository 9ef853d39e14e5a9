import Foundation
import SonicSession
import Testing

@testable import Exchanges

@Suite struct FilterDocumentTests {
    @Test func `docs filters.md explains each word of the language as its row does`() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        let page = try String(contentsOfFile: root + "/docs/guide/filters.md", encoding: .utf8)
        let outcomes = FilterWord.table.first?.values.joined(separator: ", ") ?? ""
        let words = FilterWord.table.map { word in
            (word.example, word.help + (word.name == "outcome" ? ": " + outcomes : ""))
        }
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let known =
            (words + ExchangeFilter.operators + ExchangeFilter.interceptionWords).map {
                "| `\($0)` | \($1) |"
            }
        // The rows above are about the places where filters are written.
        #expect(Array(rows.suffix(known.count)) == known)
    }

    @Test func `each example of the table is a filter`() {
        for word in FilterWord.table {
            #expect(throws: Never.self) { try ExchangeFilter(word.example) }
        }
    }
}
