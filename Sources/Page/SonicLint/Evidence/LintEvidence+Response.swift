import SonicProtocol

extension LintEvidence {
    /// The evidence of a rule that looks at the headers of a response.
    private static func headers(_ rule: RuleID, _ required: String = "", otherwise: String) -> LintEvidence {
        LintEvidence(rule, "the response's headers as received" + required, otherwise: otherwise)
    }

    /// The same, if the request was for Sonic.
    private static func sonicHeaders(
        _ rule: RuleID, _ required: String = "", otherwise: String
    ) -> LintEvidence {
        headers(rule, ", to a request for Sonic" + required, otherwise: otherwise)
    }

    /// The evidence for the rules for responses.
    static let response: [LintEvidence] = [
        .headers(
            .headerDoubled, ": two lines",
            otherwise: "one of them was added in between; headers added by the reader are ignored"),
        .init(
            .headerWithoutBlank,
            "the response's headers as received, byte for byte",
            otherwise: "nothing: the space is missing; connections that hide the bytes are not judged"),
        .sonicHeaders(
            .etagMissing,
            otherwise:
                "something in between dropped it: nginx, Via and codings are named; a response that is "
                + "Sonic's only by headers added by the reader is not judged"),
        .sonicHeaders(
            .etagKeyAbsent, ": sonic-etag-key, and no header of that name",
            otherwise: "something in between dropped the header: the advice begins with that"),
        .headers(
            .etagWeak,
            otherwise:
                "a proxy that compresses weakened it, or a framework made it over the body sent: the finding "
                + "says what the headers and bytes show"),
        .headers(
            .etagQuoted,
            otherwise:
                "HTTP requires the quotes, and the server may compare as HTTP says: explanation and "
                + "advice say so"),
        .headers(
            .etagUnlikeHTMLSHA1, ": two SHA-1 hashes that differ",
            otherwise:
                "a tag that is not a digest, or was changed in between; tags of another form are not judged"),
        .headers(.validatorUnsendable, ": control characters", otherwise: "nothing: they are in the header"),
        .sonicHeaders(
            .templateTagMissing,
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .sonicHeaders(
            .templateChangeMissing,
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .headers(.templateChangeOdd, otherwise: "headers added by the reader are ignored"),
        .sonicHeaders(
            .cacheOfflineMissing,
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .headers(.cacheOfflineUnknown, otherwise: "headers added by the reader are ignored"),
        .headers(
            .noStoreAgainstOffline, ": both lines",
            otherwise: "a proxy added no-store: the advice begins with that"),
        .headers(
            .lifetimeOnSonicPage, ": a lifetime above 0 without no-cache",
            otherwise:
                "a CDN set the lifetime: the advice begins with that; an Expires in the distant past is "
                + "not reported"),
        .headers(
            .varyMissing, ": neither private nor Vary",
            otherwise: "something in between dropped it: the advice says so"),
        .init(
            .answeredByCache,
            "the response's headers as received, to a request for Sonic: Age above 0, a cache that says HIT, "
                + "or two numbers in X-Varnish",
            otherwise:
                "a cache of the server, or one that distinguishes Sonic's request headers: the advice "
                + "compares; a response with such a Vary is not reported"),
        .headers(
            .cookieOnPage, ": Set-Cookie on a page that is stored",
            otherwise: "a load balancer set it for itself: the advice says so"),
        .init(
            .compressionMissing,
            "more than 1,400 bytes without a coding, to a request that allowed gzip",
            otherwise: "something in between decoded them: the advice says so"),
        .init(
            .contentLengthWrong,
            "Content-Length and the received bytes, without a coding",
            otherwise:
                "bytes that were added or lost in between: the advice names rewriting; interrupted "
                + "transfers belong to another rule"),
        .init(
            .notModifiedWithCoding,
            "the headers of a 304 as received",
            otherwise: "a proxy that compresses named it: the advice begins with that"),
        .init(
            .notModifiedWithBody,
            "a 304 followed by bytes, or Transfer-Encoding",
            otherwise: "nothing; connections that hide the bytes are not judged"),
        .init(
            .notModifiedOtherTags,
            "the tags of a 304 and those of its request",
            otherwise: "a proxy changed a tag: the explanation says so; W/ and quotes are ignored"),
        .headers(
            .charsetNotUTF8, ": Content-Type of a Sonic page",
            otherwise: "nothing: clients use the received header; updates are not judged"),
        .init(
            .etagUnlikePage,
            "an ETag that looks like a SHA-1, and the SHA-1 of the received bytes",
            otherwise:
                "the page was changed in between: the advice begins with comparing; tags of another "
                + "form are not judged"),
        .init(
            .updateLargerThanPage,
            "the lengths of an update and of the stored page",
            otherwise: "nothing: both lengths are known"),
        .init(
            .sonicLost,
            "the stored version's headers and those of the response to a request for Sonic",
            otherwise:
                "a proxy or another server behind the name: the explanation names them; not reported if "
                + "a person edited one of the two"),
        .init(
            .blocksWithoutSonic,
            "blocks in a page that was received without Sonic's headers, to a request for Sonic",
            otherwise: "headers that were dropped in either direction: the advice says so"),
        .init(
            .requestNamesChanged,
            "the request's bytes and a response without Sonic",
            otherwise: "a site without Sonic: the finding says only what was requested"),
    ]
}
