import Testing

/// Each command of the browser is one row, in the file of its feature.
struct CommandRowTests {
    @Test func `every command is in the documented table of keys`() throws {
        let table = try Repository.file("docs/guide/keys.md")
        let files = try Repository.files(below: "Sources/Application/Browser", ending: ".swift")
        let rows = files.flatMap { InterfaceWords.rows(of: "Command", in: $0) }
        #expect(rows.count > 150 && Set(rows).count == rows.count)
        #expect(rows.filter { !table.mentions("| `\($0)` |") && !table.mentions("| `\($0) ") } == [])
    }

    /// Commands that no other feature mentions: each could be removed with its row.
    @Test(arguments: [
        ("halfPageDown", "half-page-down"), ("copyExchange", "copy-exchange"), ("exportLog", "export-log"),
        ("halfPageUp", "half-page-up"), ("cursorLeft", "cursor-left"),
    ])
    func `a command is named only in the file of its row`(symbol: String, name: String) throws {
        let files = try Repository.files(below: "Sources", ending: ".swift").filter {
            $0.mentions("\"\(name)\"") || $0.mentions("static let \(symbol) ") || $0.mentions(".\(symbol)")
        }
        #expect(files.count == 1, "\(files.map(\.path))")
    }
}
