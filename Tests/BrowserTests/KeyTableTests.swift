import CellGrid
import Testing

@testable import Browser

struct KeyTableTests {
    @Test func `no key has two meanings in one context`() {
        // In the panes three contexts are consulted at once, over an overlay two, in a line one.
        for (key, one, other) in Self.sharedKeys(of: KeyTable.standard) {
            Issue.record("\(key.name) is \(one.command), and \(other.command) too")
        }
    }

    /// Returns the keys that two commands share where both are looked up, and neither context is meant to hide the other.
    static func sharedKeys(of table: KeyTable) -> [(Key, KeyTable.Binding, KeyTable.Binding)] {
        table.bindings.enumerated().flatMap { place, one in
            table.bindings[(place + 1)...].filter {
                one.context.isRival(of: $0.context) || $0.context.isRival(of: one.context)
            }.flatMap { other in one.keys.filter(other.keys.contains).map { ($0, one, other) } }
        }
    }

    @Test(arguments: [
        (KeyTable.Context.page, KeyTable.Context.everywhere, false), (.everywhere, .page, true),
        (.tabs, .list, true), (.tabs, .accounts, false), (.request, .list, false),
        (.comparison, .overlay, false), (.overlay, .comparison, false), (.versions, .exchanges, true),
        (.traffic, .versions, false), (.inspector, .everywhere, true), (.overlay, .inspector, false),
        (.line, .everywhere, false), (.help, .help, true),
    ])
    func `a key is looked for together in`(
        _ context: KeyTable.Context, _ other: KeyTable.Context, _ isRival: Bool
    ) {
        #expect(context.isRival(of: other) == isRival)
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
