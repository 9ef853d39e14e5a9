import Testing

@Suite struct DocumentTests {
    private static func documents() throws -> [Repository.File] {
        try [Repository.file("README.md"), Repository.file("CONTRIBUTING.md")]
            + Repository.files(below: "docs", ending: ".md")
    }

    /// Further documents for readers.
    private static func others() throws -> [Repository.File] {
        try [
            "SECURITY.md", "CHANGELOG.md", "themes/README.md", "Tests/ServerTests/Recorded/Vectors/README.md",
        ]
        .map(Repository.file)
    }

    @Test func `every document can be reached from the README`() throws {
        let documents = try Self.documents()
        var reached: Set = ["README.md"]
        var open = ["README.md"]
        while let path = open.popLast() {
            guard let document = documents.first(where: { $0.path == path }) else { continue }
            for target in document.links.map(\.path) where reached.insert(target).inserted {
                open.append(target)
            }
        }
        #expect(documents.map(\.path).filter { !reached.contains($0) } == [])
    }

    @Test func `every link within the repository has a target`() throws {
        #expect(try Self.broken(try Self.documents() + Self.others(), \.links) == [])
    }

    @Test func `every page that a source, a test or a script mentions exists, with its anchor`()
        throws
    {
        var files = try Repository.swiftFiles() + Repository.files(below: "scripts", ending: "")
        files += try ["Makefile", "Package.swift"].map(Repository.file)
        files += try Self.documents() + Self.others()
        #expect(try Self.broken(files, \.namedPages) == [])
        #expect(files.reduce(0) { $0 + $1.namedPages.count } > 150)
    }

    @Test(arguments: [
        (
            "see [a](b.md) and [c](../d/e.md#f-g), [h](#i)",
            ["a/x/b.md", "a/d/e.md#f-g", "a/x/page.md#i"]
        ),
        ("[far](https://example.org/a.md) [here]() ![picture](../p.svg)", ["a/p.svg"]),
    ])
    func `links are parsed into files and anchors`(_ line: String, _ targets: [String]) {
        let page = Repository.File(path: "a/x/page.md", text: line)
        #expect(page.links.map { $0.path + ($0.anchor.map { "#" + $0 } ?? "") } == targets)
    }

    @Test func `the anchor of a heading consists of its lower-case letters and digits`() {
        let page = Repository.File(
            path: "a.md", text: "# What is “new”, and why?\n```\n# no heading\n```\n## a_b 2\n## a_b 2")
        #expect(page.anchors == ["what-is-new-and-why", "a_b-2", "a_b-2-1"])
        let docs = "docs"
        let source = Repository.File(path: "A.swift", text: "/// As \(docs)/x/y.md#z-1 says (\(docs)/v.md).")
        #expect(source.namedPages.map(\.path) == ["\(docs)/x/y.md", "\(docs)/v.md"])
        #expect(source.namedPages.map(\.anchor) == ["z-1", nil])
    }

