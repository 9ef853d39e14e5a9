extension KeyTable {
    /// Keys in lists, and in what forms and numbered links put on the screen.
    static let forms: [Binding] = [
        row(
            .typeNumber, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"], "digit",
            "A digit of a number; a number that can be no other is taken at once.", in: .hints),
        row(.takeNumber, [.enter], "take", "Take the number as it is.", in: .hints),
        row(
            .eraseNumber, [.backspace, .control("h")], "erase", "Erase the last digit; without one, leave.",
            in: .hints),
        row(
            .leaveNumbers, [.escape, "q", "f", "F", .control("c"), .control("g")], "leave",
            "Take the numbers away.", in: .hints),
        row(.typeAccount, ["n"], "new", "Type the name of an account.", in: .accounts),
        row(.closeListed, ["c", .delete], "close", "Close the tab under the cursor.", in: .tabs),
        row(.optionDown, ["j", .down, .tab, .control("n")], "down", "To the next entry.", in: .list),
        row(.optionUp, ["k", .up, .backTab, .control("p")], "up", "To the entry before.", in: .list),
        row(
            .optionPageDown, [.pageDown, .control("f"), .control("d")], "page", "One screen down.", in: .list),
        row(.optionPageUp, [.pageUp, .control("b"), .control("u")], "page up", "One screen up.", in: .list),
        row(.firstOption, ["g", .home], "first", "To the first entry.", in: .list),
        row(.lastOption, ["G", .end], "last", "To the last entry.", in: .list),
        row(
            .takeOptions, [.enter], "choose",
            "Choose the entry; where several can be chosen, keep those that are on.", in: .list),
        row(.toggleOption, [" "], "on or off", "Turn the option on or off.", in: .list),
        row(
            .findOption, ["/"], "find", "Type a part of an entry to go there; help shows what has it.",
            in: .list),
        row(
            .leaveOptions, [.escape, "q", .control("c"), .control("g")], "leave",
            "Leave everything as it was.", in: .list),
        row(.agree, ["y", "Y"], "yes", "Yes.", in: .question),
        row(.disagree, ["n", "N", "q", .escape, .control("c"), .control("g")], "no", "No.", in: .question),
    ]
}
