import Testing

/// A command of the browser is one row, beside what it is about.
struct CommandRowTests {
    @Test func `every row is in the key table, from which docs keys.md is written`() throws {
        let table = try Repository.file("docs/guide/keys.md")
        let files = try Repository.files(below: "Sources/Application/Browser", ending: ".swift")
        let rows = files.flatMap(InterfaceWords.commands)
        #expect(rows.count > 150 && Set(rows).count == rows.count)
        #expect(rows.filter { !table.mentions("| `\($0)` |") && !table.mentions("| `\($0) ") } == [])
    }

    /// Commands that no other feature speaks of: each could be taken away with its row.
    @Test(arguments: [
        ("halfPageDown", "half-page-down"), ("copyExchange", "copy-exchange"), ("exportLog", "export-log"),
        ("halfPageUp", "half-page-up"), ("cursorLeft", "cursor-left"),
    ])
    func `a command is named in the file of its row and in no other`(symbol: String, name: String) throws {
        let files = try Repository.files(below: "Sources", ending: ".swift").filter {
            $0.mentions("\"\(name)\"") || $0.mentions("static let \(symbol) ") || $0.mentions(".\(symbol)")
        }
        #expect(files.count == 1, "\(files.map(\.path))")
    }
}
