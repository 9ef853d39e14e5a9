import Chance
import SonicProtocol
import Testing

@testable import Configuration

/// Writing the keys of commands into a file, and values in nested objects.
@Suite struct KeyChangeTests {
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
