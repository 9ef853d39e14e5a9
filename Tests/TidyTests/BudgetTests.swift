import Testing

/// How large Sources may be (docs/development/budget.md).
@Suite struct BudgetTests {
    /// Lines of code, types and files.
    private struct Size: Equatable {
        var code = 0
        var types = 0
        var files = 0
    }

    /// A row of the table: the limits, and how far they may lie above those of the row before.
    private struct Row {
        let limits: Size
        let rise: Int
    }

    @Test func `the sources stay within their budget`() throws {
        let limits = try #require(try Self.rows().last).limits
        let size = try Self.size()
        #expect(size.code <= limits.code, "lines of code")
        #expect(size.types <= limits.types, "types")
        #expect(size.files <= limits.files, "files")
    }

    @Test func `the limits rise only as far as the table allows`() throws {
        let rows = try Self.rows()
        for (before, row) in zip(rows, rows.dropFirst()) {
            #expect(row.limits.code <= before.limits.code + row.rise)
            #expect(row.limits.types <= before.limits.types + row.rise / 40)
            #expect(row.limits.files <= before.limits.files + row.rise / 70)
        }
    }

    @Test func `no line holds two declarations or statements`() throws {
        var findings: [Finding] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") where file.mentions("; ") {
            var isText = false
            for (index, line) in Self.code(of: file) {
                if !isText, Self.isJoined(line) {
                    findings.append(Finding(path: file.path, line: index + 1, message: "write two lines"))
                }
                if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2 {
                    isText.toggle()
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `code, types and joined lines are told from comments and texts`() {
        let text = "/* one\n   two */\n\n// three\nlet a = 1 // four\n  package final class B {}\n"
        let file = Repository.File(path: "Sources/A.swift", text: text)
        #expect(Self.code(of: file).map(\.offset) == [4, 5])
        #expect(Self.declaresType("  package final class B {}") && Self.declaresType("@MainActor struct C {"))
        #expect(!Self.declaresType("class func d() {") && !Self.declaresType("structure()"))
        #expect(Self.isJoined("let a = 1; let b = 2") && Self.isJoined("case a; case b"))
        #expect(!Self.isJoined("let a = \"b; c\"") && !Self.isJoined("let a = 1 // b; c"))
        #expect(!Self.isJoined("b; c \\(d)") && Self.isJoined("struct A {}; struct B {}"))
    }

    private static func rows() throws -> [Row] {
        try Repository.file("docs/development/budget.md").lines.compactMap { line in
            let cells = line.split(separator: "|").map { $0.filter { $0 != " " } }.compactMap { Int($0) }
            guard cells.count == 4 else { return nil }
            return Row(limits: Size(code: cells[0], types: cells[1], files: cells[2]), rise: cells[3])
        }
    }

    private static func size() throws -> Size {
        var size = Size()
        for ending in [".swift", ".c", ".h", ".js"] {
            for file in try Repository.files(below: "Sources", ending: ending) {
                let code = code(of: file)
                size.files += 1
                size.code += code.count
                if ending == ".swift" { size.types += code.count { declaresType($0.element) } }
            }
        }
        return size
    }

    /// The lines that are neither blank nor only comment, with their indices.
    private static func code(of file: Repository.File) -> [(offset: Int, element: Substring)] {
        var isComment = false
        return file.lines.enumerated().filter { _, line in
            let text = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let opens = text.starts(with: "/*".utf8)
            if isComment || opens {
                isComment = !line.contains("*/")
                return false
            }
            return !text.isEmpty && !text.starts(with: "//".utf8)
        }
    }

    private static let keywords: Set<Substring> = ["struct", "enum", "class", "actor", "protocol"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
    ]

    private static func declaresType(_ line: Substring) -> Bool {
        let words = line.split(separator: " ", maxSplits: 6)
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count else {
            return false
        }
        return words[..<keyword].allSatisfy { modifiers.contains($0) || $0.hasPrefix("@") }
            && !["func", "var"].contains(words[keyword + 1])
    }

    private static let openings: Set<Substring> = keywords.union(modifiers).union([
        "let", "var", "case", "func", "static", "mutating", "init", "extension", "import", "return", "guard",
        "if", "for", "switch", "defer", "typealias",
    ])

    /// Whether a semicolon outside of quotes and comments joins two of them.
    private static func isJoined(_ line: Substring) -> Bool {
        guard let first = line.split(separator: " ", maxSplits: 1).first, openings.contains(first) else {
            return false
        }
        var isQuoted = false
        var last: Character = " "
        for character in line {
            if character == "\"", last != "\\" { isQuoted.toggle() }
            if !isQuoted, last == "/", character == "/" { return false }
            if !isQuoted, last == ";", character == " " { return true }
            last = character
        }
        return false
    }
}
