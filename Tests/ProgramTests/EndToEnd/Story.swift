import Glibc
import TestSupport
import Testing

/// A user's task with the real programs, from a file in `Stories`.
///
/// A line `## TITLE` begins a story. Each line below it is a step: a verb and its cells (`TableFile.swift`), of which
/// `StoryPlayer` and its extensions list the verbs. Steps before the first title belong to all stories of the file. A step
/// `for | NAME | VALUE | VALUE …` repeats the story for each value; `{NAME}` stands for it in any cell. Of several names
/// (`for | NAME NAME`), a line `with | VALUE | VALUE` below gives each group of values.
struct Story: Sendable, CustomTestStringConvertible {
    let title: String
    let file: String
    let steps: [TableRow]
    /// The values for which it is repeated.
    let values: [String: String]

    static let folder = "Tests/ProgramTests/EndToEnd/Stories"

    /// The stories of a file.
    static func all(in name: String) throws -> [Story] {
        let path = "\(folder)/\(name)"
        let rows = TableRow.all(in: path)
        let lines = try GoldenFile.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        let titles = lines.indices.filter { lines[$0].hasPrefix("## ") }
        let shared = rows.filter { $0.line <= titles.first ?? 0 }
        // There, the cause of a message stands for its text.
        let messages = name == "messages.story" ? try MessageTests.messages() : [:]
        return zip(titles, titles.dropFirst() + [lines.count]).flatMap { start, end in
            let own = rows.filter { (start + 1...end).contains($0.line) }
            let steps = (shared + own).filter { !["for", "with"].contains($0[0]) }
            return values(own.filter { ["for", "with"].contains($0[0]) }).map { values in
                Story(
                    title: String(lines[start].dropFirst(3)), file: name, steps: steps,
                    values: values.merging(messages) { $1 })
            }
        }
    }

    /// Each combination of the values of `for` and `with`; rows with the same names belong together.
    private static func values(_ rows: [TableRow]) -> [[String: String]] {
        var groups: [(names: String, values: [[String: String]])] = []
        var named = ""
        for row in rows {
            if row[0] == "for" { named = row[1] }
            let names = named.split(separator: " ").map(String.init)
            let cells = (0..<row.count).dropFirst(row[0] == "for" ? 2 : 1).map { row[$0] }
            let values =
                row[0] == "with"
                ? [Dictionary(uniqueKeysWithValues: zip(names, cells))] : cells.map { [named: $0] }
            if let known = groups.firstIndex(where: { $0.names == named }) {
                groups[known].values += values
            } else {
                groups.append((named, values))
            }
        }
        return groups.reduce([[:]]) { known, group in
            known.flatMap { values in group.values.map { values.merging($0) { $1 } } }
        }
    }

    var testDescription: String {
        let values = values.filter { !$0.key.contains(" ") }.map { "\($0.key): \($0.value)" }.sorted()
        return "\(file): \(title)" + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
    }
}

@Suite(.timeLimit(.minutes(3))) struct StoryTests {
    /// The stories of the files that `STORIES` names, or of all.
    private static let stories: [Story] = {
        let named = getenv("STORIES").map { String(cString: $0).split(separator: " ").map { "\($0).story" } }
        return names.filter { named?.contains($0) ?? true }.flatMap { name in
            // A file that cannot be read has no stories: the test that counts them reports it.
            (try? Story.all(in: name)) ?? []
        }
    }()

    private static let names = GoldenFile.names(in: Story.folder, ending: ".story")

    @Test(arguments: stories) func `a story with the programs goes as written`(_ story: Story) async throws {
        var player = try StoryPlayer(story.values)
        for step in story.steps {
            do {
                try await player.perform(step)
            } catch {
                Issue.record("\(step.description)\n\(error)")
                return
            }
        }
    }

    @Test func `every file of stories can be read`() throws {
        #expect(Set(Self.stories.map(\.file)) == Set(Self.names))
        #expect(Self.stories.count >= 430 && Self.stories.allSatisfy { !$0.steps.isEmpty })
    }
}
