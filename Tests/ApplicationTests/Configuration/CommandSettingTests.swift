import SonicProtocol
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

    @Test(arguments: [
        ("{ commands: [] }", "1:13: “commands” takes commands as { \"name\": \"line\" }, not a list."),
        (
            "{ commands: { 'a b': 'x' } }",
            "1:22: “a b” is not a valid command name; names have no spaces."
        ),
        ("{ commands: { a: ' ' } }", "1:18: The command line is empty."),
        (
            "{ commands: { a: 'x\\ny' } }",
            "1:18: Control characters are not allowed in a command line."
        ),
        ("{ commands: { a: 3 } }", "1:18: “a” takes a command line, or an object with “run” in it."),
        ("{ commands: { a: {} } }", "1:18: “a” requires “run”: a command line in quotes."),
        (
            "{ commands: { a: { run: 'x', inputs: 'text' } } }",
            "1:38: Unknown member “inputs”; a command has “run”, “input” and “place”."
        ),
        (
            "{ commands: { a: { run: 'x', input: 'html' } } }",
            "1:37: Expected one of “address”, “text”, “page”."
        ),
        (
            "{ commands: { a: { run: 'x', input: 'text', place: 'terminal' } } }",
            "1:37: A command in the terminal reads the keyboard; its input can only be the address."
        ),
    ])
    func `a mistake is reported with its position`(_ text: String, _ problem: String) {
        #expect(read(text).problems == [problem])
        #expect(read(text).choices[Settings.commands].isEmpty)
    }
}
