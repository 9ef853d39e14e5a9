extension Command {
    static let editRequest = Command(
        "edit-request", ["e"], "edit request",
        "Edit and resend the page's request, not stored: override tags, cookies, encodings.",
        aliases: "resend replay", words: "edit request modify post put method compose retry", in: .panes,
        unless: [.noSubject, .offline], does: { $0.editRequest() })
    static let composeRequest = Command(
        "request", [], "new request",
        "Write and send a request of your own, not stored: a method and an address, or one of an .http file.",
        words: "compose http rest post put patch delete api", in: .panes,
        takes: .needed("METHOD URL|FILE[#N]"), offering: ArgumentOffer.methods,
        given: { try $0.compose($1) }, changes: { $0.begin("request ") })
    static let curl = Command(
        "curl", [], "curl", "Edit and send the request of a curl command, as browsers copy it; not stored.",
        words: "paste import request command-line", in: .panes, takes: .needed("COMMAND"),
        given: { try $0.edit(curl: $1) }, changes: { $0.begin("curl ") })
    static let compareAnswers = Command(
        "compare-responses", [.alt("a")], "compare",
        "Compare the last two responses of the page, side by side.", aliases: "compare-answers",
        words: "answers",
        in: .everywhere,
        unless: [.noPage],
        does: { $0.compareAnswers() })
    static let comparePage = Command(
        "compare", [], "compare", "Compare the responses of this page and another address.", words: "versus",
        in: .panes,
        takes: .address, offering: ArgumentOffer.addresses, given: { try $0.compare(with: $0.address($1)) },
        changes: { $0.prompt = .command(CommandLine("compare ")) })
    static let sendRequest = Command(
        "send-request", [.enter], "resend", "Send the request; nothing of it is stored.", in: .request)
    static let editText = Command(
        "edit-text", ["e"], "editor", "Edit the whole request in your editor (VISUAL, EDITOR).", in: .request)
    static let changeRow = Command(
        "change-line", ["i"], "change", "Change the line under the cursor.", in: .request)
    static let addRow = Command(
        "add-header", ["a"], "add", "Add a header.", in: .request)
    static let removeRow = Command(
        "remove-header", ["x", .delete], "remove", "Remove the header under the cursor.", in: .request)
    static let saveRequest = Command(
        "save-request", ["w"], "save", "Save the request to an .http file, for the command “request”.",
        in: .request)
    static let override = Command(
        "override", ["1", "2", "3", "4", "5", "6", "7"], "override",
        "Set an override, its next value, or remove it.", aliases: "lie", in: .request)
    static let storeAnswer = Command(
        "store-response", ["w"], "store", "Store the response, as the page's own would be.",
        aliases: "store-answer",
        in: .aside)
    static let backToRequest = Command(
        "back-to-request", ["e"], "request", "Back to the request, as it was sent.", in: .aside)

    /// The commands for requests that are edited and resent.
    static let resending: [Command] = [
        .editRequest, .composeRequest, .curl, .compareAnswers, .comparePage, .sendRequest, .editText,
        .changeRow, .addRow, .removeRow, .saveRequest, .override, .storeAnswer, .backToRequest,
    ]
}
