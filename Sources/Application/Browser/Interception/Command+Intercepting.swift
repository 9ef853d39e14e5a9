extension Command {
    static let intercept = Command(
        "intercept", [], "intercept",
        "Intercept matching requests or responses until you forward them; without FILTER, none.",
        aliases: "breakpoint", words: "break pause hold", in: .panes,
        takes: .optional("FILTER"), offering: ArgumentOffer.interceptionTerms,
        given: { $1 == "off" ? $0.interceptNothing() : try $0.intercept($1) },
        does: { $0.interceptNothing() })
    static let typeFilter = Command(
        "intercept-what", ["i"], "intercept", "Type a filter of requests or responses to intercept.",
        in: .panes, changes: { $0.typeFilter() })
    static let listIntercepted = Command(
        "intercepted", [.alt("i")], "intercepted", "List what is intercepted.", aliases: "held",
        words: "paused queue pending", in: .panes, unless: [.nothingIntercepted],
        changes: { $0.listIntercepted() })
    static let forwardIntercepted = Command(
        "forward-intercepted", ["a"], "forward", "Forward what is intercepted, edited or unchanged.",
        aliases: "accept-held", words: "continue resume release", in: .panes,
        unless: [.nothingIntercepted], does: { $0.forwardIntercepted() })
    static let forwardRecomputed = Command(
        "forward-recomputed", ["#", "_"], "with hashes",
        "Forward the edited response, with recomputed hashes.",
        words: "sha1 etag template-tag recompute", in: .panes, unless: [.nothingIntercepted],
        does: { $0.forwardRecomputed() })
    static let acceptUnstored = Command(
        "forward-unstored", [.alt("j")], "not stored",
        "Forward what is intercepted, edited or unchanged, without storing the response.", in: .panes,
        unless: [.nothingIntercepted], does: { $0.forwardInterceptedUnstored() })
    static let editIntercepted = Command(
        "edit-intercepted", ["E"], "edit", "Edit what is intercepted in your editor.", aliases: "edit-held",
        in: .panes, unless: [.nothingIntercepted], does: { $0.editIntercepted() })
    static let dropIntercepted = Command(
        "drop-intercepted", ["X"], "drop", "Drop what is intercepted: its request fails.",
        aliases: "drop-held", words: "block reject discard", in: .panes, unless: [.nothingIntercepted],
        does: { $0.dropIntercepted() })
    static let respond = Command(
        "respond", [], "respond",
        "Respond to what is intercepted, or to the page's next request, from a file.",
        aliases: "mock", words: "stub fake override map-local", in: .panes,
        takes: .needed("FILE"), given: { try $0.respond(from: $1) },
        changes: { $0.prompt = .command(CommandLine("respond ")) })

    /// Keys for intercepting requests and responses.
    static let intercepting: [Command] = [
        .intercept, .typeFilter, .listIntercepted, .forwardIntercepted, .forwardRecomputed, .acceptUnstored,
        .editIntercepted, .dropIntercepted, .respond,
    ]
}
