@testable import Browser

/// The document docs/guide/keys.md, generated from the key table.
enum KeyDocument {
    /// Returns the whole document for a table.
    static func text(of table: KeyTable = .standard) -> String {
        var text = """
            # Keys

            After this page you can find the key of every command, and why a key may do nothing at the moment.

            This page is generated from the key table (`Sources/Application/Browser/Keys/KeyTable.swift`); a test fails when \
            it is stale.
            A key that can do nothing at the moment says why above the keys; the last column lists the reasons. Commands of \
            panes can also be run by name: `:` lists them all, and typing narrows the list. Enter runs a command if you typed its \
            full name, one of its other names (`q` and `exit` are `quit`, `e` is `open`) or an unambiguous beginning of its name, \
            or if you chose it in the list with the arrow keys or the mouse; otherwise it runs nothing. Tab completes names and \
            arguments. The list and `?` also find commands by the names that other programs use (`css`, `raw`, `colorscheme`). \
            A number after `:` goes to that line of the page, a number with `%` to that part of it.

            """
        for context in KeyTable.Context.allCases {
            text += "\n## \(context.heading)\n\n| keys | command | what it does | unavailable when |\n"
            text += "|---|---|---|---|\n"
            for binding in table.bindings where binding.context == context {
                let keys = binding.keys.map { code($0.name) }.joined(separator: " ")
                // In a list of pages a command applies to the page under the cursor, and is always enabled.
                let reasons = binding.context == .pages ? [] : binding.command.reasons
                let why = reasons.map { table.namingKeys($0.rawValue) }.joined(separator: "; ")
                let name = code(binding.command.rawValue + binding.usage)
                text += "| \(keys) | \(name) | \(binding.help) | \(why) |\n"
            }
        }
        return text
    }

    private static func code(_ name: String) -> String {
        // A bar would end the cell.
        "`" + name.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") + "`"
    }
}
