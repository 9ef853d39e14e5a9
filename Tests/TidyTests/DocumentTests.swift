import Testing

@Suite struct DocumentTests {
    private static func documents() throws -> [Repository.File] {
        try [Repository.file("README.md"), Repository.file("CONTRIBUTING.md")]
            + Repository.files(below: "docs", ending: ".md")
    }

    @Test func `every document can be reached from the README`() throws {
        let documents = try Self.documents()
        var reached: Set = ["README.md"]
        var open = ["README.md"]
        while let path = open.popLast() {
            guard let document = documents.first(where: { $0.path == path }) else { continue }
            for target in Self.links(in: document).map(\.target) where reached.insert(target).inserted {
                open.append(target)
            }
        }
        #expect(documents.map(\.path).filter { !reached.contains($0) } == [])
    }

    @Test func `every link within the repository leads to a file`() throws {
        let findings = try Self.documents().flatMap { document in
            Self.links(in: document).filter { !Repository.exists($0.target) }.map {
                Finding(path: document.path, line: $0.line, message: "\($0.target) does not exist")
            }
        }
        #expect(findings == [])
    }

    @Test func `every file of the source that a document names exists`() throws {
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

    /// The paths below Sources that a line names.
    private static func sources(in line: Substring) -> [String] {
        line.split(separator: "Sources/", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            let path = rest.prefix { $0.isLetter || $0.isNumber || "/+-_.".contains($0) }
            return path.isEmpty
                ? nil : "Sources/" + path.drop(while: { $0 == "/" }).trimmingSuffix(["/", "."])
        }
    }

    @Test func `every decision stands in the index, under a number of its own`() throws {
        let decisions = try Repository.files(below: "docs/decisions", ending: ".md")
            .filter { $0.path != "docs/decisions/README.md" }
        let indexed = Set(Self.links(in: try Repository.file("docs/decisions/README.md")).map(\.target))
        #expect(decisions.map(\.path).filter { !indexed.contains($0) } == [])
        let numbers = decisions.compactMap { $0.path.split(separator: "/").last?.prefix(4) }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `a decision has its three parts and fits on a page`() throws {
        for decision in try Repository.files(below: "docs/decisions", ending: ".md")
        where decision.path != "docs/decisions/README.md" {
            let headings = decision.lines.filter { $0.hasPrefix("## ") }
            #expect(headings == ["## Context", "## Decision", "## Consequences"], "\(decision.path)")
            #expect(decision.lines.count <= 70, "\(decision.path)")
        }
    }

    @Test func `every test that a table of docs names exists`() throws {
        let tests = Set(
            try Repository.files(below: "Tests", ending: ".swift").flatMap { file in
                file.lines.compactMap { line in
                    line.split(separator: "func `").dropFirst().first?.split(separator: "`").first
                }
            })
        let tables = try Repository.file("docs/http-caching.md").lines.filter { $0.hasPrefix("| ") }
        let named = tables.flatMap { row in
            // The last cell of a row names tests, each between backticks.
            (row.split(separator: " | ").last ?? "").split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().compactMap { $0.offset % 2 == 1 ? $0.element : nil }
        }
        #expect(named.count > 60)
        #expect(named.filter { !tests.contains($0) } == [])
    }

    @Test func `no document names a machine or a person's folder`() throws {
        let findings = try Self.documents().flatMap { document in
            document.lines.enumerated().compactMap { index, line in
                ["/home/", "/root/", "/Users/"].contains(where: line.contains)
                    ? Finding(path: document.path, line: index + 1, message: "a path of one machine") : nil
            }
        }
        #expect(findings == [])
    }

    /// The links of a document to files of this repository, by their path below the root.
    private static func links(in document: Repository.File) -> [(target: String, line: Int)] {
        let folder = document.path.split(separator: "/").dropLast()
        return document.lines.enumerated().flatMap { index, line in
            line.split(separator: "](").dropFirst().compactMap { rest in
                let link = rest.prefix { $0 != ")" && $0 != "#" }
                guard !link.isEmpty, !link.contains(":") else { return nil }
                var parts = Array(folder)
                for part in link.split(separator: "/") where part != "." {
                    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
                }
                return (parts.joined(separator: "/"), index + 1)
            }
        }
    }
}

extension Substring {
    /// Without these characters at its end.
    fileprivate func trimmingSuffix(_ characters: Set<Character>) -> Substring {
        var rest = self
        while let last = rest.last, characters.contains(last) { rest.removeLast() }
        return rest
    }
}
