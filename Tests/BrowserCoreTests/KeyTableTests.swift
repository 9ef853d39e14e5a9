import Testing

@testable import BrowserCore

struct KeyTableTests {
    @Test func `no key means two things in one place`() {
        // While panes are shown, three contexts are asked at once; over a sheet two; in a line one.
        for together in [
            [KeyTable.Context.page, .panes, .everywhere], [.sheet, .everywhere], [.line], [.hints], [.list],
            [.accounts, .list],
            [.question],
        ] {
            var owners: [Key: Command] = [:]
            for binding in KeyTable.bindings where together.contains(binding.context) {
                for key in binding.keys {
                    let other = owners.updateValue(binding.command, forKey: key)
                    #expect(other == nil, "\(key.name) is \(binding.command) too")
                }
            }
        }
    }

    @Test func `every command has one row with a key and a sentence`() {
        for command in Command.allCases {
            let rows = KeyTable.bindings.filter { $0.command == command }
            #expect(rows.count == 1, "\(command)")
            #expect(rows.allSatisfy { !$0.keys.isEmpty && $0.help.hasSuffix(".") && !$0.short.isEmpty })
        }
    }

    @Test(arguments: Pane.allCases)
    func `help lists every command, whichever pane is in focus`(pane: Pane) {
        let text = HelpText(focus: pane, width: 200).lines.map(\.text).joined(separator: "\n")
        for binding in KeyTable.bindings {
            #expect(text.contains(binding.help), "\(binding.command)")
            for key in binding.keys { #expect(text.contains(key.name)) }
        }
    }

    @Test func `help begins with the keys of the pane in focus`() {
        let page = HelpText(focus: .page, width: 78).lines.first?.text
        let state = HelpText(focus: .state, width: 78).lines.first?.text
        #expect(page == " " + KeyTable.Context.page.heading)
        #expect(state == " " + KeyTable.Context.everywhere.heading)
    }

    @Test func `docs keys.md is what the key table says`() throws {
        try TextFiles.check(KeyDocument.text, isAt: "docs/keys.md")
    }

    @Test func `every key that needs AltGr on a European keyboard has a second one or is second itself`() {
        // Braces are typed with AltGr in German, French and Spanish.
        for binding in KeyTable.bindings {
            let hard: Set<Key> = ["{", "}", "[", "]", "\\", "|", "@", "~", "#"]
            if let first = binding.keys.first, hard.contains(first) {
                #expect(binding.keys.contains { !hard.contains($0) }, "\(binding.command)")
            }
        }
    }
}
