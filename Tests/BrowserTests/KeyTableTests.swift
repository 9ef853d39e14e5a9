import CellGrid
import Testing

@testable import Browser

struct KeyTableTests {
    @Test func `no key means two things in one place`() {
        // While panes are shown, three contexts are asked at once; over an overlay two; in a line one.
        for together in KeyTable.Context.together {
            var owners: [Key: Command] = [:]
            for binding in KeyTable.standard.bindings where together.contains(binding.context) {
                for key in binding.keys {
                    let other = owners.updateValue(binding.command, forKey: key)
                    #expect(other == nil, "\(key.name) is \(binding.command) too")
                }
            }
        }
    }

    @Test
    func `every command has one row in a place, with a sentence, and with a key or something to be typed`() {
        for command in Command.allCases {
            let rows = KeyTable.standard.bindings.filter { $0.command == command }
            #expect(!rows.isEmpty && Set(rows.map(\.context)).count == rows.count, "\(command)")
            #expect(
                rows.allSatisfy {
                    !$0.keys.isEmpty || $0.parameter != nil || KeyTable.standard.called.contains(command)
                })
            #expect(rows.allSatisfy { $0.help.hasSuffix(".") && !$0.short.isEmpty })
        }
    }

    @Test(arguments: Command.allCases)
    func `the name of a command is words of small letters`(command: Command) {
        // As in vim, the second form of a command has a mark behind it.
        let name = command.rawValue.hasSuffix("!") ? command.rawValue.dropLast() : command.rawValue[...]
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
    }

    @Test func `docs keys.md is what the key table says`() throws {
        try TextFiles.check(KeyDocument.text(), isAt: "docs/guide/keys.md")
    }
}
