extension KeyTable {
    /// Keys for holding requests and answers.
    static let intercepting: [Binding] = [
        row(
            .intercept, [], "hold",
            "Hold the requests or answers that fit until you let them go; without FILTER, none.",
            in: .panes, takes: .filter),
        row(.typeFilter, ["i"], "hold", "Type which requests or answers are held.", in: .panes),
        row(.listIntercepted, [.alt("i")], "held", "Show what is held.", in: .panes),
        row(.forwardIntercepted, ["a"], "let go", "Let what is held go, edited or as it is.", in: .panes),
        row(
            .acceptUnstored, [.alt("j")], "not stored",
            "Forward what is intercepted, edited or as it is, without storing the response.", in: .panes),
        row(.editIntercepted, ["E"], "edit", "Edit what is held in your editor.", in: .panes),
        row(.dropIntercepted, ["X"], "drop", "Drop what is held: its session fails.", in: .panes),
        row(
            .respond, [], "respond", "Answer what is held, or the page's next request, from a file.",
            in: .panes,
            takes: .file),
    ]
}
