import SonicProtocol
import TestSupport
import Testing

@testable import Configuration

/// The user's own commands, the download folder and meta refresh.
@Suite struct CommandSettingTests {
    private func read(_ text: String) -> (choices: Choices, problems: [String]) {
        let (settings, problems) = Settings.read(Array(text.utf8))
        return (settings.general, problems.map(\.description))
    }

    @Test func `commands are strings, or objects with their input and place`() {
        let (choices, problems) = read(
            """
            { downloads: '~/Files', "meta-refresh": false,
              commands: { get: 'wget -q %s', count: { run: 'wc', input: 'text' },
                          w3m: { run: 'w3m', place: 'terminal' } } }
            """)
        #expect(problems == [])
        #expect(choices[Settings.downloads] == "~/Files" && !choices[Settings.followsRefreshes])
        #expect(
            choices[Settings.commands] == [
                NamedCommand(name: "get", run: "wget -q %s", input: .address, place: .aside),
                NamedCommand(name: "count", run: "wc", input: .text, place: .aside),
                NamedCommand(name: "w3m", run: "w3m", input: .address, place: .terminal),
            ])
    }

    @Test func `commands are printed as they were read`() throws {
        let text = "{ commands: { a: 'x', b: { run: 'y', input: 'page', place: 'aside' } } }"
        let (settings, _) = Settings.read(Array(text.utf8))
        let row = try #require(settings.inForce().first { $0.setting.name == "commands" })
        let (again, problems) = read("{ commands: \(row.value.text()) }")
        #expect(problems == [] && again[Settings.commands] == settings.general[Settings.commands])
    }

    @Test(arguments: TableRow.rows("command", in: "Tests/ApplicationTests/Configuration/values.table"))
    func `a mistake is reported with its position`(row: TableRow) {
        let (text, problem) = (row[1], row[2])
        #expect(read(text).problems == [problem])
        #expect(read(text).choices[Settings.commands].isEmpty)
    }
}
