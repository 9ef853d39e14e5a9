extension LintEvidence {
    /// The evidence for the rules for responses.
    static let response: [LintEvidence] = [
        .init(
            .headerDoubled,
            "the response's headers as received: two lines",
            otherwise: "one of them was added in between; headers added by the reader are ignored"),
        .init(
            .headerWithoutBlank,
            "the response's headers as received, byte for byte",
            otherwise: "nothing: the space is missing; connections that hide the bytes are not judged"),
        .init(
            .etagMissing,
            "the response's headers as received, to a request for Sonic",
            otherwise:
                "something in between dropped it: nginx, Via and codings are named; a response that is "
                + "Sonic's only by headers added by the reader is not judged"),
        .init(
            .etagKeyAbsent,
            "the response's headers as received, to a request for Sonic: sonic-etag-key, and no header of that name",
            otherwise: "something in between dropped the header: the advice begins with that"),
        .init(
            .etagWeak,
            "the response's headers as received",
            otherwise:
                "a proxy that compresses weakened it, or a framework made it over the body sent: the finding "
                + "says what the headers and bytes show"),
        .init(
            .etagQuoted,
            "the response's headers as received",
            otherwise:
                "HTTP requires the quotes, and the server may compare as HTTP says: explanation and "
                + "advice say so"),
        .init(
            .etagUnlikeHTMLSHA1,
            "the response's headers as received: two SHA-1 hashes that differ",
            otherwise:
                "a tag that is not a digest, or was changed in between; tags of another form are not judged"),
        .init(
            .validatorUnsendable,
            "the response's headers as received: control characters",
            otherwise: "nothing: they are in the header"),
        .init(
            .templateTagMissing,
            "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .templateChangeMissing,
            "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .templateChangeOdd,
            "the response's headers as received",
            otherwise: "headers added by the reader are ignored"),
        .init(
            .cacheOfflineMissing,
            "the response's headers as received, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .cacheOfflineUnknown,
            "the response's headers as received",
            otherwise: "headers added by the reader are ignored"),
        .init(
            .noStoreAgainstOffline,
            "the response's headers as received: both lines",
            otherwise: "a proxy added no-store: the advice begins with that"),
        .init(
            .lifetimeOnSonicPage,
            "the response's headers as received: a lifetime above 0 without no-cache",
            otherwise:
                "a CDN set the lifetime: the advice begins with that; an Expires in the distant past is "
                + "not reported"),
        .init(
            .varyMissing,
            "the response's headers as received: neither private nor Vary",
            otherwise: "something in between dropped it: the advice says so"),
        .init(
            .answeredByCache,
            "the response's headers as received, to a request for Sonic: Age above 0, a cache that says HIT, "
                + "or two numbers in X-Varnish",
            otherwise:
                "a cache of the server, or one that distinguishes Sonic's request headers: the advice "
                + "compares; a response with such a Vary is not reported"),
        .init(
            .cookieOnPage,
            "the response's headers as received: Set-Cookie on a page that is stored",
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
        .init(
            .charsetNotUTF8,
            "the response's headers as received: Content-Type of a Sonic page",
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
