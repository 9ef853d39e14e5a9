import CellGrid
import Testing

@testable import Browser

struct KeyTableTests {
    @Test func `no key has two meanings in one context`() {
        // In the panes three contexts are consulted at once, over an overlay two, in a line one.
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
    func `every command has one row per context, with a description, and a key or a name to type`() {
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
    func `command names consist of lowercase words`(command: Command) {
        // As in vim, the second form of a command ends with an exclamation mark.
        let name = command.rawValue.hasSuffix("!") ? command.rawValue.dropLast() : command.rawValue[...]
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
    }

    @Test func `the document of keys matches the key table`() throws {
        try TextFiles.check(KeyDocument.text(), isAt: "docs/guide/keys.md")
    }
}
