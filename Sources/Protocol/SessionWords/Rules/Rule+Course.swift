import SonicProtocol

extension Rule {
    /// What may go wrong before there is a page: statuses, redirects, bodies that cannot be read.
    public static let course: [Rule] = [
        Rule(
            .statusError, .error, section: "classification",
            why: """
                There is no page: a stored one stays on the screen, and it is not renewed. The status may be \
                that of a proxy or a CDN: 502 and 504 mostly are.
                """,
            fix: "Look at the response's body, and at the log of whoever sent it."),
        Rule(
            .sonicUnavailable, .error, section: "classification",
            why: """
                The page is there, but not by Sonic: each load costs two requests and the whole page. The status \
                says that something is overloaded or down, which may pass.
                """,
            fix: """
                See who sends the 503: the Sonic half, or something in front of it that takes requests with \
                accept-diff otherwise.
                """),
        Rule(
            .notModifiedUnasked, .error, section: "classification",
            question: "status 304 to a request without one",
            why: "304 stands for the page that the client holds, and this one said that it holds none.",
            fix: """
                See who sends the 304: Java's filter does for blank pages, and a cache on the way may. Answer \
                304 only where If-None-Match or If-Modified-Since came.
                """),
        Rule(
            .redirectNowhere, .error, section: "classification", question: "the same without Location",
            why: "Nobody can follow a redirect that does not say where to.",
            fix: "Send Location with 301, 302, 303, 307 and 308."),
        Rule(
            .redirectLoop, .error, section: "classification",
            why: """
                Clients give up after some twenty redirects. A site that waits for a cookie to come back \
                redirects without an end where none is kept.
                """,
            fix: """
                See which addresses send the client to each other, and whether they set cookies that are not \
                kept here.
                """),
        Rule(
            .answerIncomplete, .error, section: "retries",
            why: """
                The head announced more than came, or the connection broke off: the page is not shown whole. \
                Once, the network may have done it; each time, it is the server or something in front of it.
                """,
            fix: """
                Load the page again. Where it breaks off at the same place, see that whoever sends it counts the \
                bytes, and does not end in the middle of a response.
                """),
        Rule(
            .contentCodingWrong, .error, section: "request",
            why: "The body is not in the coding that Content-Encoding names, and nobody can unpack it.",
            fix: """
                See who compresses, the server or a proxy: name the coding that was used, or none, and do not \
                pack a packed body again.
                """),
        Rule(
            .answerTooLarge, .error, section: "classification",
            why: "The body is larger than clients take, packed small or without an end.",
            fix: "See where the body comes from, and that it ends."),
    ]
}
