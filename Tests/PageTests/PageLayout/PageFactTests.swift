import CellGrid
import TestSupport
import Testing

@testable import PageLayout

/// What is known of pages: the rows of a table, whose head lists the questions.
struct PageFactTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/PageLayout/PageFacts.table")

    @Test(arguments: rows)
    func `a question about a page has the answer of its row`(row: TableRow) throws {
        let words = row[0].split(separator: " ")
        let given = words[0] == "value" ? 3 : 2
        let expected = (given..<row.count).map { row[$0] }
        let page = laidOut(Array(row[1].utf8), width: words[0] == "images" ? 20 : 40, piecesOf: 100)
        switch words[0] {
        case "style":
            let names: [(TextStyle, String)] = [
                (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.strike, "strike"),
                (.link, "link"),
            ]
            let styled = laidOut(Array(("<!DOCTYPE html>" + row[1]).utf8), width: 40, piecesOf: 10_000)
            let styles = styled.line(0).runs.map(\.style)
            let wanted = row[2].split(separator: " ").compactMap { word in names.first { $0.1 == word }?.0 }
            #expect(styles == [TextStyle(wanted)])
        case "colours":
            let styled = laidOut(Array(("<!DOCTYPE html>" + row[1]).utf8), width: 40, piecesOf: 10_000)
            let run = styled.line(0).runs.first
            #expect([run?.foreground, run?.background].map(Self.word) == expected)
        case "use": #expect(page.link(0).map { "\($0.use)" } == row[2])
        case "next": #expect([page.nextHref ?? "-"] == expected)
        case "feed": #expect([page.feedHref ?? "-"] == expected)
        case "anchor": #expect(page.anchorLine(named: String(words[1])) == Int(row[2]))
        case "images":
            let addresses = page.imageAddresses(onLines: 0..<10).joined(separator: " ")
            #expect([addresses.isEmpty ? "-" : addresses] == expected)
        case "picture":
            let picture = Picture(symbols: Array(row[1].utf8), within: Picture.Size(columns: 4, rows: 2))
            #expect((picture == nil) == (row[2] == "-"))
        case "titles":
            #expect(
                PageForms(html: Array(row[1].utf8)).fields.map { $0.title.isEmpty ? "-" : $0.title }
                    == expected)
        case "fields":
            #expect(PageForms(html: Array(row[1].utf8)).fields.map(Self.told) == expected)
        case "value": #expect(Self.value(row[1], row[2]) == row[3])
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of facts has its rows`() { #expect(Self.rows.count >= 200) }

    private static func word(_ color: UInt32?) -> String {
        color.map { "#" + String($0 + 0x100_0000, radix: 16).dropFirst() } ?? "-"
    }

    private static func told(_ field: PageField) -> String {
        var words = [field.form.map(String.init) ?? "-", "\(field.kind)"]
        switch field.initialValue {
        case .text(let text): words.append("\(field.name)=\(text.replacing("\n", with: "⏎"))")
        case .checked(let isOn): words.append("\(field.name)=\(field.text) \(isOn ? "on" : "off")")
        case .files(let files): words.append("\(field.name)=" + files.joined(separator: "|"))
        case .options(let chosen):
            words.append("\(field.name)=" + chosen.map { field.options[$0].value }.joined(separator: "|"))
            let labels = field.options.map { "\($0.label)\($0.isEnabled ? "" : "!")" }
            words.append("of " + labels.joined(separator: "|"))
        }
        switch field.access {
        case .open: break
        case .readOnly: words.append("read-only")
        case .disabled: words.append("disabled")
        }
        return words.joined(separator: " ")
    }

    /// The value of an input, if typing it gives the same.
    private static func value(_ attributes: String, _ text: String) -> String? {
        let escaped = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        let page = PageForms(html: Array("<input \(attributes) value=\"\(escaped)\">".utf8))
        guard case .text(let value) = page.fields.first?.initialValue else { return nil }
        return page.fields[0].inputType.sanitized(text) == value ? value : nil
    }
}