    @Test
    func `every page states what its reader can do afterwards, and is in the index`()
        throws
    {
        let pages = try Self.documents().filter { page in
            ["guide", "server", "reference", "development"].contains { page.path.hasPrefix("docs/\($0)/") }
        }
        #expect(pages.count > 25)
        #expect(
            pages.filter { $0.lines.count < 3 || !$0.lines[2].hasPrefix("After this page you ") }.map(\.path)
                == [])
        let indexed = try Repository.file("docs/README.md").links.map(\.path)
        #expect(pages.map(\.path).filter { page in indexed.count { $0 == page } != 1 } == [])
    }

    /// The links of these files without a target.
    private static func broken(
        _ files: [Repository.File], _ links: (Repository.File) -> [DocumentLink]
    ) throws -> [Finding] {
        var anchors: [String: Set<String>] = [:]
        return try files.flatMap { file in
            try links(file).compactMap { link in
                guard Repository.exists(link.path) else {
                    return Finding(path: file.path, line: link.line, message: "\(link.path) does not exist")
                }
                guard let anchor = link.anchor else { return nil }
                if anchors[link.path] == nil {
                    anchors[link.path] = try Repository.file(link.path).anchors
                }
                return anchors[link.path]?.contains(anchor) == true
                    ? nil
                    : Finding(path: file.path, line: link.line, message: "\(link.path) has no #\(anchor)")
            }
        }
    }

    @Test func `every source file that a document mentions exists`() throws {
        var count = 0
        let findings = try Self.documents().filter { !$0.path.hasPrefix("docs/decisions/") }.flatMap {
            document in
            document.lines.enumerated().flatMap { index, line in
                Self.sources(in: line).compactMap { path in
                    count += 1
                    return Repository.exists(path)
                        ? nil
                        : Finding(path: document.path, line: index + 1, message: "\(path) does not exist")
                }
            }
        }
        #expect(findings == [])
        #expect(count > 25)
        #expect(
            Self.sources(in: "see `Sources/A/B.swift` and ../Sources/C") == [
                "Sources/A/B.swift", "Sources/C",
            ])
    }

    /// The paths in Sources that a line mentions.
    private static func sources(in line: Substring) -> [String] {
        line.split(separator: "Sources/", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            let path = rest.prefix { $0.isLetter || $0.isNumber || "/+-_.".contains($0) }
            return path.isEmpty
                ? nil : "Sources/" + path.drop(while: { $0 == "/" }).trimmingSuffix(["/", "."])
        }
    }

    @Test func `every decision is in the index once, with a unique number`() throws {
        let decisions = try Repository.files(below: "docs/decisions", ending: ".md")
            .filter { $0.path != "docs/decisions/README.md" }
        let rows = try Repository.file("docs/decisions/README.md").lines.filter { $0.hasPrefix("| [") }
        let named = rows.map { row in
            row.split(separator: "](").dropFirst().first?.prefix { $0 != ")" } ?? ""
        }
        #expect(named.map { "docs/decisions/" + $0 }.sorted() == decisions.map(\.path).sorted())
        let numbers = decisions.compactMap { $0.path.split(separator: "/").last?.prefix(4) }
        #expect(Set(numbers).count == numbers.count)
        let wrong = zip(rows, named).filter { row, path in
            !row.contains("[\(path.split(separator: "/").last?.prefix(4) ?? "")](")
        }
        #expect(wrong.map(\.0) == [])
    }

    @Test func `the file name of a decision is the slug of its title`() throws {
        for decision in try Repository.files(below: "docs/decisions", ending: ".md")
        where decision.path != "docs/decisions/README.md" {
            let slug = decision.lines[0].dropFirst(2).lowercased().map { $0 == " " ? "-" : $0 }
                .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            #expect(decision.path.split(separator: "/").last == "\(String(slug)).md")
        }
    }

    @Test func `decisions replaced as a whole are in the folder superseded, and no others`() throws {
        for decision in try Repository.files(below: "docs/decisions", ending: ".md") {
            let isReplaced = decision.lines.prefix(5).contains {
                $0.hasPrefix("Replaced by [") && $0.hasSuffix(").")
            }
            #expect(isReplaced == decision.path.hasPrefix("docs/decisions/superseded/"), "\(decision.path)")
        }
    }

    @Test func `a decision has its three parts and fits on a page`() throws {
        for decision in try Repository.files(below: "docs/decisions", ending: ".md")
        where decision.path != "docs/decisions/README.md" {
            let headings = decision.lines.filter { $0.hasPrefix("## ") }
            #expect(headings == ["## Context", "## Decision", "## Consequences"], "\(decision.path)")
            #expect(decision.lines.count <= 70, "\(decision.path)")
        }
    }

    @Test func `every test that a table in docs names exists`() throws {
        let tests = Set(
            try Repository.files(below: "Tests", ending: ".swift").flatMap { file in
                file.lines.compactMap { line in
                    line.split(separator: "func `").dropFirst().first?.split(separator: "`").first
                }
            })
        let tables = try Repository.file("docs/reference/http-caching.md").lines.filter { $0.hasPrefix("| ") }
        let named = tables.flatMap { row in
            // The last cell of a row names tests in backticks.
            (row.split(separator: " | ").last ?? "").split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().compactMap { $0.offset % 2 == 1 ? $0.element : nil }
        }
        #expect(named.count > 60)
        #expect(named.filter { !tests.contains($0) } == [])
    }

    @Test func `no document contains a path of a particular machine or user`() throws {
        let findings = try Self.documents().flatMap { document in
            document.lines.enumerated().compactMap { index, line in
                ["/home/", "/root/", "/Users/"].contains(where: line.contains)
                    ? Finding(path: document.path, line: index + 1, message: "a path of one machine") : nil
            }
        }
        #expect(findings == [])
    }
}

extension Substring {
    /// The text without these characters at its end.
    fileprivate func trimmingSuffix(_ characters: Set<Character>) -> Substring {
        var rest = self
        while let last = rest.last, characters.contains(last) { rest.removeLast() }
        return rest
    }
}
