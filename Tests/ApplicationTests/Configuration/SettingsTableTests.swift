import TestSupport
import Testing

@testable import Configuration

/// What is read from and written into the file of settings (settings.table).
struct SettingsTableTests {
    private static let rows = TableRow.all(in: "Tests/ApplicationTests/Configuration/settings.table")

    @Test(arguments: rows) func `a settings file is read, or changed with the rest of it unchanged`(
        row: TableRow
    ) throws {
        switch row[0] {
        case "problem":
            let problems = Settings.read(row.bytes[1]).problems.map(\.description)
            #expect(problems.count == 1)
            let parts = row[2].split(separator: "…", omittingEmptySubsequences: false)
            let problem = try #require(problems.first)
            // A place, and words in what follows.
            let isPart = parts.count == 2 && parts[0].hasSuffix(": ")
            #expect(isPart ? problem.hasPrefix(parts[0]) && problem.contains(parts[1]) : problem == row[2])
        case "unset":
            let mistake = #expect(throws: SettingChange.Mistake.self) {
                try SettingChange(row[1], to: row[2])
            }
            #expect(mistake?.words.contains(row[3]) == true)
        case "theme":
            let written = try SettingChange("theme", to: "nord").written(in: row[1])
            #expect(written ?? "nil" == row[2])
            guard let written else { return }
            #expect(Settings.read(Array(written.utf8)).settings.general[Settings.theme] == .builtIn(.nord))
        case "keys", "unbind":
            let keys = row[0] == "keys" ? row[2].split(separator: " ").map(String.init) : nil
            let written = KeyChange.write([KeyChange(command: "open", keys: keys)], in: row[1])
            #expect(written ?? "nil" == row[3])
            guard let written, let keys else { return }
            let (settings, problems) = Settings.read(Array(written.utf8))
            #expect(problems == [])
            let choice = settings.general[Settings.keys].first { $0.command == "open" }
            #expect(choice?.keys.map(\.text) == keys)
        default: Issue.record("no verb")
        }
    }

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 80)
    }
}
