extension Command {
    static let editRequest = Command(
        "edit-request", ["e"], "edit request",
        "Edit the page's request and send it aside: lie about tags, cookies, encodings.",
        aliases: "resend replay", words: "edit request modify post put method compose retry", in: .panes,
        unless: [.noPage, .offline], does: { $0.editRequest() })
    static let compareAnswers = Command(
        "compare-answers", [.alt("a")], "compare",
        "Compare the last two answers of the page, heads and bodies.", words: "responses", in: .everywhere,
        unless: [.noPage],
        does: { $0.compareAnswers() })
    static let comparePage = Command(
        "compare", [], "compare", "Compare what this page and another address answer.", words: "versus",
        in: .panes,
        takes: .address, offering: ArgumentOffer.addresses, given: { try $0.compare(with: $0.address($1)) },
        changes: { $0.prompt = .command(CommandLine("compare ")) })
    static let sendRequest = Command(
        "send-request", [.enter], "send aside", "Send the request; nothing of it is stored.", in: .request)
    static let editText = Command(
        "edit-text", ["e"], "editor", "Edit the whole request in your editor (VISUAL, EDITOR).", in: .request)
    static let changeRow = Command(
        "change-line", ["i"], "change", "Change the line under the cursor.", in: .request)
    static let addRow = Command(
        "add-header", ["a"], "add", "Add a header.", in: .request)
    static let removeRow = Command(
        "remove-header", ["x", .delete], "remove", "Take the header under the cursor away.", in: .request)
    static let override = Command(
        "lie", ["1", "2", "3", "4", "5", "6", "7"], "lie",
        "Say what is not so, or the next such thing, or the truth again.", in: .request)
    static let storeAnswer = Command(
        "store-answer", ["w"], "store", "Store the answer, as the page's own would be.", in: .aside)
    static let backToRequest = Command(
        "back-to-request", ["e"], "request", "Back to the request, as it was sent.", in: .aside)

    /// Keys for requests that are edited and sent aside.
    static let resending: [Command] = [
        .editRequest, .compareAnswers, .comparePage, .sendRequest, .editText, .changeRow, .addRow,
        .removeRow, .override, .storeAnswer, .backToRequest,
    ]
}
