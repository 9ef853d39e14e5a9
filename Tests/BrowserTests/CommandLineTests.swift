import Testing

@testable import Browser

struct CommandLineTests {
    private static func line(_ text: String) -> CommandLine {
        var line = CommandLine()
        line.editor = LineEditor(text)
        return line
    }

    @Test func `an alias belongs to one command and is not another command's name`() {
        let names = KeyTable.standard.callable.map(\.command.rawValue)
        let aliases = KeyTable.standard.callable.flatMap(\.command.aliases)
        #expect(aliases.count == Set(aliases).count)
        #expect(Set(names).isDisjoint(with: aliases))
        #expect(aliases.count > 50)
        #expect(aliases.allSatisfy { !$0.isEmpty && !$0.contains(" ") })
    }

    @Test func `every command of the panes is listed, and its name runs it`() {
        let names = CommandLine().list.entries.map(\.name)
        for binding in KeyTable.standard.bindings
        where binding.context.isOfPanes && binding.command != .typeCommand {
            #expect(names.contains(binding.command.rawValue))
            #expect(Self.line(binding.command.rawValue).list.chosen?.item.command == binding.command)
        }
        #expect(names.count == Set(names).count)
    }

    @Test(arguments: ["ed", "co"])
    func `an unknown name lists the candidates, and the selected one is run`(typed: String) {
        var line = Self.line(typed)
        #expect(line.binding == nil)
        #expect(!line.list.shown.isEmpty)
        let best = line.list.chosen?.item.command
        line.goDown()
        #expect(line.binding?.command == best)
        line.goDown()
        #expect(line.binding?.command != best)
        line.goUp()
        line.goUp()
        #expect(line.binding == nil)
    }
}
