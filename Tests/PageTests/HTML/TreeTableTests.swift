import TestSupport
import Testing

@testable import HTML

/// Markup and its tree: the rows of a table, whose head lists the questions.
struct TreeTableTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/HTML/Trees.table")

    @Test(arguments: rows)
    func `markup has the tree of its row`(row: TableRow) {
        let last = row[row.count - 1]
        switch row[0] {
        case "body": #expect(outlinedBody("<body>" + row[1]) == last)
        case "selected":
            let display = "<selectedcontent></selectedcontent>"
            let all = outlinedBody("<select>" + row[1].replacing("<SHOWN>", with: display) + "</select>")
            let shown = all.firstRange(of: "selectedcontent").map { all[$0.upperBound...] }
            #expect(shown?.hasPrefix(last.isEmpty ? "]" : "[\(last)]") == true, "\(all)")
        case "empty": #expect(!outlinedBody(row[1]).contains("selectedcontent["))
        case "entities":
            for piece in [1, 7, 1_000_000] {
                #expect(EntityTests.body(row[1], row[2], piece: piece) == last)
            }
        case "public":
            #expect(EntityTests.body("", "&nbsp;&copy;", row[1]) == last)
            let page = TreeText.of("<!DOCTYPE html \(row[1])><body>&nbsp;&copy;</body>")
            #expect(page == "(html (head)(body \(last)))")
        case "xml":
            for piece in [1, 7, 1000] {
                #expect(TreeText.of("<?xml version='1.0'?>" + row[1], piece: piece) == last)
            }
        case "shadow": #expect(Self.shadow(row[1]) == last)
        case "template": #expect(TreeText.of(row[1], isXML: false).contains("(template 1)"))
        case "tokens": #expect(Self.parts(row[1]) == (2..<max(2, row.count)).map { row[$0] })
        case "root": #expect(XMLTokens.isXHTML(Array(row[1].utf8)) == (last == "yes"))
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of trees has its rows`() { #expect(Self.rows.count >= 119) }

    @Test func `the root element of an XML page is not looked for far behind its start`() {
        let page = String(repeating: " ", count: 70_000) + "<html xmlns='http://www.w3.org/1999/xhtml'>"
        #expect(!XMLTokens.isXHTML(Array(page.utf8)))
    }

    /// The content of the body of a page that is opened, whatever the size of the pieces it arrives in.
    private static func shadow(_ html: String) -> String {
        let trees = [1000, 1].map { TreeText.of(html, isXML: false, piece: $0) }
        guard trees[0] == trees[1], let start = trees[0].firstIndex(of: ")") else {
            return "differs: \(trees)"
        }
        return String(trees[0][start...].dropFirst(7).dropLast(2))
    }

    /// The tokens of XML, start tags with the value of `a:b`.
    private static func parts(_ text: String) -> [String] {
        var tokens = XMLTokens(Array(text.utf8))
        var parts: [String] = []
        while let part = tokens.next() {
            switch part {
            case .start(let name, let isEmpty):
                let value = tokens.attribute("a:b").map { "=" + String(decoding: $0, as: UTF8.self) } ?? ""
                parts.append("<" + String(decoding: name, as: UTF8.self) + value + (isEmpty ? "/" : ""))
            case .end(let name): parts.append("/" + String(decoding: name, as: UTF8.self))
            case .text(let text): parts.append(String(decoding: text, as: UTF8.self))
            }
        }
        return parts
    }
}
