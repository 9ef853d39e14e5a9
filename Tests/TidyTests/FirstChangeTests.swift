import Testing

/// docs/development/first-change.md names files and their contents.
@Suite struct FirstChangeTests {
    /// A row of its tables: a file and the words that it should contain.
    private struct Place: Sendable {
        let file: String
        let words: [String]
        let line: Int
    }

    /// The texts between backticks.
    private static func quoted(_ text: Substring) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    private static func places(in page: Repository.File) -> [Place] {
        page.lines.enumerated().compactMap { index, line in
            let cells = line.split(separator: " | ")
            guard line.hasPrefix("| `"), cells.count == 2, let file = quoted(cells[0]).first else {
                return nil
            }
            // The test that writes a file is named before the colon.
            let said = cells[1].split(separator: ": ", maxSplits: 1)
            return Place(file: file, words: quoted(said.last ?? ""), line: index + 1)
        }
    }

    @Test func `each file of a first change exists and contains what is added there`() throws {
        let page = try Repository.file("docs/development/first-change.md")
        let places = Self.places(in: page)
        #expect(places.count > 20)
        let findings = try places.flatMap { place in
            guard Repository.exists(place.file) else {
                return [Finding(path: page.path, line: place.line, message: "\(place.file) does not exist")]
            }
            let file = try Repository.file(place.file)
            let missing = place.words.filter { !file.text.contains($0) }
            return (missing.isEmpty && !place.words.isEmpty ? [] : missing + [""]).map {
                Finding(path: page.path, line: place.line, message: "\(place.file) does not hold \($0)")
            }
        }
        #expect(findings == [])
    }

    @Test func `each suite named for a first change exists`() throws {
        let page = try Repository.file("docs/development/first-change.md")
        let suites = Set(
            page.lines.flatMap(Self.quoted).filter { $0.hasSuffix("Tests") && !$0.contains("/") })
        let files = try Repository.files(below: "Tests", ending: ".swift")
        #expect(suites.count > 10)
        #expect(suites.filter { name in !files.contains { $0.text.contains("struct \(name)") } } == [])
    }
}
