import Glibc
import Testing

/// What people read has one vocabulary: what a screen, a message, help or a document once said otherwise is not said again.
@Suite struct PhraseTests {
    /// Where the texts of the programs are. Sentences of sessions and findings, and those of settings, are made elsewhere.
    private static let folders = [
        "Sources/Application/Browser", "Sources/Application/Diagnostics", "Sources/Page/SonicLint",
        "Sources/Application/ProgramArguments",
        "Sources/Programs", "Sources/Adapters", "Sources/Server",
    ]
    /// Documents written from sentences that are made elsewhere.
    private static let written = ["docs/guide/configuration.md", "docs/reference/lint.md"]

    @Test func `no text of the programs holds an old phrase`() throws {
        var findings: [Finding] = []
        for folder in Self.folders {
            for file in try Repository.files(below: folder, ending: ".swift") {
                findings += Self.findings(in: file)
            }
        }
        #expect(findings == [])
    }

    @Test func `no document holds an old phrase`() throws {
        var files = try Repository.files(below: "docs", ending: ".md").filter {
            !$0.path.hasPrefix("docs/decisions/") && !Self.written.contains($0.path)
        }
        files.append(try Repository.file("README.md"))
        let findings = files.flatMap { file in
            Self.findings(in: file) { OldPhrases.first(in: OldPhrases.prose(of: $0)) }
        }
        #expect(findings == [])
    }

    @Test func `no screen shows an old phrase`() throws {
        let files = try Repository.files(below: "Tests/BrowserTests/Screens", ending: ".txt")
        #expect(files.count > 50)
        // Above the screen stands what led to it, below it what its cells look like.
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
    func `an old phrase is found as words of a text`(_ line: String, _ phrase: String?) {
        let file = Repository.File(path: "A.swift", text: line)
        #expect(Self.findings(in: file).map(\.message) == (phrase.map { [Self.advice($0)] } ?? []))
    }

    @Test func `a text of several lines is looked through, and code quoted in a document is not`() {
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
            // The fast no first: most lines hold no text.
            let hasQuote = strchr(String(line), 34) != nil
            guard hasQuote || isWithinText else { return nil }
            let edges = hasQuote ? line.ranges(of: "\"\"\"").count : 0
            defer { if edges % 2 == 1 { isWithinText.toggle() } }
            return OldPhrases.texts(in: line, isWithinText: isWithinText || edges > 0)
                .lazy.compactMap { OldPhrases.first(in: $0) }.first
        }
    }
}
