import SonicProtocol
import TestSupport
import Testing

@testable import SessionWords
@testable import SonicSession

/// The words of a session's reports, in one table: no other test quotes them (Words/sentences.txt).
@Suite struct SentenceTests {
    /// Returns two lines for each value: its case, and its words.
    private static func lines<Value>(
        _ title: String, _ values: [Value], code: (Value) -> String = { _ in "" }, _ words: (Value) -> String
    ) -> [String] {
        ["", "== " + title]
            + values.flatMap { value in
                let code = code(value)
                return [(code.isEmpty ? "" : code + " ") + CaseText.line(value), "    " + words(value)]
            }
    }

    private static var table: [String] {
        lines("reasons", SentenceSamples.reasons, code: { $0.code ?? "-" }) { $0.words }
            + lines("full page causes, in a few words", SentenceSamples.causes) { $0.verdict }
            + lines("findings", SentenceSamples.findings, code: { $0.rule.rawValue }) { $0.message }
            + lines("rejected updates", SentenceSamples.rejections) { $0.words }
            + lines("notes of requests", SentenceSamples.notes) { $0.words }
            + lines("why nothing is stored", SentenceSamples.bans) { $0.words }
            + lines("retries", SentenceSamples.retries) { "\($0.words): \($0.reason)" }
            + lines("failures of parts of pages", SentenceSamples.fetches) { $0.words(for: Play.url) }
            + lines("evidence of classifications", SentenceSamples.classifications) { $0.words }
            + lines("evidence of decisions", SentenceSamples.judgements) { $0.words }
            + lines("records of the log", SentenceSamples.records) { $0.words }
    }

    @Test func `each case has the words of the table`() throws {
        let text = Self.table.dropFirst().joined(separator: "\n") + "\n"
        let difference = try GoldenFile.difference(text, at: "Tests/SessionTests/Words/sentences.txt")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `the documents list the code of each reason, and no other`() throws {
        let section =
            try GoldenFile.text("docs/reference/protocol.md").split(separator: "### Reason codes\n").last?
            .split(separator: "\n## ").first ?? ""
        let listed = section.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") && !line.hasPrefix("| `reasonCode`")
                ? String(line.dropFirst(3).prefix { $0 != "`" }) : nil
        }
        #expect(Set(listed) == Set(SentenceSamples.reasons.compactMap(\.code)))
        #expect(Set(listed).count == listed.count)
    }

    @Test(arguments: TableRow.rows("each case is in the", in: "Tests/SessionTests/Words/sessions.table"))
    func `each case is in the table`(row: TableRow) throws {
        let (file, name, title) = (row[1], row[2], row[3])
        let source = try GoldenFile.text("Sources/Protocol/SonicSession/" + file).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(source.firstIndex { $0.contains(name) })
        let indent = String(source[start].prefix { $0 == " " })
        let end = try #require(source[start...].firstIndex(of: indent + "}"))
        let cases = source[start..<end].filter { $0.hasPrefix(indent + "    case ") }.map {
            String($0.dropFirst(indent.count + 9).prefix { $0.isLetter || $0.isNumber })
        }
        let table = Self.table
        let from = try #require(table.firstIndex(of: "== " + title))
        let section = table[from...].dropFirst().prefix { !$0.hasPrefix("== ") }.filter {
            !$0.hasPrefix("    ")
        }
        let words = Set(section.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
        #expect(cases.filter { !words.contains(Substring($0)) } == [])
        #expect(!cases.isEmpty)
    }
}
