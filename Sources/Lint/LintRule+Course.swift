extension LintRule {
    /// What may go wrong before there is a page: statuses, redirects, bodies that cannot be read.
    public static let course: [LintRule] = [
        statusError, sonicUnavailable, unmodifiedUnasked, redirectNowhere, redirectLoop, answerIncomplete,
        codingWrong, answerTooLarge,
    ]

    package static let statusError = LintRule(
        "status-error", .error,
        why: "There is no page: a stored one stays on the screen, and it is not renewed.",
        mend: "Look at the answer's body and the server's log.")
    package static let sonicUnavailable = LintRule(
        "sonic-unavailable", .error,
        why: "The page is there, but not by Sonic: each load costs two requests and the whole page.",
        mend: "See why the Sonic half answers 503; the page behind it works.")
    package static let unmodifiedUnasked = LintRule(
        "not-modified-unasked", .error,
        why: "304 stands for the page that the client holds, and this one said that it holds none.",
        mend:
            "Answer 304 only where If-None-Match or If-Modified-Since came; Java's filter sends it for blank pages."
    )
    package static let redirectNowhere = LintRule(
        "redirect-nowhere", .error,
        why: "Nobody can follow a redirect that does not say where to.",
        mend: "Send Location with 301, 302, 303, 307 and 308.")
    package static let redirectLoop = LintRule(
        "redirect-loop", .error,
        why: "Clients give up after some twenty redirects.",
        mend: "See which addresses send the client to each other.")
    package static let answerIncomplete = LintRule(
        "answer-incomplete", .error,
        why:
            "The head announced more than came, or the connection broke off: the page is not shown whole. Once, the "
            + "network may have done it; each time, it is the server.",
        mend:
            "See that the server counts the bytes that it sends, and does not end in the middle of an answer."
    )
    package static let codingWrong = LintRule(
        "content-coding-wrong", .error,
        why: "The body is not in the coding that Content-Encoding names, and nobody can unpack it.",
        mend: "Name the coding that was used, or none; do not pack a packed body again.")
    package static let answerTooLarge = LintRule(
        "answer-too-large", .error,
        why: "The body is larger than clients take, packed small or without an end.",
        mend: "See where the body comes from, and that it ends.")
}
