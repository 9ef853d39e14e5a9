import TestSupport
import Testing

/// Plays: files of cases, each of which is a title, lines as in `SessionScript`, and questions with their answers.
///
/// `## TITLE` begins a case; what stands above the first is done at the start of each session. A line `see WHAT` is a question (the
/// list is in `SessionScript.answer`); the lines below it that begin with `| ` are its answer. `UPDATE_GOLDEN=NAME` writes them.
struct SessionPlayTests {
    private static let folder = "Tests/SessionTests/Plays"

    @Test(arguments: GoldenFile.names(in: folder, ending: ".play"))
    func `each case of a play has the answers of its file`(name: String) throws {
        let path = "\(Self.folder)/\(name)"
        let difference = try GoldenFile.difference(try Self.played(try GoldenFile.text(path)), at: path)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `there are plays, and each case asks something`() throws {
        let names = GoldenFile.names(in: Self.folder, ending: ".play")
        #expect(names.count >= 8)
        for name in names {
            let cases = try GoldenFile.text("\(Self.folder)/\(name)").split(separator: "\n## ").dropFirst()
            for text in cases { #expect(text.contains("\nsee "), "\(name): \(text.prefix { $0 != "\n" })") }
        }
    }

    /// Returns the text of a play with the answers that its cases have.
    private static func played(_ text: String) throws -> String {
        var lines: [String] = []
        var start: [String] = []
        var script = SessionScript()
        var isInCase = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard !line.hasPrefix("| "), line != "|" else { continue }
            lines.append(line)
            if line.hasPrefix("## ") || line == "again" {
                isInCase = true
                script = SessionScript()
                for line in start { try script.perform(line) }
            } else if !isInCase {
                start.append(line)
            } else if line.hasPrefix("see ") {
                let answer = try script.answer(String(line.dropFirst(4)))
                lines += answer.map { $0.isEmpty ? "|" : "| \($0)" }
            } else {
                try script.perform(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
