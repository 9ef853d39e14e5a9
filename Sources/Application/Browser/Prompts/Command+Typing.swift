extension Command {
    static let accept = Command(
        "accept", [.enter], "accept", "Accept the line.", in: .line, does: { $0.accept() })
    static let cancel = Command(
        "cancel", [.escape, .control("c"), .control("g")], "cancel", "Leave without changes.",
        in: .line, changes: { $0.cancel() })
    static let cursorLeft = Command(
        "cursor-left", [.left, .control("b")], "left", "Cursor left.", in: .line,
        changes: { $0.prompt?.editor.moveLeft() })
    static let cursorRight = Command(
        "cursor-right", [.right, .control("f")], "right", "Cursor right.", in: .line,
        changes: { $0.prompt?.editor.moveRight() })
    static let cursorToStart = Command(
        "cursor-to-start", [.home, .control("a")], "start", "Cursor to the start.", in: .line,
        changes: { $0.prompt?.editor.moveToStart() })
    static let cursorToEnd = Command(
        "cursor-to-end", [.end, .control("e")], "end", "Cursor to the end.", in: .line,
        changes: { $0.prompt?.editor.moveToEnd() })
    static let deleteBackward = Command(
        "delete-backward", [.backspace, .control("h")], "delete", "Delete the character before the cursor.",
        in: .line, changes: { $0.prompt?.editor.deleteBackward() })
    static let deleteForward = Command(
        "delete-forward", [.delete, .control("d")], "delete", "Delete the character under the cursor.",
        in: .line, changes: { $0.prompt?.editor.deleteForward() })
    static let deleteToStart = Command(
        "delete-to-start", [.control("u")], "clear", "Delete everything before the cursor.", in: .line,
        changes: { $0.prompt?.editor.deleteToStart() })
    static let deleteToEnd = Command(
        "delete-to-end", [.control("k")], "cut", "Delete everything from the cursor on.", in: .line,
        changes: { $0.prompt?.editor.deleteToEnd() })
    static let deleteWord = Command(
        "delete-word", [.control("w")], "word", "Delete the word before the cursor.", in: .line,
        changes: { $0.prompt?.editor.deleteWord() })
    static let complete = Command(
        "complete", [.tab], "complete", "Complete the line with the chosen entry of the list.",
        in: .line, does: { $0.complete() })
    static let earlierLine = Command(
        "earlier-line", [.up, .control("p")], "earlier",
        "Previous entry of the list, or line of the history.", in: .line,
        unless: [.noEarlierLine], changes: { $0.walk(.previous) })
    static let laterLine = Command(
        "later-line", [.down, .control("n")], "later",
        "Next entry of the list, or line of the history.", in: .line, unless: [.noLaterLine],
        changes: { $0.walk(.next) })
    static let lineBreak = Command(
        "line-break", [.control("o")], "new line", "Insert a line break, in a multi-line field.",
        in: .line, changes: { $0.breakLine() })
    static let editLine = Command(
        "edit-line", [.control("x")], "editor", "Edit the text of a field in your editor (VISUAL, EDITOR).",
        in: .line, does: { $0.editLine() })

    static let line: [Command] = [
        .accept, .cancel, .cursorLeft, .cursorRight, .cursorToStart, .cursorToEnd, .deleteBackward,
        .deleteForward, .deleteToStart, .deleteToEnd, .deleteWord, .complete, .earlierLine,
        .laterLine, .lineBreak, .editLine,
    ]

    static let typeNumber = Command(
        "type-number", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"], "digit",
        "Digit of a number; an unambiguous number is accepted at once.", in: .hints)
    static let takeNumber = Command(
        "take-number", [.enter], "take", "Accept the number.", in: .hints)
    static let eraseNumber = Command(
        "erase-number", [.backspace, .control("h")], "erase", "Erase the last digit; without one, leave.",
        in: .hints)
    static let leaveNumbers = Command(
        "leave-numbers", [.escape, "q", "f", "F", .control("c"), .control("g")], "leave",
        "Hide the numbers.", in: .hints)
    static let typeAccount = Command(
        "type-account", ["n"], "new", "Type the name of an account.", in: .accounts)
    static let closeListed = Command(
        "close-entry", ["c", .delete], "close", "Close the tab under the cursor.", in: .tabs)
    static let optionDown = Command(
        "entry-down", ["j", .down, .tab, .control("n")], "down", "Next entry.", counted: .repeats,
        in: .list)
    static let optionUp = Command(
        "entry-up", ["k", .up, .backTab, .control("p")], "up", "Previous entry.", counted: .repeats,
        in: .list)
    static let optionPageDown = Command(
        "entries-page-down", [.pageDown, .control("f"), .control("d")], "page", "One screen down.",
        counted: .repeats, in: .list)
    static let optionPageUp = Command(
        "entries-page-up", [.pageUp, .control("b"), .control("u")], "page up", "One screen up.",
        counted: .repeats, in: .list)
    static let firstOption = Command(
        "first-entry", ["g", .home], "first", "First entry.", in: .list)
    static let lastOption = Command(
        "last-entry", ["G", .end], "last", "Last entry.", in: .list)
    static let takeOptions = Command(
        "take-entry", [.enter], "choose",
        "Choose the entry; of several options, accept those that are on.", in: .list)
    static let toggleOption = Command(
        "toggle-entry", [" "], "mark", "Mark the option, or remove its mark.", in: .list)
    static let findOption = Command(
        "find-entry", ["/"], "find", "Type part of an entry to go to it; help shows the matches only.",
        in: .list
    )
    static let leaveOptions = Command(
        "leave-list", [.escape, "q", .control("c"), .control("g")], "leave", "Leave without changes.",
        in: .list)
    static let changeKey = Command(
        "change-key", ["r"], "new key",
        "Press a key that replaces the keys of the command; saved in the configuration file.",
        words: "remap rebind map keybinding shortcut", in: .help)
    static let addKey = Command(
        "add-key", ["a"], "add key", "Press a key to add to the keys of the command.",
        words: "remap rebind map keybinding shortcut", in: .help)
    static let restoreKeys = Command(
        "default-keys", ["d"], "default keys", "Restore the default keys of the command.",
        words: "remap rebind unmap reset keybinding shortcut", in: .help)
    static let agree = Command(
        "agree", ["y", "Y"], "yes", "Yes.", in: .question)
    static let disagree = Command(
        "disagree", ["n", "N", "q", .escape, .control("c"), .control("g")], "no", "No.", in: .question)

    /// The commands in lists, forms, questions and numbered links. The overlay or input mode performs them.
    static let lists: [Command] = [
        .typeNumber, .takeNumber, .eraseNumber, .leaveNumbers, .typeAccount, .closeListed,
        .optionDown, .optionUp, .optionPageDown, .optionPageUp, .firstOption, .lastOption,
        .takeOptions, .toggleOption, .findOption, .leaveOptions, .changeKey, .addKey, .restoreKeys, .agree,
        .disagree,
    ]
}
