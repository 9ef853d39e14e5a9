import Testing

/// docs/reference/vassonic.md lists the counterparts of each part of VasSonic's clients.
@Suite struct CounterpartTests {
    /// A row of a table: its subject, its counterparts here, and the linked files.
    private struct Row {
        let line: Int
        let there: Substring
        let here: Substring
        let files: [String]

        /// The symbols between backticks in the column “here”.
        var symbols: [String] {
            here.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
        }

        var says: Bool { here.hasPrefix("not here: ") || !symbols.isEmpty }
    }

    /// The rows of all tables, without headers. Each has four cells: there, what it is, here, where.
    private static func rows() throws -> [Row] {
        let document = try Repository.file("docs/reference/vassonic.md")
        return document.lines.enumerated().compactMap { index, line in
            guard line.hasPrefix("| "), !line.hasPrefix("| there | ") else { return nil }
            let cells = line.dropFirst(2).split(separator: " | ", omittingEmptySubsequences: false)
            guard cells.count == 4 else { return Row(line: index + 1, there: line, here: "", files: []) }
            let files = cells[3].split(separator: "](../../").dropFirst().map {
                String($0.prefix { $0 != ")" })
            }
            return Row(line: index + 1, there: cells[0], here: cells[2], files: files)
        }
    }

    private static func findings(_ message: (Row) throws -> String?) throws -> [Finding] {
        try rows().compactMap { row in
            try message(row).map { Finding(path: "docs/reference/vassonic.md", line: row.line, message: $0) }
        }
    }

    @Test func `every row names a counterpart or says why there is none`() throws {
        #expect(try Self.rows().count > 300)
        #expect(try Self.findings { $0.says ? nil : "\($0.there): neither a symbol nor a reason" } == [])
    }

    @Test func `every symbol of a row is declared in a file that the row links`() throws {
        var read: [String: Declarations] = [:]
        let findings = try Self.findings { row in
            for path in row.files where read[path] == nil && Repository.exists(path) {
                read[path] = Declarations(try Repository.file(path))
            }
            let missing = row.symbols.filter { symbol in
                !row.files.contains { read[$0]?.have(symbol) == true }
            }
            return missing.isEmpty ? nil : "not declared there: \(missing.joined(separator: ", "))"
        }
        #expect(findings == [])
    }

    @Test func `every file that a row links declares one of its symbols`() throws {
        let findings = try Self.findings { row in
            let idle = try row.files.filter { path in
                guard path.hasPrefix("Sources/"), Repository.exists(path) else { return false }
                return !row.symbols.contains(where: Declarations(try Repository.file(path)).have)
            }
            return idle.isEmpty ? nil : "linked for nothing: \(idle.joined(separator: ", "))"
        }
        #expect(findings == [])
    }

    @Test func `no table has two rows for the same thing`() throws {
        var (seen, doubled): (Set<String>, [Finding]) = ([], [])
        var last = 0
        for row in try Self.rows() {
            if row.line != last + 1 { seen = [] }
            last = row.line
            guard !seen.insert(String(row.there)).inserted else { continue }
            doubled.append(
                Finding(path: "docs/reference/vassonic.md", line: row.line, message: "again: \(row.there)"))
        }
        #expect(doubled == [])
    }

    @Test(
        arguments: [
            ("public struct A<T>: B {", "A", true), ("    case one, two(Int, of: String)", "two", true),
            ("    case one, two(Int, of: String)", "of", false), ("    case `default`", "default", true),
            ("    case .one, .two: break", "one", false), ("    // var a = 1", "a", false),
            ("    nonisolated(nonsending) func b() async", "b", true),
            ("    public private(set) var a: Int", "a", true), ("    func b() { let a = 1 }", "a", false),
        ] as [(String, String, Bool)])
    func `declarations are found`(_ line: String, _ name: String, _ isThere: Bool) {
        #expect(Declarations(Repository.File(path: "a.swift", text: line)).have(name) == isThere)
    }

    @Test func `a member is found together with its type`() {
        let text = "extension A.B {\n    func c() {}\n}\nenum D { }"
        let declarations = Declarations(Repository.File(path: "a.swift", text: text))
        for symbol in ["A.B.c", "B.c", "c", "D"] { #expect(declarations.have(symbol), "\(symbol)") }
        for symbol in ["D.e", "E.c", "A", "B"] { #expect(!declarations.have(symbol), "\(symbol)") }
    }
}
