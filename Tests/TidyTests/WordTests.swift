import Glibc
import Testing

/// Texts are for people: code decides by cases, so that wording can be improved without changing behaviour.
@Suite struct WordTests {
    /// Properties that are shown or printed.
    private static let shown = ["label", "message", "outcome", "reason", "sentence", "takes", "words"]

    @Test func `no code branches on a label or a sentence`() throws {
        var findings: [Finding] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") {
            let lines = file.lines
            for (index, line) in lines.enumerated() {
                let next = index + 1 < lines.count ? lines[index + 1] : ""
                guard let name = Self.compared(by: line, next) else { continue }
                findings.append(
                    Finding(
                        path: file.path, line: index + 1, message: "“\(name)” is compared: make it a case"))
            }
        }
        #expect(findings == [])
    }

    @Test(arguments: [
        ("        switch station.label {", "        case \"cache\":", "label"),
        ("let isTrouble = past.outcome == \"failed\"", "", "outcome"),
        ("guard result.reason != \"stopped\" else { return }", "", "reason"),
        ("if finding.message.hasPrefix(\"the page\") {", "", "message"),
        ("if result?.reason.contains(\"sha1\") == true {", "", "reason"),
        ("![\"offline\", \"failed\"].contains(session.outcome)", "", "outcome"),
        ("        if setting.takes.hasPrefix(\"true or false\") { return [] }", "", "takes"),
        ("        switch report.words {", "        case .none: break", nil),
        ("let words = past.outcome + \" \"", "", nil),
        ("// past.outcome == \"failed\"", "", nil),
        ("if field.name == \"title\" {", "", nil),
        ("if result.outcome == .failed(.stopped) {", "", nil),
    ])
    func `a comparison of texts is found in all its forms`(
        _ line: String, _ next: String, _ name: String?
    ) {
        #expect(Self.compared(by: line[...], next[...]) == name)
    }

    @Test func `a session's decisions and reports contain no sentences`() throws {
        // The wording of a library for a connection that ends without a response, and the name of the hashed text as
        // recordings have it.
        let allowed = ["the transfer ended without a response", "the merged page"]
        var findings: [Finding] = []
        for folder in ["Machine", "Reasons", "Trace"] {
            let path = "Sources/Protocol/SonicSession/\(folder)"
            for file in try Repository.files(below: path, ending: ".swift") {
                for (index, line) in file.lines.enumerated() {
                    guard let sentence = Self.sentence(in: line), !allowed.contains(sentence) else {
                        continue
                    }
                    findings.append(
                        Finding(
                            path: file.path, line: index + 1,
                            message: "“\(sentence)” belongs into SessionWords"))
                }
            }
        }
        #expect(findings == [])
    }

    @Test(arguments: [
        ("    let why = \"the stored page stays\"", "the stored page stays"),
        ("    note(\"no tags: nothing is stored\")", "no tags: nothing is stored"),
        ("    headers.first(\"cache-offline\")", nil), ("    case mergedPage = \"the page\"", nil),
        ("    /// As in “\"the stored page stays\"”.", nil),
    ])
    func `a literal of three words or more is a sentence`(_ line: String, _ sentence: String?) {
        #expect(Self.sentence(in: line[...]) == sentence)
    }

    /// The first literal on a line with a sentence of three words or more; nil if there is none.
    private static func sentence(in line: Substring) -> String? {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
        let literals = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        return literals.first { literal in
            let words = literal.split(separator: " ").map {
                $0.allSatisfy { $0.isLetter || ":,;".contains($0) }
            }
            return zip(words, words.dropFirst()).contains { $0 && $1 } && words.count { $0 } > 2
        }.map(String.init)
    }

    /// The property that is compared with a literal on this line, or in the cases from the next one on; nil for none.
    private static func compared(by line: Substring, _ next: Substring) -> String? {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { return nil }
        // A fast check first: most lines contain none of the names.
        let text = String(code)
        let shown = shown.filter { strstr(text, $0) != nil }
        guard !shown.isEmpty else { return nil }
        let isTextNext = next.drop { $0 == " " }.hasPrefix("case \"")
        return shown.first { name in
            ["== \"", "!= \""].contains { code.contains(".\(name) \($0)") }
                || ["contains", "hasPrefix", "hasSuffix"].contains { code.contains(".\(name).\($0)(\"") }
                || code.contains("\"].contains(") && code.contains(".\(name))")
                || code.hasPrefix("switch ") && code.hasSuffix(".\(name) {") && isTextNext
        }
    }
}
