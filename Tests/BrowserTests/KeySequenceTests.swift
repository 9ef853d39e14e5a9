import CellGrid
import Configuration
import SonicProtocol
import Testing

@testable import Browser

/// Key sequences, and counts before keys.
struct KeySequenceTests {
    private static func table(
        _ preset: KeyPreset?, _ keys: [(String, String)] = []
    ) -> (table: KeyTable, problems: [String]) {
        let choices = keys.enumerated().map { row, pair in
            KeyChoice(
                command: pair.0, at: TextPosition(line: row + 1, column: 1),
                keys: [.init(pair.1, at: TextPosition(line: row + 1, column: 9))])
        }
        let (table, problems) = KeyTable.read(preset, choices)
        return (table, problems.map { "\($0)" })
    }

    @Test func `a file assigns sequences to commands, and a shared prefix is a clash`() {
        let (table, problems) = Self.table(nil, [("quit", "^X ^C"), ("open", "^X ^F")])
        #expect(problems == [])
        #expect(table.command(for: .sequence([.control("x"), .control("c")]), in: [.panes]) == .quit)
        #expect(table.binding(of: .quit)?.keyNames == "^X ^C")
        let clash = Self.table(nil, [("start", "g g"), ("quit", "g")]).problems
        #expect(
            clash == [
                "2:9: “g g” of “start” and “g” of “quit” start with the same key; the first one keeps it."
            ])
        let taken = Self.table(nil, [("quit", "o o")])
        #expect(
            taken.problems == [
                "1:9: “o o” of “quit” and “o” of “open” start with the same key; assign other keys to the latter."
            ])
        #expect(taken.table.keyName(of: .openAddress) == ":open")
        let wrong = Self.table(nil, [("quit", "g Ctrl-X")]).problems
        #expect(wrong.count == 1 && wrong[0].hasPrefix("1:9: “g Ctrl-X” is not a valid key"))
    }

    @Test func `a count has an upper bound`() {
        var begun = BegunKeys()
        for _ in 0..<30 {
            begun = begun.adding(digit: "9", Self.table(.vim).table, isKnown: false) ?? BegunKeys()
        }
        #expect(begun.count == BegunKeys.maxCount)
    }
}
