import Glibc
import Testing

/// Texts for readers have one vocabulary: former phrases do not return to a screen, a message, help or a document.
@Suite struct PhraseTests {
    /// Generated documents.
    private static let written = ["docs/guide/configuration.md", "docs/reference/lint.md"]

    @Test func `no text of the programs contains a former phrase`() throws {
        let files = try Repository.files(below: "Sources", ending: ".swift")
        #expect(files.flatMap { Self.findings(in: $0) } == [])
    }

    @Test func `no document contains a former phrase`() throws {
        var files = try Repository.files(below: "docs", ending: ".md").filter {
            !$0.path.hasPrefix("docs/decisions/") && !Self.written.contains($0.path)
        }
        files.append(try Repository.file("README.md"))
        let findings = files.flatMap { file in
            Self.findings(in: file) { OldPhrases.first(in: OldPhrases.prose(of: $0)) }
        }
        #expect(findings == [])
    }

    @Test func `no screen contains a former phrase`() throws {
        let files = try Repository.files(below: "Tests/BrowserTests/Screens", ending: ".txt")
        #expect(files.count > 50)
        // The steps are above the screen, the attributes of its cells below it.
        let findings = files.flatMap { file in
            var edges = 0
            return Self.findings(in: file) { line in
                if line == "----" { edges += 1 }
                return edges == 1 ? OldPhrases.first(in: line) : nil
            }
        }
        #expect(findings == [])
    }

    @Test(arguments: [
        ("notice = .news(\"Held from now on: \\(filter).\")", "held from now on"),
        ("\"edit, and send aside\"", "send aside"), ("\"HELD 2\"", "HELD"), ("\"mend: it\"", "mend"),
        ("\"“x” is no interval\"", "is no interval"), ("case held = \"held\"", nil),
        ("\"mend\": .string(text)", nil), ("\"Secrets are masked again.\"", nil),
        ("\"recommended\"", nil), ("// held from now on", nil), ("\"the lock is held\"", nil),
        ("farewell = \"farewell\"", nil), ("\"a stone wall is no addressee\"", nil),
    ])
    func `a former phrase is found as whole words of a string`(_ line: String, _ phrase: String?) {
        let file = Repository.File(path: "A.swift", text: line)
        #expect(Self.findings(in: file).map(\.message) == (phrase.map { [Self.advice($0)] } ?? []))
    }

    @Test func `multi-line strings are searched, and code quoted in a document is not`() {
        let file = Repository.File(
            path: "A.swift", text: "let a = \"\"\"\n    Draw the screen anew.\n    \"\"\"\nheldByHand()")
        #expect(Self.findings(in: file).map(\.line) == [2])
        #expect(OldPhrases.prose(of: "| `mend` | how to fix it, `told`") == "| ` | how to fix it, `")
    }

    private static func advice(_ phrase: String) -> String {
        "“\(phrase)”: write \(OldPhrases.written[phrase] ?? "")"
    }

    private static func findings(
        in file: Repository.File, _ phrase: (Substring) -> String?
    ) -> [Finding] {
        file.lines.enumerated().compactMap { index, line in
            phrase(line).map { Finding(path: file.path, line: index + 1, message: advice($0)) }
        }
    }

    private static func findings(in file: Repository.File) -> [Finding] {
        var isWithinText = false
        return findings(in: file) { line in
            // A fast check first: most lines have no strings.
            let hasQuote = strchr(String(line), 34) != nil
            guard hasQuote || isWithinText else { return nil }
            let edges = hasQuote ? line.ranges(of: "\"\"\"").count : 0
            defer { if edges % 2 == 1 { isWithinText.toggle() } }
            return OldPhrases.texts(in: line, isWithinText: isWithinText || edges > 0)
                .lazy.compactMap { OldPhrases.first(in: $0) }.first
        }
    }
}
