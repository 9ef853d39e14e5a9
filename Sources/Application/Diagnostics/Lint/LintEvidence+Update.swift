extension LintEvidence {
    /// What the rules for updates rest on, and for one response after the other.
    static let update: [LintEvidence] = [
        .init(
            .updateEmpty,
            "the update as it arrived: no byte",
            otherwise: "a body that was lost on the way: the advice asks whether it was sent"),
        .init(
            .updateMalformed,
            "the update as it arrived: not JSON with texts under data",
            otherwise: "something on the way put text into what is sent as text/html: why says so"),
        .init(
            .updateUnasked,
            "the update as it arrived, to a request without tags",
            otherwise: "a cache on the way gave another client's: why says so"),
        .init(
            .updateUndeclared,
            "the update as it arrived and the response's headers",
            otherwise: "headers that were changed on the way: the advice begins with comparing"),
        .init(
            .pageUndeclared,
            "a page and headers that announce an update",
            otherwise: "something in front of the server sent the page: the advice begins with that"),
        .init(
            .updateMissingBlocks,
            "the update as it arrived and the stored page's blocks",
            otherwise: "comments or data that were lost on the way: why and advice say so"),
        .init(
            .updateUnknownBlocks,
            "the update as it arrived and the stored page's blocks",
            otherwise:
                "comments that were removed from the page: told where the stored page has none and its template-tag "
                + "is another's"),
        .init(
            .updateWithoutComments,
            "the data of blocks as they arrived, and the stored page's comments around the same blocks",
            otherwise:
                "comments that were removed on the way: why says so, and the advice begins with comparing"
        ),
        .init(
            .updateWrongHash,
            "the SHA-1 of the merged page and html-sha1",
            otherwise:
                "another digest, named where it is known; a page that changed on the way, or between two responses"
        ),
        .init(
            .updateUnproven,
            "the update as it arrived: neither html-sha1 nor a SHA-1 as ETag",
            otherwise: "nothing: none stands there"),
        .init(
            .htmlSHA1Missing,
            "the update as it arrived",
            otherwise: "nothing: none stands there"),
        .init(
            .htmlSHA1Wrong,
            "a hash in the headers and the SHA-1 of the page",
            otherwise: "a page that was changed on the way, or another digest: why says so"),
        .init(
            .htmlSHA1UpperCase,
            "the update as it arrived: the page's SHA-1 in upper case",
            otherwise: "nothing: the phones compare byte for byte"),
        .init(
            .templateTagDiffers,
            "the update as it arrived and the response's headers",
            otherwise: "a header that was changed on the way: the advice begins with comparing"),
        .init(
            .templateTagOther,
            "the template tags of the request and of the update to it",
            otherwise: "a tag that was changed on the way: why says so, and the finding where the two differ"),
        .init(
            .etagSameBodyDiffers,
            "one ETag on the stored page and on the one that came, and their bytes",
            otherwise:
                "a page that was changed on the way: why says so; silent where a person edited one of the two"
        ),
        .init(
            .templateSamePageWhole,
            "one template-tag, one template, byte for byte, and other data",
            otherwise:
                "reasons of the server's, or a header that was lost: why says so; silent where the template differs"
        ),
        .init(
            .etagSamePageSent,
            "If-None-Match as it went out, and the same page with status 200",
            otherwise: "a proxy that takes the header out: why says so"),
        .init(
            .templateTagUnsteady,
            "the stored version and the page that came: one template, two tags",
            otherwise:
                "one change of how tags are computed, or of what is removed on the way: why says so, and it is no "
                + "error"),
        .init(
            .templateTagStuck,
            "the stored version and the page that came: two templates, one tag",
            otherwise:
                "a page that was changed on the way: why says so; silent where a person edited one of the two"
        ),
        .init(
            .templateReturns,
            "three whole pages in a row, whose first and last have one template and the second another",
            otherwise:
                "a change that was taken back: why and advice say so; silent where a person edited one of them"
        ),
        .init(
            .templateDrifts,
            "the stored version and the page that came, which differ in numbers only",
            otherwise: "a release that changes a version: the advice says so; other changes are silent"),
        .init(
            .templateUnsteady,
            "three whole pages in a row that differ at one place",
            otherwise:
                "a person who edits between loads: the advice says so; 304s, updates and pages that turn back are "
                + "silent"),
    ]

    /// What the rules rest on for what comes before there is a page.
    static let course: [LintEvidence] = [
        .init(
            .statusError,
            "the status",
            otherwise: "a proxy that answers in the server's place: why says so"),
        .init(
            .sonicUnavailable,
            "503 with accept-diff, and a page without",
            otherwise: "something in front of the server, or trouble that passes: why says so"),
        .init(
            .notModifiedUnasked,
            "304 to a request without a validator",
            otherwise: "a cache on the way: the advice says so"),
        .init(
            .redirectNowhere,
            "a redirect without Location",
            otherwise: "nothing: no client can follow it; an empty Location is told as such"),
        .init(
            .redirectLoop,
            "some twenty redirects in a row",
            otherwise: "a site that waits for a cookie that is not kept: why says so"),
        .init(
            .answerIncomplete,
            "fewer bytes than announced, or a connection that broke off",
            otherwise: "the network: why says so"),
        .init(
            .contentCodingWrong,
            "a body that its coding cannot be taken off",
            otherwise: "a proxy that compresses: the advice says so"),
        .init(
            .answerTooLarge,
            "more bytes than this client takes",
            otherwise: "nothing: the bytes were counted"),
    ]
}
