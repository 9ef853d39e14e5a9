extension KeyTable {
    /// Keys for requests that are edited and resent.
    static let resending: [Binding] = [
        row(
            .editRequest, ["e"], "edit request",
            "Edit the page's request and send it aside: lie about tags, cookies, encodings.", in: .panes),
        row(
            .compareAnswers, [.alt("a")], "compare",
            "Compare the last two answers of the page, heads and bodies.", in: .everywhere),
        row(
            .comparePage, [], "compare", "Compare what this page and another address answer.", in: .panes,
            takes: .address),
        row(.sendRequest, [.enter], "send aside", "Send the request; nothing of it is stored.", in: .request),
        row(
            .editText, ["e"], "editor", "Edit the whole request in your editor (VISUAL, EDITOR).",
            in: .request),
        row(.changeRow, ["i"], "change", "Change the line under the cursor.", in: .request),
        row(.addRow, ["a"], "add", "Add a header.", in: .request),
        row(.removeRow, ["x", .delete], "remove", "Take the header under the cursor away.", in: .request),
        row(
            .override, ["1", "2", "3", "4", "5", "6", "7"], "lie",
            "Say what is not so, or the next such thing, or the truth again.", in: .request),
        row(.storeAnswer, ["w"], "store", "Store the answer, as the page's own would be.", in: .aside),
        row(.backToRequest, ["e"], "request", "Back to the request, as it was sent.", in: .aside),
    ]
}
