import SonicProtocol

extension RuleID {
    /// Rules about failures before there is a page.
    public static let statusError = RuleID("status-error"),
        sonicUnavailable = RuleID("sonic-unavailable"),
        redirectLoop = RuleID("redirect-loop"),
        answerIncomplete = RuleID("answer-incomplete"),
        contentCodingWrong = RuleID("content-coding-wrong"),
        answerTooLarge = RuleID("answer-too-large")
}

extension Rule {
    /// Problems before there is a page: statuses, redirects, bodies that cannot be read.
    public static let exchange: [Rule] = [
        Rule(
            .statusError, .error, section: "classification",
            evidence: "the status",
            otherwise: "a proxy that answers instead of the server: the explanation says so",
            why:
                "There is no page: a stored one stays on the screen, and it is not renewed. The status "
                + "may be from a proxy or a CDN: 502 and 504 usually are.",
            fix: "Look at the response's body, and at the log of the server or proxy that sent it."),
        Rule(
            .sonicUnavailable, .error, section: "classification",
            evidence: "503 with accept-diff, and a page without it",
            otherwise: "something in front of the server, or a temporary failure: the explanation says so",
            why:
                "The page is available, but not with Sonic: each load costs two requests and the full "
                + "page. The status says that something is overloaded or down, which may be temporary.",
            fix:
                "Find out what sends the 503: the server's Sonic code, or something in front of it that "
                + "handles requests with accept-diff differently."),
        Rule(
            .notModifiedUnasked, .error, section: "classification",
            question: "status 304 to a request without one",
            evidence: "304 to a request without a validator",
            otherwise: "an intermediate cache: the advice says so",
            why: "A 304 stands for the page that the client has, and this client said that it has none.",
            fix:
                "Find out what sends the 304: Java's filter does for blank pages, and an intermediate "
                + "cache may. Answer 304 only to requests with If-None-Match or If-Modified-Since."),
        Rule(
            .redirectNowhere, .error, section: "classification",
            question: "the same without Location",
            evidence: "a redirect without Location",
            otherwise: "nothing: no client can follow it; an empty Location is reported as such",
            why: "A redirect without a target cannot be followed.",
            fix: "Send Location with 301, 302, 303, 307 and 308."),
        Rule(
            .redirectLoop, .error, section: "classification",
            evidence: "some twenty redirects in a row",
            otherwise: "a site that waits for a cookie that is not stored: the explanation says so",
            why:
                "Clients give up after some twenty redirects. A site that waits for its cookie redirects "
                + "forever if cookies are not stored.",
            fix:
                "Find out which addresses redirect to each other, and which of their cookies are not "
                + "stored."),
        Rule(
            .answerIncomplete, .error, section: "retries",
            evidence: "fewer bytes than announced, or a lost connection",
            otherwise: "the network: the explanation says so",
            why:
                "The headers announced more bytes than were received, or the connection was lost: the "
                + "page is not shown in full. If it happens once, the network may be the cause; if each "
                + "time, the server or something in front of it.",
            fix:
                "Load the page again. If it is cut off at the same place, check that the sender "
                + "announces the right length and does not stop in the middle of a response."),
        Rule(
            .contentCodingWrong, .error, section: "request",
            evidence: "a body that cannot be decoded",
            otherwise: "a proxy that compresses: the advice says so",
            why: "The body is not in the coding that Content-Encoding names, and cannot be decoded.",
            fix:
                "Find out what compresses, the server or a proxy: name the coding that was used, or "
                + "none, and do not compress a compressed body again."),
        Rule(
            .answerTooLarge, .error, section: "classification",
            evidence: "more bytes than this client accepts",
            otherwise: "nothing: the bytes are counted",
            why: "The body is larger than clients accept, highly compressed or endless.",
            fix: "Find out where the body comes from, and check that it ends."),
    ]
}
