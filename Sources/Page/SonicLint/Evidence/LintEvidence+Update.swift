extension LintEvidence {
    /// The evidence for the rules for updates, and for consecutive responses.
    static let update: [LintEvidence] = [
        .init(
            .updateEmpty,
            "the update as received: empty",
            otherwise: "a body that was lost in between: the advice asks whether it was sent"),
        .init(
            .updateMalformed,
            "the update as received: not JSON with strings under data",
            otherwise:
                "something in between inserted text into what is sent as text/html: the explanation says so"),
        .init(
            .updateUnasked,
            "the update as received, to a request without tags",
            otherwise: "an intermediate cache sent another client's: the explanation says so"),
        .init(
            .updateUndeclared,
            "the update as received and the response's headers",
            otherwise: "headers that were changed in between: the advice begins with comparing"),
        .init(
            .pageUndeclared,
            "a page and headers that announce an update",
            otherwise: "something in front of the server sent the page: the advice begins with that"),
        .init(
            .updateMissingBlocks,
            "the update as received and the stored page's blocks",
            otherwise: "comments or data that were lost in between: explanation and advice say so"),
        .init(
            .updateUnknownBlocks,
            "the update as received and the stored page's blocks",
            otherwise:
                "comments that were removed from the page: reported if the stored page has none and its "
                + "template-tag is another one"),
        .init(
            .updateWithoutComments,
            "the data of blocks as received, and the stored page's comments around the same blocks",
            otherwise:
                "comments that were removed in between: the explanation says so, and the advice begins "
                + "with comparing"),
        .init(
            .updateWrongHash,
            "the SHA-1 of the merged page and html-sha1",
            otherwise:
                "another digest, named if it is known; a page that changed in between, or between two "
                + "responses"),
        .init(
            .updateUnproven,
            "the update as received: neither html-sha1 nor a SHA-1 as ETag",
            otherwise: "nothing: there is none"),
        .init(.htmlSHA1Missing, "the update as received", otherwise: "nothing: there is none"),
        .init(
            .htmlSHA1Wrong,
            "a hash in the headers and the SHA-1 of the page",
            otherwise: "a page that was changed in between, or another digest: the explanation says so"),
        .init(
            .htmlSHA1UpperCase,
            "the update as received: the page's SHA-1 in upper case",
            otherwise: "nothing: VasSonic's clients compare byte for byte"),
        .init(
            .templateTagDiffers,
            "the update as received and the response's headers",
            otherwise: "a header that was changed in between: the advice begins with comparing"),
        .init(
            .templateTagOther,
            "the template tags of the request and of the update to it",
            otherwise:
                "a tag that was changed in between: the explanation says so, and the finding says where "
                + "the two differ"),
        .init(
            .etagSameBodyDiffers,
            "one ETag on the stored and the received page, and their bytes",
            otherwise:
                "a page that was changed in between: the explanation says so; not reported if a person "
                + "edited one of the two"),
        .init(
            .templateSamePageWhole,
            "one template-tag, one template, byte for byte, and other data",
            otherwise:
                "a reason of the server, or a header that was lost: the explanation says so; not "
                + "reported if the template differs"),
        .init(
            .etagSamePageSent,
            "If-None-Match as it was sent, and the same page with status 200, whatever its ETag",
            otherwise:
                "a proxy that removes the header: the explanation says so; a tag made over the body sent, which "
                + "is named"),
        .init(
            .templateTagUnsteady,
            "the stored version and the received page: one template, two tags",
            otherwise:
                "one change of how tags are computed, or of what is removed in between: the explanation "
                + "says so, and it is not an error"),
        .init(
            .templateTagStuck,
            "the stored version and the received page: two templates, one tag",
            otherwise:
                "a page that was changed in between: the explanation says so; not reported if a person "
                + "edited one of the two"),
        .init(
            .templateReturns,
            "three full pages in a row, of which the first and last have one template and the second another",
            otherwise:
                "a change that was reverted: explanation and advice say so; not reported if a person "
                + "edited one of them"),
        .init(
            .templateDrifts,
            "the stored version and the received page, which differ only in numbers",
            otherwise:
                "a release that changes a version: the advice says so; other changes are not reported"),
        .init(
            .templateUnsteady,
            "three full pages in a row that differ at one place",
            otherwise:
                "a person who edits between loads: the advice says so; 304s, updates and pages that "
                + "change back are not reported"),
    ]

    /// The evidence for the rules that apply before there is a page.
    static let exchange: [LintEvidence] = [
        .init(
            .statusError,
            "the status",
            otherwise: "a proxy that answers instead of the server: the explanation says so"),
        .init(
            .sonicUnavailable,
            "503 with accept-diff, and a page without it",
            otherwise: "something in front of the server, or a temporary failure: the explanation says so"),
        .init(
            .notModifiedUnasked,
            "304 to a request without a validator",
            otherwise: "an intermediate cache: the advice says so"),
        .init(
            .redirectNowhere,
            "a redirect without Location",
            otherwise: "nothing: no client can follow it; an empty Location is reported as such"),
        .init(
            .redirectLoop,
            "some twenty redirects in a row",
            otherwise: "a site that waits for a cookie that is not stored: the explanation says so"),
        .init(
            .answerIncomplete,
            "fewer bytes than announced, or a lost connection",
            otherwise: "the network: the explanation says so"),
        .init(
            .contentCodingWrong,
            "a body that cannot be decoded",
            otherwise: "a proxy that compresses: the advice says so"),
        .init(
            .answerTooLarge,
            "more bytes than this client accepts",
            otherwise: "nothing: the bytes are counted"),
    ]
}
