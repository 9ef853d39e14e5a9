extension Command {
    static let copyAddress = Command(
        "copy-address", ["y"], "address", "The page's address.", in: .copies, unless: [.noPage],
        does: { $0.copyAddress() })
    static let copyHeaders = Command(
        "copy-headers", ["h"], "headers", "The headers of the last request and its response.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyHeaders() })
    static let copyBlock = Command(
        "copy-block", ["b"], "block", "The block of the chosen link, else the first one on the screen.",
        in: .copies, unless: [.noPage], does: { $0.copyBlock() })
    static let copyHTTPie = Command(
        "copy-httpie", ["i"], "HTTPie", "The last request as a command for HTTPie.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.httpie) })
    static let copyFetch = Command(
        "copy-fetch", ["f"], "fetch", "The last request as fetch in JavaScript.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.fetch) })
    static let copyPython = Command(
        "copy-python", ["p"], "Python", "The last request in Python.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.python) })
    static let copySwift = Command(
        "copy-swift", ["s"], "Swift", "The last request in Swift.", in: .copies,
        unless: [.noSubject, .noRequest], does: { $0.copyCode(.swift) })
    static let copyExchange = Command(
        "copy-exchange", ["x"], "exchange", "The whole session, explained step by step, for a bug report.",
        in: .copies, unless: [.noSubject], does: { $0.copyExchange() })
    static let exportSession = Command(
        "export-session", ["s"], "session", "The session as HAR 1.2, which sonic replay runs again.",
        words: "har", in: .exports, unless: [.noSubject, .sessionUnderWay], changes: { $0.exportSession() })
    static let exportLog = Command(
        "export-log", ["a"], "all", "All sessions of this run as HAR 1.2.", in: .exports,
        unless: [.nothingJournalled], changes: { $0.exportLog() })
    static let exportPage = Command(
        "export-page", ["h"], "HTML", "The page as HTML, byte for byte as it was sent.", words: "save html",
        in: .exports,
        unless: [.noPage, .sessionUnderWay, .nothingSent], changes: { $0.exportPage() })
    static let exportText = Command(
        "export-text", ["t"], "text", "The page as text, at the width of its pane.", words: "print txt plain",
        in: .exports,
        unless: [.noPage, .sessionUnderWay, .nothingSent], changes: { $0.exportText() })

    /// The commands in the menus for copying and exporting.
    static let taking: [Command] = [
        .copyAddress,
        .copyCurl.also(["c", "Y"], "curl", "The last request as a command for curl.", in: .copies),
        .copyHTTPie, .copyFetch, .copyPython, .copySwift, .copyHeaders, .copyBlock, .copyExchange,
        .toggleSecrets.also(["m"], "secrets", "Include secrets, or mask them again.", in: .copies),
        .exportSession, .exportLog, .exportPage, .exportText,
        .toggleSecrets.also(["m"], "secrets", "Include secrets, or mask them again.", in: .exports),
    ]
}
