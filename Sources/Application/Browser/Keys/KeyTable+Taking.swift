extension KeyTable {
    /// Keys in the menus of what can be taken along.
    static let taking: [Binding] = [
        row(.copyAddress, ["y"], "address", "The page's address.", in: .copies),
        row(.copyCurl, ["c", "Y"], "curl", "The last request as a command for curl.", in: .copies),
        row(.copyHeaders, ["h"], "headers", "The heads of the last request and its answer.", in: .copies),
        row(
            .copyBlock, ["b"], "block", "The block of the chosen link, else the first one on the screen.",
            in: .copies),
        row(
            .copyExchange, ["x"], "exchange", "The whole session, explained step by step, for a bug report.",
            in: .copies),
        row(.copyTest, ["t"], "test", "The session as a test in Swift.", in: .copies),
        row(.toggleSecrets, ["m"], "secrets", "Leave secrets as they are, or mask them again.", in: .copies),
        row(
            .exportSession, ["s"], "session", "The session as HAR 1.2, which sonic replay runs again.",
            in: .exports),
        row(.exportLog, ["a"], "all", "All sessions of this run as HAR 1.2.", in: .exports),
        row(.exportPage, ["h"], "HTML", "The page as HTML, byte for byte as it was sent.", in: .exports),
        row(.exportText, ["t"], "text", "The page as text, at the width of its pane.", in: .exports),
        row(.toggleSecrets, ["m"], "secrets", "Leave secrets as they are, or mask them again.", in: .exports),
    ]
}
