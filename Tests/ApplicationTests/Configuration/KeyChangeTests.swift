import Chance
import SonicProtocol
import Testing

@testable import Configuration

/// Writing the keys of commands into a file, and values in nested objects.
@Suite struct KeyChangeTests {
    @Test(arguments: [
        // A file without keys.
        ("", ["s"], "{\n  \"keys\": { \"open\": \"s\" },\n}\n"),
        (
            "// é\n{\n  hints: false, // keys\n}\n", ["s", "^O"],
            "// é\n{\n  \"keys\": { \"open\": [\"s\", \"^O\"] },\n  hints: false, // keys\n}\n"
        ),
        // Keys of other commands and comments stay.
        (
            "{\n  \"keys\": {\n    // fingers\n    \"search\": \"/\", // as in less\n  },\n}\n", ["s"],
            "{\n  \"keys\": {\n    \"open\": \"s\",\n    // fingers\n    \"search\": \"/\", // as in less\n  },\n}\n"
        ),
        (
            "{\r\n\tkeys: { // fingers\r\n\t\tsearch: '/',\r\n\t},\r\n}", ["s"],
            "{\r\n\tkeys: { // fingers\r\n\t\t\"open\": \"s\",\r\n\t\tsearch: '/',\r\n\t},\r\n}"
        ),
        ("{ keys: { search: '/' } }", [], "{ keys: { \"open\": [], search: '/' } }"),
        ("{ keys: {} }", ["s"], "{ keys: { \"open\": \"s\" } }"),
        // The same command gets other keys.
        (
            "{ keys: { open: ['x' /* mine */, 'y'], /* all */ search: '/' } }", ["\""],
            "{ keys: { open: \"\\\"\", /* all */ search: '/' } }"
        ),
    ])
    func `the keys of a command are written, and everything else is unchanged`(
        text: String, keys: [String], expected: String
    )
        throws
    {
        let written = KeyChange.write([KeyChange(command: "open", keys: keys)], in: text)
        #expect(written == expected)
        let (settings, problems) = Settings.read(Array((written ?? "").utf8))
        #expect(problems == [])
        let choice = settings.general[Settings.keys].first { $0.command == "open" }
        #expect(choice?.keys.map(\.text) == keys)
    }

    @Test(arguments: [
        (
            "{\n  keys: {\n    open: 's', // mine\n    search: '/',\n  },\n}",
            "{\n  keys: {\n    // mine\n    search: '/',\n  },\n}"
        ),
        (
            "{\n  keys: {\n    open: 's',\n    search: '/',\n  },\n}",
            "{\n  keys: {\n    search: '/',\n  },\n}"
        ),
        (
            "{\r\n  keys: {\r\n    search: '/',\r\n    open: ['s', '}']\r\n  },\r\n}",
            "{\r\n  keys: {\r\n    search: '/',\r\n  },\r\n}"
        ),
        ("{ keys: { open: 's' /* mine */ , search: '/' } }", "{ keys: { /* mine */  search: '/' } }"),
        ("{ keys: { open: 's' } }", "{ keys: { } }"),
        ("{ keys: { search: '/' } }", "{ keys: { search: '/' } }"),
        ("{ open: 's' }", "{ open: 's' }"), ("{ keys: null }", "{ keys: null }"), ("", "{\n}\n"),
    ])
    func `the keys of a command are removed, and everything else is unchanged`(text: String, expected: String)
    {
        #expect(KeyChange.write([KeyChange(command: "open", keys: nil)], in: text) == expected)
    }

    @Test(arguments: ["[]", "{ keys: ", "{ keys: { open: 's' } } }", "{ keys: { open: 's', open: 't' } }"])
    func `a text that is not a settings file is unchanged`(text: String) {
        #expect(KeyChange.write([KeyChange(command: "open", keys: ["x"])], in: text) == nil)
    }

    @Test func `changes replace the chosen keys in place or are appended`() {
        let (settings, _) = Settings.read(Array("{ keys: { open: 's', search: ['/', '&'] } }".utf8))
        let changes = [
            KeyChange(command: "search", keys: []), KeyChange(command: "reload", keys: ["F5", "é"]),
            KeyChange(command: "open", keys: nil), KeyChange(command: "back", keys: nil),
        ]
        let choices = KeyChange.apply(changes, to: settings.general[Settings.keys])
        #expect(KeyChange.text(of: choices) == "{\"search\":[],\"reload\":[\"F5\",\"é\"]}")
        #expect(Set(choices.map(\.position)).count == choices.count)
    }

    @Test func `after random removals and writes the last written keys remain`() {
        var random = SeededGenerator(seed: 7)
        var text = "{\n  // first\n  keys: {\n    // second\n  }, // third\n}\n"
        var expected: [String: [String]] = [:]
        for _ in 0..<400 {
            let command = ["open", "search", "reload", "back"].randomElement(using: &random) ?? "open"
            let count = Int.random(in: -1...2, using: &random)
            let keys = count < 0 ? nil : (0..<count).map { "F\($0 + 1)" }
            expected[command] = keys
            guard let written = KeyChange.write([KeyChange(command: command, keys: keys)], in: text) else {
                Issue.record("\(text) cannot be read")
                return
            }
            text = written
            let (settings, problems) = Settings.read(Array(text.utf8))
            let choices = settings.general[Settings.keys].map { ($0.command, $0.keys.map(\.text)) }
            #expect(problems == [] && Dictionary(uniqueKeysWithValues: choices) == expected, "\(text)")
            #expect(["first", "second", "third"].allSatisfy(text.contains), "\(text)")
        }
    }
}
