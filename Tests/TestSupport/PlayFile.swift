/// What the lines of a play do.
public protocol PlayScript {
    init()
    /// Does what a line says.
    mutating func perform(_ line: String) async throws
    /// Returns the lines that answer a question.
    mutating func answer(_ question: String) async throws -> [String]
}

/// Files of cases, each of which is a title, lines that do something, and questions with their answers.
///
/// `## TITLE` begins a case, and `again` another one under its title; what stands above the first is done at the start of
/// each. A line `see WHAT` is a question; the lines below it that begin with `| ` are its answer, in which `\s` is a blank at
/// the end. Lines that begin with `#` are comments. `UPDATE_GOLDEN=NAME` writes the answers.
public enum PlayFile {
    /// Compares the answers in a file with those of a script.
    /// - Returns: The lines that differ; nil for none.
    public static func difference<Script: PlayScript>(
        at path: String, _ script: Script.Type
    ) async throws -> String? {
        try GoldenFile.difference(try await played(try GoldenFile.text(path), script), at: path)
    }

    /// The number of the cases in a folder, and the titles of those that ask nothing.
    public static func cases(in folder: String) throws -> (count: Int, silent: [String]) {
        let texts = try GoldenFile.names(in: folder, ending: ".play").flatMap { name in
            try GoldenFile.text("\(folder)/\(name)").split(separator: "\n## ").dropFirst()
        }
        return (texts.count, texts.filter { !$0.contains("\nsee ") }.map { String($0.prefix { $0 != "\n" }) })
    }

    private static func played<Script: PlayScript>(_ text: String, _: Script.Type) async throws -> String {
        var lines: [String] = []
        var start: [String] = []
        var script = Script()
        var isInCase = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard !line.hasPrefix("| "), line != "|" else { continue }
            lines.append(line)
            if line.hasPrefix("## ") || line == "again" {
                isInCase = true
                script = Script()
                for line in start { try await script.perform(line) }
            } else if line.isEmpty || line.hasPrefix("#") {
                continue
            } else if !isInCase {
                start.append(line)
            } else if line.hasPrefix("see ") {
                let answer = try await script.answer(String(line.dropFirst(4)))
                lines += answer.map { line in
                    // No line of a file ends with a blank.
                    let text = line.last == " " ? line.dropLast() + "\\s" : line
                    return text.isEmpty ? "|" : "| \(text.replacing("\n", with: "\\n"))"
                }
            } else {
                try await script.perform(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
