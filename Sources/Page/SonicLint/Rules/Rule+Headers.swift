import SonicProtocol

extension RuleID {
    /// Rules about the Sonic headers of a response.
    public static let headerWithoutBlank = RuleID("header-without-blank"),
        etagKeyAbsent = RuleID("etag-key-absent"),
        etagUnlikeHTMLSHA1 = RuleID("etag-unlike-html-sha1"),
        cacheOfflineMissing = RuleID("cache-offline-missing")
}

extension Rule {
    /// Problems of a response's Sonic headers.
    static let headers: [Rule] = [
        Rule(
            .headerDoubled, .warning, section: "headers",
            evidence: "the response's headers as received: two lines",
            otherwise: "one of them was added in between; headers added by the reader are ignored",
            why: "Clients use the first line, the last, or both joined by a comma, which they do not know.",
            fix:
                "Find out what adds the second line: Java's filter adds it to the page's own, and "
                + "proxies add headers, too. Remove one of them."),
        Rule(
            .headerWithoutBlank, .note, section: "headers",
            evidence: "the response's headers as received, byte for byte",
            otherwise: "nothing: the space is missing; connections that hide the bytes are not judged",
            why: "HTTP allows it, but Foundation's networking on Linux rejects the response for such a line.",
            fix: "Write a space after the colon."),
        Rule(
            .etagMissing, .warning, section: "etag",
            evidence: "the response's headers as received, to a request for Sonic",
            otherwise:
                "something in between dropped it: nginx, Via and codings are named; a response that is "
                + "Sonic's only by headers added by the reader is not judged",
            why:
                "Without a validator the server can never answer 304, and the iOS client treats the "
                + "response as one without Sonic and removes its copy.",
            fix:
                "Check whether the server sends an ETag. If it does, find what drops it in between: "
                + "nginx drops an ETag without quotes when it compresses or changes a response. If it does "
                + "not, send the SHA-1 of the page as ETag."),
        Rule(
            .etagKeyAbsent, .warning, section: "etag",
            evidence:
                "the response's headers as received, to a request for Sonic: sonic-etag-key, and no "
                + "header of that name",
            otherwise: "something in between dropped the header: the advice begins with that",
            why:
                "Clients look for the tag only in the header that sonic-etag-key names. Without it the "
                + "server can never answer 304, and the iOS client treats the response as one without Sonic "
                + "and removes its copy.",
            fix:
                "Check whether the server sends that header. If it does, find what drops unknown headers "
                + "in between. If it does not, send the tag there, or omit sonic-etag-key."),
        Rule(
            .etagWeak, .warning, section: "etag",
            evidence: "the response's headers as received",
            otherwise:
                "a proxy that compresses weakened it, or a framework made it over the body sent: the "
                + "finding says what the headers and bytes show",
            why: "Sonic servers compare the bare tag: an If-None-Match with W/ never leads to a 304.",
            perhaps: "Proxies weaken tags of what they compress; frameworks make them over the body sent.",
            fix: "Name another header in sonic-etag-key, or find what weakens the tag and turn it off."),
        Rule(
            .etagQuoted, .warning, section: "etag",
            evidence: "the response's headers as received",
            otherwise: "HTTP requires quotes, and the server may compare so: explanation and advice say so",
            why:
                "HTTP requires the quotes. The reference servers compare the tag without them: a quoted "
                + "tag never leads to a 304 there.",
            fix:
                "If this tag never leads to a 304, send the 40 digits without quotes, or strip quotes "
                + "from If-None-Match, and a suffix. Behind a proxy that compresses, do the latter: nginx "
                + "drops tags without quotes, and HAProxy does not compress responses with them."),
        Rule(
            .etagUnlikeHTMLSHA1, .warning, section: "etag",
            evidence: "the response's headers as received: two SHA-1 hashes that differ",
            otherwise: "a tag that is no digest, or was changed in between; tags of other forms are ignored",
            why: "Both look like a SHA-1, and they differ: a client that checks the wrong one fails.",
            perhaps: "One is of other bytes, is not a digest of the page, or was changed in between.",
            fix:
                "Compare both with what the server sent. If they are equal, compute both over the same "
                + "bytes, those before compression."),
        Rule(
            .validatorUnsendable, .warning, section: "etag",
            evidence: "the response's headers as received: control characters",
            otherwise: "nothing: they are in the header",
            why:
                "Headers must not contain control characters (RFC 9110, section 5.5). A request that "
                + "sends such a tag back is refused by servers and proxies or parsed as two headers, so it "
                + "is not sent, and the page is requested without it.",
            fix: "Use tags of visible characters, such as the SHA-1 of the page in hexadecimal."),
        Rule(
            .templateTagMissing, .warning, section: "headers",
            evidence: "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that",
            why: "Without it there is no update, and the iOS client treats the response as not Sonic.",
            fix: ifNotSent("send the SHA-1 of the template as template-tag.")),
        Rule(
            .templateChangeMissing, .note, section: "classification",
            evidence: "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that",
            why: "The iOS client requires it on every page: without it, the response is not Sonic there.",
            fix: ifNotSent("send template-change: true with full pages and false with updates.")),
        Rule(
            .templateChangeOdd, .warning, section: "classification",
            evidence: "the response's headers as received",
            otherwise: "headers added by the reader are ignored",
            why:
                "Android takes every value except false and 0 for a full page, also False. iOS reads it "
                + "as a truth value: what begins with T, Y or a number other than 0 is a full page, "
                + "anything else an update.",
            fix: "Send true or false, in lower case."),
        Rule(
            .cacheOfflineMissing, .warning, section: "cache-offline",
            evidence: "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that",
            why: "If it is missing, Android removes its copy, and iOS treats the response as not Sonic.",
            fix: ifNotSent("send cache-offline: true.")),
        Rule(
            .cacheOfflineUnknown, .warning, section: "cache-offline",
            evidence: "the response's headers as received",
            otherwise: "headers added by the reader are ignored",
            why: "Clients know true, store, false and http; for others, also True, Android stores nothing.",
            fix: "Send one of the four values, in lower case."),
    ]
}
