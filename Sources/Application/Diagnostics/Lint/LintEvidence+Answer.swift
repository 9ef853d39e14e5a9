extension LintEvidence {
    /// What the rules for responses rest on.
    static let answer: [LintEvidence] = [
        .init(
            .headerDoubled,
            "the response's headers as they arrived: two lines",
            otherwise: "one of them was added on the way; headers that the reader adds are not counted"),
        .init(
            .headerWithoutBlank,
            "the response's headers as they arrived, byte for byte",
            otherwise: "nothing: the blank is not there; connections that show no bytes are silent"),
        .init(
            .etagMissing,
            "the response's headers as they arrived, to a request for Sonic",
            otherwise:
                "something on the way dropped it: nginx, Via and codings are named; a response that Sonic's headers "
                + "of the reader's make one is silent"),
        .init(
            .etagKeyAbsent,
            "the response's headers as they arrived, to a request for Sonic: sonic-etag-key, and no header of that name",
            otherwise: "something on the way dropped the header: the advice begins with that"),
        .init(
            .etagWeak,
            "the response's headers as they arrived",
            otherwise: "a proxy that compresses weakened it: why says so"),
        .init(
            .etagQuoted,
            "the response's headers as they arrived",
            otherwise:
                "HTTP wants the quotes, and the server may compare as HTTP has it: why and advice say so"),
        .init(
            .etagUnlikeHTMLSHA1,
            "the response's headers as they arrived: two SHA-1 that differ",
            otherwise: "a tag that is no digest, or was changed on the way; tags of another form are silent"),
        .init(
            .validatorUnsendable,
            "the response's headers as they arrived: control characters",
            otherwise: "nothing: they stand there"),
        .init(
            .templateTagMissing,
            "the response's headers as they arrived, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .templateChangeMissing,
            "the response's headers as they arrived, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .templateChangeOdd,
            "the response's headers as they arrived",
            otherwise: "headers that the reader adds are not counted"),
        .init(
            .cacheOfflineMissing,
            "the response's headers as they arrived, to a request for Sonic",
            otherwise: "a proxy dropped a header that it does not know: the advice begins with that"),
        .init(
            .cacheOfflineUnknown,
            "the response's headers as they arrived",
            otherwise: "headers that the reader adds are not counted"),
        .init(
            .noStoreAgainstOffline,
            "the response's headers as they arrived: both lines",
            otherwise: "a proxy added no-store: the advice begins with that"),
        .init(
            .lifetimeOnSonicPage,
            "the response's headers as they arrived: a lifetime above 0 without no-cache",
            otherwise:
                "a CDN gave the lifetime: the advice begins with that; an Expires of long ago is silent"),
        .init(
            .varyMissing,
            "the response's headers as they arrived: neither private nor Vary",
            otherwise: "something on the way dropped it: the advice says so"),
        .init(
            .answeredByCache,
            "the response's headers as they arrived, to a request for Sonic: Age above 0, or a cache that says HIT",
            otherwise:
                "a cache of the server's own, or one that keeps the page by Sonic's request headers: the advice compares; "
                + "a response with such a Vary is silent"),
        .init(
            .cookieOnPage,
            "the response's headers as they arrived: Set-Cookie on a page that is stored",
            otherwise: "a load balancer set it for itself: the advice says so"),
        .init(
            .compressionMissing,
            "more than 1,400 bytes without a coding, to a request that allowed gzip",
            otherwise: "something on the way unpacked them: the advice says so"),
        .init(
            .contentLengthWrong,
            "Content-Length and the bytes that came, without a coding",
            otherwise:
                "bytes that were added or lost on the way: the advice names rewriting; broken transfers are another "
                + "rule's"),
        .init(
            .notModifiedWithCoding,
            "the response's headers as they arrived of a 304",
            otherwise: "a proxy that compresses named it: the advice begins with that"),
        .init(
            .notModifiedWithBody,
            "a 304 with bytes behind it, or Transfer-Encoding",
            otherwise: "nothing: connections that hide the bytes are silent"),
        .init(
            .notModifiedOtherTags,
            "the tags of a 304 and those of its request",
            otherwise: "a proxy changed a tag: why says so; W/ and quotes do not count"),
        .init(
            .charsetNotUTF8,
            "the response's headers as they arrived: Content-Type of a page of Sonic's",
            otherwise: "nothing: clients go by the line that arrives; updates are silent"),
        .init(
            .etagUnlikePage,
            "an ETag of the form of a SHA-1, and the SHA-1 of the bytes that arrived",
            otherwise:
                "the page was changed on the way: the advice begins with comparing; tags of another form are silent"
        ),
        .init(
            .updateLargerThanPage,
            "the lengths of an update and of the stored page",
            otherwise: "nothing: both were counted"),
        .init(
            .sonicLost,
            "the stored version's headers and those of the response to a request for Sonic",
            otherwise:
                "a proxy or another server behind the name: why names them; silent where a person edited one of the "
                + "two"),
        .init(
            .blocksWithoutSonic,
            "blocks in a page that came without Sonic's headers, to a request for Sonic",
            otherwise: "headers that were dropped in either direction: the advice says so"),
        .init(
            .requestNamesChanged,
            "the request's bytes and a response without Sonic",
            otherwise: "a site that speaks no Sonic at all: the finding says only what the request said"),
    ]
}
