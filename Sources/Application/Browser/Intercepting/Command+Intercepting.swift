extension Command {
    static let intercept = Command(
        "intercept", [], "hold",
        "Hold the requests or answers that fit until you let them go; without FILTER, none.",
        aliases: "breakpoint", words: "break pause hold", in: .panes,
        takes: .filter, given: { $1 == "off" ? $0.interceptNothing() : try $0.intercept($1) },
        does: { $0.interceptNothing() })
    static let typeFilter = Command(
        "intercept-what", ["i"], "hold", "Type which requests or answers are held.", in: .panes,
        changes: { $0.typeFilter() })
    static let listIntercepted = Command(
        "held", [.alt("i")], "held", "Show what is held.", aliases: "intercepted",
        words: "paused queue pending", in: .panes, unless: [.nothingIntercepted],
        changes: { $0.listIntercepted() })
    static let forwardIntercepted = Command(
        "accept-held", ["a"], "let go", "Let what is held go, edited or as it is.",
        aliases: "forward-intercepted", words: "continue resume release", in: .panes,
        unless: [.nothingIntercepted], does: { $0.forwardIntercepted() })
    static let acceptUnstored = Command(
        "forward-unstored", [.alt("j")], "not stored",
        "Forward what is intercepted, edited or as it is, without storing the response.", in: .panes,
        unless: [.nothingIntercepted], does: { $0.forwardInterceptedUnstored() })
    static let editIntercepted = Command(
        "edit-held", ["E"], "edit", "Edit what is held in your editor.", aliases: "edit-intercepted",
        in: .panes,
        unless: [.nothingIntercepted],
        does: { $0.editIntercepted() })
    static let dropIntercepted = Command(
        "drop-held", ["X"], "drop", "Drop what is held: its session fails.", aliases: "drop-intercepted",
        words: "block reject discard", in: .panes,
        unless: [.nothingIntercepted], does: { $0.dropIntercepted() })
    static let respond = Command(
        "respond", [], "respond", "Answer what is held, or the page's next request, from a file.",
        aliases: "mock", words: "stub fake override map-local", in: .panes,
        takes: .needed("FILE"), given: { try $0.respond(from: $1) },
        changes: { $0.prompt = .command(CommandLine("respond ")) })

    /// Keys for holding requests and answers.
    static let holding: [Command] = [
        .intercept, .typeFilter, .listIntercepted, .forwardIntercepted, .acceptUnstored, .editIntercepted,
        .dropIntercepted,
        .respond,
    ]
}
